/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shows how far a long computation is. A bar on standard error that is drawn again only when its percentage changes. */
#include "evaluator/commands/progress.h"

#include "core/base/printable.h"
#include "formats/ticker.h"

#include <stdio.h>

#define PATIENCE 2.0 /* seconds that need no bar */
#define LOOK 0.2     /* after so many it is clear whether it will take longer */
#define NAME 24      /* letters of what is done */
#define WIDE 78

static gdouble seconds_since(gint64 start)
{
	return (gdouble)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

/* "about 12 s left", "about 3 min left". */
static char *left_of(gdouble seconds)
{
	return seconds < 100 ? g_strdup_printf("about %.0f s left", seconds)
			     : g_strdup_printf("about %.0f min left", seconds / 60);
}

void progress_draw(guint32 done, guint32 of, gpointer user)
{
	Progress *p = user;
	gint percent = (gint)((guint64)done * 100 / of);
	if (!p->start)
		p->start = g_get_monotonic_time();
	gdouble spent = seconds_since(p->start), left = done ? spent / done * (of - done) : 0;
	if (percent == p->percent || spent < LOOK || (p->percent < 0 && spent + left < PATIENCE))
		return;
	if (p->percent < 0)
		ticker_hold(TRUE);
	p->percent = percent;
	g_autofree char *words = left_of(left), *what = printable_dup(p->what);
	fprintf(stderr, "\r%.*s [%-20.*s] %3d %%, %s   ", NAME, what, percent / 5, "####################", percent,
		words);
}

void progress_clear(Progress *p)
{
	if (p->percent >= 0) {
		fprintf(stderr, "\r%*s\r", WIDE, "");
		ticker_hold(FALSE);
	}
	p->percent = -1;
	p->start = 0;
}

void progress_say(const char *doing, gboolean shown)
{
	if (shown)
		ticker_say(NULL, doing);
}

void progress_end(void)
{
	ticker_end();
}
