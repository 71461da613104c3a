/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a command does now and for how long, for whoever sits in front of a terminal, where nobody knows how far it is: drawn
 * by a thread of its own from two seconds on, and each second again. A bar of progress.h comes before it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_WATCH_H
#define SSSP_EVALUATOR_COMMANDS_WATCH_H

#include <glib.h>

/* Says what begins, a constant; `shown`: there is a terminal that wants it. The first call starts the thread. */
void watch_say(const char *doing, gboolean shown);

/* A bar is drawn, or is taken away: nothing else is meanwhile. */
void watch_bar(gboolean drawn);

/* Nothing is done any more, and the line is taken away; fine where nothing was. */
void watch_end(void);

#endif
