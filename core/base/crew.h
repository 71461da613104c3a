/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs many independent pieces of work on several threads: each thread takes the next piece when it has finished one.
 */
#ifndef SSSP_CORE_BASE_CREW_H
#define SSSP_CORE_BASE_CREW_H

#include <glib.h>

typedef struct {
	/*
	 * Works on piece `item`; `worker` is what its thread has to itself, or what all share (crew_run()). Results
	 * must not depend on which thread does it.
	 */
	void (*work)(gpointer worker, guint32 item);
	/* Called in the caller's thread, after each piece that it worked on; NULL: never. */
	void (*progress)(guint32 begun, guint32 of, gpointer user);
	gpointer user;
} CrewJob;

/*
 * Works on pieces 0 .. items - 1 (items <= CREW_MOST), each once, with n threads. What each has to itself lies at
 * `workers`, one after the other, `size` bytes apart; 0: all share what is there. The calling thread is the first;
 * where a thread cannot be started, the others do its pieces.
 */
#define CREW_MOST 0x7f000000
void crew_run(gpointer workers, gsize size, guint n, guint32 items, const CrewJob *job);

/* The number of workers for so many pieces: `asked`, or one a core when that is 0, and never more than pieces. */
guint crew_size(guint asked, guint32 items);

#endif
