/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How far a long computation is, on a terminal: what, how far, and how long still, by the pace so far. What is done
 * within two seconds says nothing.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRESS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRESS_H

#include <glib.h>

/*
 * Says what begins, for work whose end cannot be foreseen: the seconds that it takes are shown (ticker.h), while there
 * is no bar. `doing` is a constant; nothing is shown unless `shown`.
 */
void progress_say(const char *doing, gboolean shown);

/* Ends what progress_say() began; harmless where nothing did. */
void progress_end(void);

typedef struct {
	const char *what;
	gint64 start; /* when it was first heard of; 0: not yet */
	gint percent; /* drawn last, -1: nothing is */
} Progress;

#define PROGRESS_START(what)                                                                                           \
	{                                                                                                              \
		what, 0, -1                                                                                            \
	}

/* Draws a bar on standard error; `user` is a Progress: redrawn only when it moves. */
void progress_draw(guint32 done, guint32 of, gpointer user);

/* Takes the bar away, if there is one. */
void progress_clear(Progress *progress);

#endif
