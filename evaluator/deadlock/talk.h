/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Who could talk to whom by previous tables: connections keep the SL they were opened with, but only where there were
 * any. Where the fabric of then is known these are the pairs whose packets arrived in it. Where it is not, the fabric
 * may have lost a cable since: then a pair counts when its first switch had an entry for the LID.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_TALK_H
#define SSSP_EVALUATOR_DEADLOCK_TALK_H

#include "evaluator/paths/past.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	const Past *past;   /* NULL: the fabric of then is that of now, or unknown */
	const Paths *paths; /* the tables of then, in the fabric of then */
	PathTree *tree;     /* only with `past` */
	guint32 lid;        /* of then, 0 none */
	guint8 *closed;     /* a bit for each row and LID, both of now: connections are opened again; NULL: none are */
	guint32 n_lids;     /* with `closed`: that have bits */
} Talk;

/* `past` (may be NULL) and `paths` must outlive this. NULL with SSSP_ERROR_MEMORY. */
Talk *talk_new(const Past *past, const Paths *paths, GError **error);
void talk_free(Talk *talk); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Talk, talk_free)

/* The LID (of now) that is asked about from here on. O(switches). */
void talk_begin(Talk *talk, guint32 lid);

/* Whether a port (index in the fabric of now) could send to it. O(1). */
gboolean talk_could(const Talk *talk, guint32 source);

/*
 * Connections from a row to a LID, both of now, have been opened again: nobody uses the SLs of then for them. `paths`:
 * of now, whose rows these are. FALSE with SSSP_ERROR_MEMORY. O(1) but for the first.
 */
gboolean talk_close(Talk *talk, const Paths *paths, guint32 row, guint32 lid, GError **error);

/* Whether they have. O(1). */
gboolean talk_is_closed(const Talk *talk, guint32 row, guint32 lid);

#endif
