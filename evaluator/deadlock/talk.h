/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds who could talk to whom by previous tables. A connection keeps the SL that it was opened with, so only these
 * pairs can have previous SLs. Where the fabric of then is known, they are the pairs whose packets arrived in it. Where
 * it is not known, the fabric may have lost a cable since: then a pair counts when its first switch had an entry for
 * the LID.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_TALK_H
#define SSSP_EVALUATOR_DEADLOCK_TALK_H

#include "evaluator/paths/past.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	const Past *past;   /* NULL: the fabric of then is that of now, or unknown */
	const Paths *paths; /* the tables of then, in the fabric of then */
	PathTree *tree;     /* routes to `lid`; with `past` only */
	guint32 lid;        /* LID of then that is asked about, 0: none */
	guint8 *closed;     /* a bit for each row and LID of now: its connections were opened again; NULL: none */
	guint32 n_lids;     /* LIDs that have bits in `closed` */
} Talk;

/* `past` (may be NULL) and `paths` must outlive the Talk. NULL with SSSP_ERROR_MEMORY. */
Talk *talk_new(const Past *past, const Paths *paths, GError **error);
void talk_free(Talk *talk); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Talk, talk_free)

/* Sets the LID of now that talk_could() is about. O(switches). */
void talk_begin(Talk *talk, guint32 lid);

/* TRUE: a port (index in the fabric of now) could send to the LID of talk_begin(). O(1). */
gboolean talk_could(const Talk *talk, guint32 source);

/* TRUE: the first switch of a port (index in the fabric of now) had an entry for a LID of now. O(1). */
gboolean talk_had_entry(const Talk *talk, guint32 source, guint32 lid);

/*
 * Marks the connections from a row to a LID, both of now, as opened again: nobody uses the SLs of then for them.
 * `paths` has the rows of now. FALSE with SSSP_ERROR_MEMORY. O(1), the first call O(rows x LIDs).
 */
gboolean talk_close(Talk *talk, const Paths *paths, guint32 row, guint32 lid, GError **error);

/* TRUE: talk_close() was called for this row and LID. O(1). */
gboolean talk_is_closed(const Talk *talk, guint32 row, guint32 lid);

#endif
