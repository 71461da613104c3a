/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Translates forwarding tables and SLs of a previous fabric ("then") to the LIDs of the present one ("now"). Nodes are
 * matched by GUID, LIDs by the port that they belong to.
 */
#ifndef SSSP_EVALUATOR_PATHS_PAST_H
#define SSSP_EVALUATOR_PATHS_PAST_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

typedef struct {
	const Fabric *now, *then; /* sealed; not owned, must outlive this */
	guint32 *port;            /* [now->n_ports] the same port then, FABRIC_NONE where there was none */
	guint32 n_moved;          /* ports that had LIDs then and have other LIDs now */
	guint32 first_moved;      /* port of now, FABRIC_NONE when there is none */
} Past;

/* NULL with SSSP_ERROR_INPUT when the two have no switch in common, with SSSP_ERROR_MEMORY. O(n log n) in nodes. */
Past *past_new(const Fabric *now, const Fabric *then, GError **error);
void past_free(Past *past); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Past, past_free)

/* The LID that the owner of `lid` had then, 0 when it had none. O(1). */
guint32 past_lid(const Past *past, guint32 lid);

/* Forwarding tables of then by the LIDs of now; LIDs that are new have no entry. NULL with SSSP_ERROR_MEMORY. */
Lft *past_lft(const Past *past, const Lft *lft, GError **error);

/*
 * SLs of then by the LIDs of now. An adapter that hangs on another switch now, and used the SLs of its switch then,
 * gets a row of its own with these. NULL with SSSP_ERROR_MEMORY.
 */
PathSl *past_path_sl(const Past *past, const PathSl *sl, GError **error);

#endif
