/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How far a long computation is, on a terminal: what, how far, and how long still, by the pace so far. What is done
 * within two seconds says nothing.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRESS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRESS_H

#include <glib.h>

/*
 * Says what begins, a constant; `shown`: there is a terminal that wants it. Nobody knows how far that is: its seconds
 * are drawn, where no bar is.
 */
void progress_say(const char *doing, gboolean shown);

/* Nothing is done any more; fine where nothing was. */
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
