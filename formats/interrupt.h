/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Signals that end a program, held up while it writes files that must be whole or not there: if that takes long it asks
 * now and then whether one has come; it tidies up, and lets it through. Or one ends a search, and nothing else.
 */
#ifndef SSSP_FORMATS_INTERRUPT_H
#define SSSP_FORMATS_INTERRUPT_H

#include <glib.h>

/*
 * From now on, or still, SIGHUP, SIGINT and SIGTERM (unless they are ignored already) are only noted, and a file that grows beyond
 * the size limit is an error of write() and no signal.
 */
void interrupt_hold(void);

/* Whether one has come since. */
gboolean interrupt_came(void);

/* As before interrupt_hold(); a signal that came takes effect now and as a rule ends the program. */
void interrupt_release(void);

/*
 * Whether one came, which has done what it was for. Then they are still held up; what comes within a second or two is
 * forgotten, for timeout(1) signals the process and then its group. If none came, interrupt_release().
 */
gboolean interrupt_forget(void);

#endif
