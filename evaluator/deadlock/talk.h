/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which pairs of a source and a LID could talk by previous tables. Only these pairs can still use previous SLs,
 * since a connection keeps the SL that it was opened with. If the previous fabric is known, the pairs are those whose
 * packets arrived in it. If it is unknown, it may have had cables that are gone: then a pair counts if its first switch
 * had an entry for the LID. In comments here, "then" is the previous fabric, "now" the present one.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_TALK_H
#define SSSP_EVALUATOR_DEADLOCK_TALK_H

#include "evaluator/paths/past.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	const Past *past;   /* NULL: the fabric of then is unknown, or is that of now */
	const Paths *paths; /* the tables of then, in the fabric of then */
	PathTree *tree;     /* routes to `lid`; with `past` only */
	guint32 lid;        /* LID of then that is asked about, 0: none */
	guint8 *closed;     /* a bit for each row and LID of now: connections were opened again; NULL: none were */
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
 * Marks the connections from a row to a LID, both of now, as opened again: they do not use the SLs of then any more.
 * `paths` has the rows of now. FALSE with SSSP_ERROR_MEMORY. O(1), the first call O(rows x LIDs).
 */
gboolean talk_close(Talk *talk, const Paths *paths, guint32 row, guint32 lid, GError **error);

/* TRUE: talk_close() was called for this row and LID. O(1). */
gboolean talk_is_closed(const Talk *talk, guint32 row, guint32 lid);

#endif
