/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Shares out many independent pieces of work among threads as they come. */
#ifndef SSSP_CORE_BASE_CREW_H
#define SSSP_CORE_BASE_CREW_H

#include <glib.h>

typedef struct {
	/* Does piece `item` with what one worker has to itself. Results must not depend on who does what when. */
	void (*work)(gpointer worker, guint32 item);
	/* Called in the caller's thread now and then; NULL: never. */
	void (*progress)(guint32 begun, guint32 of, gpointer user);
	gpointer user;
} CrewJob;

/*
 * Does pieces 0 .. items - 1 (items <= CREW_MOST), each once, with n workers: worker[i] is the i-th worker's own. The
 * calling thread is the first of them; a thread that cannot be had is one less.
 */
#define CREW_MOST 0x7f000000
void crew_run(gpointer *worker, guint n, guint32 items, const CrewJob *job);

/* The number of workers for so many pieces: `asked`, or one a core when that is 0, and never more than pieces. */
guint crew_size(guint asked, guint32 items);

#endif
