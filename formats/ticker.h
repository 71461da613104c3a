/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a program does now and for how long, for whoever sits in front of a terminal: from two seconds on the seconds,
 * each second anew, drawn by a thread of its own. How long something will take nobody knows.
 */
#ifndef SSSP_FORMATS_TICKER_H
#define SSSP_FORMATS_TICKER_H

#include <glib.h>

/*
 * Says that something begins; what was before has ended. Both are constants. `program`: the two of them are a line now,
 * and the seconds stand below it; NULL: nothing is said before the seconds, which stand behind `what`.
 */
void ticker_say(const char *program, const char *what);

/* Says how far what was begun last has come, in the place of the seconds. */
#define TICKER_WIDTH 80
void ticker_show(const char *text);

/* Somebody else draws there from now on, or has stopped to: nothing is drawn meanwhile. */
void ticker_hold(gboolean held);

/* Nothing is done any more, and what was drawn is taken away; fine where nothing was. */
void ticker_end(void);

#endif
