/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Shows on a terminal how far a long computation is: its name, a bar, and the time left, estimated from the pace so
 * far. A computation that seems to take less than two seconds gets no bar. Work whose end is not known gets a count of
 * seconds instead.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRESS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRESS_H

#include <glib.h>

/*
 * Begins to show the seconds that some work takes (ticker.h), for work whose end cannot be foreseen; a bar hides them.
 * `doing` is a constant; nothing is shown unless `shown`.
 */
void progress_say(const char *doing, gboolean shown);

/* Ends what progress_say() began; harmless where nothing did. */
void progress_end(void);

typedef struct {
	const char *what;
	gint64 start; /* time of the first progress_draw(); 0: none yet */
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
