/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A bar on standard error that is drawn again only when its percentage changes. */
#include "evaluator/commands/progress.h"

#include <stdio.h>

void progress_draw(guint32 done, guint32 of, gpointer user)
{
	gint *drawn = user, percent = (gint)((guint64)done * 100 / of);
	if (percent == *drawn)
		return;
	*drawn = percent;
	fprintf(stderr, "\r[%-50.*s] %3d %%", percent / 2, "##################################################",
		percent);
}

void progress_clear(gint drawn)
{
	if (drawn != PROGRESS_START)
		fprintf(stderr, "\r%60s\r", "");
}
