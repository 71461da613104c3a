/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The cursor is left at the start of the line: what others say lies over it. */
#include "evaluator/commands/watch.h"

#include <stdio.h>

#define PATIENCE 2 /* seconds in which nothing need be said */
#define WIDE 79

static GMutex lock;
static GCond ended;
static GThread *thread; /* the rest is under the lock */
static const char *now;
static gint64 since;
static gboolean stop, drawn, bar;

static void wipe(void)
{
	if (drawn)
		fprintf(stderr, "%*s\r", WIDE, "");
	drawn = FALSE;
}

static void draw(void)
{
	gint64 seconds = (g_get_monotonic_time() - since) / G_USEC_PER_SEC;
	if (bar || seconds < PATIENCE)
		return;
	fprintf(stderr, "%s: %" G_GINT64_FORMAT " s\r", now, seconds);
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

void watch_say(const char *doing, gboolean shown)
{
	if (!shown)
		return;
	g_mutex_lock(&lock);
	wipe();
	now = doing;
	since = g_get_monotonic_time();
	stop = FALSE;
	if (!thread)
		thread = g_thread_try_new("watch", tick, NULL, NULL); /* without one nothing is shown */
	g_mutex_unlock(&lock);
}

void watch_bar(gboolean is_drawn)
{
	g_mutex_lock(&lock);
	wipe();
	bar = is_drawn;
	g_mutex_unlock(&lock);
}

void watch_end(void)
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
