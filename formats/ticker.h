/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Shows on a terminal what a program is doing and for how long: after two seconds the seconds appear, and a thread
 * draws them anew each second. What is left to do is not estimated.
 */
#ifndef SSSP_FORMATS_TICKER_H
#define SSSP_FORMATS_TICKER_H

#include <glib.h>

/*
 * Says that something begins, which ends what was before. Both texts are constants. With `program` they are printed as
 * a line, and the seconds stand below it; with NULL nothing is printed at first, and the seconds stand behind `what`.
 */
void ticker_say(const char *program, const char *what);

/* Shows, in the place of the seconds, how far the work has come that was begun last. */
#define TICKER_WIDTH 80
void ticker_show(const char *text);

/* Stops drawing while something else draws on the terminal (TRUE), or resumes it (FALSE). */
void ticker_hold(gboolean held);

/* Ends the thread and erases what was drawn; may be called when nothing was begun. */
void ticker_end(void);

#endif
