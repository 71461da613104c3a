/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Shows on a terminal for how many seconds a program has been at something, or a text on its progress. A thread draws
 * that anew each second and leaves the cursor at the start of the line, so that any other output overwrites it.
 */
#include "formats/ticker.h"

#include <stdio.h>

#define SECONDS_UNTIL_SHOWN 2 /* seconds before anything is drawn */

static GMutex lock;
static GCond ended;
static GThread *thread; /* shares what follows, under `lock` */
static gint64 since;
static gboolean stop, drawn, held;
static const char *doing;        /* the text before the seconds; NULL: it was printed as a line */
static char shown[TICKER_WIDTH]; /* shown in place of the seconds; "": the seconds are shown */

static void wipe(void)
{
	if (drawn)
		fprintf(stderr, "%*s\r", TICKER_WIDTH - 1, "");
	drawn = FALSE;
}

static void draw(void)
{
	gint64 seconds = (g_get_monotonic_time() - since) / G_USEC_PER_SEC;
	if (held || seconds < SECONDS_UNTIL_SHOWN)
		return;
	if (*shown) {
		wipe();
		fprintf(stderr, "  %s\r", shown);
	} else
		fprintf(stderr, "%s%s %" G_GINT64_FORMAT " s\r", doing ? doing : " ", doing ? ":" : "", seconds);
	fflush(stderr);
	drawn = TRUE;
}

static gpointer tick(gpointer data)
{
	g_mutex_lock(&lock);
	while (!stop) {
		g_cond_wait_until(&ended, &lock, g_get_monotonic_time() + G_USEC_PER_SEC);
		if (!stop)
			draw();
	}
	g_mutex_unlock(&lock);
	return data;
}

void ticker_say(const char *program, const char *what)
{
	g_mutex_lock(&lock);
	wipe();
	if (program)
		fprintf(stderr, "%s: %s\n", program, what);
	doing = program ? NULL : what;
	since = g_get_monotonic_time();
	*shown = '\0';
	stop = FALSE;
	if (!thread)
		thread = g_thread_try_new("ticker", tick, NULL, NULL); /* without one no seconds are shown */
	g_mutex_unlock(&lock);
}

void ticker_show(const char *text)
{
	g_mutex_lock(&lock);
	g_strlcpy(shown, text, sizeof shown);
	g_mutex_unlock(&lock);
}

void ticker_hold(gboolean is_held)
{
	g_mutex_lock(&lock);
	wipe();
	held = is_held;
	g_mutex_unlock(&lock);
}

void ticker_end(void)
{
	g_mutex_lock(&lock);
	wipe();
	stop = TRUE;
	g_cond_signal(&ended);
	g_mutex_unlock(&lock);
	if (thread)
		g_thread_join(thread);
	thread = NULL;
}
