/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares two sets of tables: finds the entries and blocks that a subnet manager has to write, and the pairs of a
 * source and a LID whose SL changes. Tables are matched by switch GUID. LIDs must mean the same ports in both sets: it
 * is an error if a switch's own LID differs.
 */
#ifndef SSSP_EVALUATOR_MEASURES_DIFF_H
#define SSSP_EVALUATOR_MEASURES_DIFF_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

#define DIFF_BLOCK 64 /* LIDs of a block, the unit in which forwarding tables are written */

/* A switch that both sets have and whose table changed. */
typedef struct {
	guint64 guid;
	guint32 entries; /* that changed */
	guint32 blocks;  /* with such entries */
	guint32 first_lid, last_lid;
} DiffSwitch;

typedef struct {
	guint32 n_common;        /* switches in both */
	guint32 n_added, n_gone; /* in one only; their entries are not counted */
	guint64 entries, blocks; /* of all switches in both */
	DiffSwitch *switches;    /* [n_switches] those that changed, by GUID */
	guint32 n_switches;
	guint64 pairs_sl; /* pairs of a source and a LID whose SL changed */
} Diff;

/*
 * The difference of two sets of tables and of their path SLs (each may be NULL: all on SL 0). With a fabric, pairs are
 * those of an endpoint and a LID of another endpoint; without (NULL), those of a row of either set of SLs and a LID
 * that is routed. NULL with SSSP_ERROR_INPUT (no switch in common, or the LIDs changed) or SSSP_ERROR_MEMORY.
 * O(switches x LIDs + sources x LIDs).
 */
Diff *diff_new(const Lft *old_lft, const Lft *new_lft, const PathSl *old_sl, const PathSl *new_sl, const Fabric *fabric,
	       GError **error);
void diff_free(Diff *diff); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Diff, diff_free)

#endif
