/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds up the signals that end a program while it writes files that must be whole or not there. A program that takes
 * long asks now and then whether a signal has come, tidies up, and lets it through. A signal may also end a search
 * only.
 */
#ifndef SSSP_FORMATS_INTERRUPT_H
#define SSSP_FORMATS_INTERRUPT_H

#include <glib.h>

/*
 * From now on, or still, SIGHUP, SIGINT and SIGTERM (unless they are ignored already) are only noted, and a file that
 * grows beyond the size limit is an error of write() and no signal. Each call is ended by one interrupt_release() or
 * interrupt_forget(). Calls nest: signals are held up until the outermost one is ended. Any thread may call it while
 * another hold lasts.
 */
void interrupt_hold(void);

/* TRUE: a signal has come since the outermost interrupt_hold(). */
gboolean interrupt_came(void);

/*
 * Ends a hold. With the outermost one it restores what was before; a signal that came takes effect then, which as a
 * rule ends the program.
 */
void interrupt_release(void);

/*
 * Whether a signal came and has served its purpose, such as to end a search. The hold is ended, but signals are held up
 * until the next outermost one is, and one that comes within a second or two is forgotten, as timeout(1) signals the
 * process and then its group. If none came, this is interrupt_release().
 */
gboolean interrupt_forget(void);

#endif
