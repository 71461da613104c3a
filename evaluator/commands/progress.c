/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Shows how far a long computation is, by a bar on standard error that is drawn again only when its percentage changes.
 * Work whose end is not known gets the count of seconds of ticker.h instead.
 */
#include "evaluator/commands/progress.h"

#include "core/base/printable.h"
#include "formats/ticker.h"

#include <stdio.h>

#define MIN_TOTAL_S 2.0   /* what takes less gets no bar */
#define MIN_ELAPSED_S 0.2 /* no estimate is made before */
#define NAME_WIDTH 24     /* columns for what is done */
#define LINE_WIDTH 78

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
	if (percent == p->percent || spent < MIN_ELAPSED_S || (p->percent < 0 && spent + left < MIN_TOTAL_S))
		return;
	if (p->percent < 0)
		ticker_hold(TRUE); /* its seconds would be drawn over the bar */
	p->percent = percent;
	g_autofree char *words = left_of(left), *what = printable_dup(p->what);
	fprintf(stderr, "\r%.*s [%-20.*s] %3d %%, %s   ", NAME_WIDTH, what, percent / 5, "####################",
		percent, words);
}

void progress_clear(Progress *p)
{
	if (p->percent >= 0) {
		fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
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
