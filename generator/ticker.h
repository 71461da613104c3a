/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is done now and for how long, for whoever sits in front of a terminal: a line for each thing, and from two
 * seconds on the seconds below it, drawn by a thread of its own. How long something will take nobody knows.
 */
#ifndef SSSP_GENERATOR_TICKER_H
#define SSSP_GENERATOR_TICKER_H

/* Says that something begins; what was before has ended. Both are constants. */
void ticker_say(const char *program, const char *doing);

/* Says how far what was begun last has come, in the place of the seconds. */
#define TICKER_WIDTH 80
void ticker_show(const char *text);

/* Nothing is done any more; fine where nothing was. */
void ticker_end(void);

#endif
