/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the part of a routing's multicast tree (core/choose/mcast_tree.h) that a group needs: the cables with members
 * on both sides. If cables are cut or the tree does not reach a switch, the tree is several pieces, each with a root,
 * and each piece is pruned by itself. So a group's cables are always cables of the tree, without a loop.
 */
#ifndef SSSP_PLUGIN_VALUES_MCAST_PRUNE_H
#define SSSP_PLUGIN_VALUES_MCAST_PRUNE_H

#include "core/fabric/fabric.h"

#include <glib.h>

/* Switches are rows of fabric->switches; the cable of a switch is the one to its parent. */
typedef struct {
	guint32 n;       /* switches */
	guint32 *order;  /* [n] all rows, each after its parent */
	guint32 *parent; /* [n] by row; FABRIC_NONE where there is none */
	guint8 *up;      /* [n] by row: port to the parent */
	guint8 *down;    /* [n] by row: the parent's port of the same cable */
} McastBranches;

/*
 * Roots the tree that `ports` marks ([n_switches][256], 1: the port is in the tree) in a sealed fabric; `node_row` as
 * in Snapshot. A cable that is marked at one end only, or that closes a loop, is left out. NULL with SSSP_ERROR_MEMORY.
 * O(switches + ports).
 */
McastBranches *mcast_branches_new(const Fabric *fabric, const guint32 *node_row, const guint8 *ports, GError **error);
void mcast_branches_free(McastBranches *branches); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McastBranches, mcast_branches_free)

/* One group on the tree; all [n] by row. */
typedef struct {
	guint32 *members; /* in: members at the switch */
	guint8 *cut;      /* in: 1 where the cable to the parent cannot be used */
	guint32 *below;   /* out: members at the switch and below it; of a root: in its piece */
	guint32 *root;    /* out: the root of the switch's piece */
	guint8 *keep;     /* out: 1 where the group needs the cable to the parent */
} McastGroup;

/* For `n` switches, all zero. NULL with SSSP_ERROR_MEMORY. */
McastGroup *mcast_group_new(guint32 n, GError **error);
void mcast_group_free(McastGroup *group); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McastGroup, mcast_group_free)

/* Fills the `out` members from the `in` members; may be repeated after changes. O(switches). */
void mcast_prune(const McastBranches *branches, McastGroup *group);

/* After mcast_prune(): the root of the piece with the most members, the first in order of those; FABRIC_NONE if none.
 */
guint32 mcast_main_piece(const McastBranches *branches, const McastGroup *group);

#endif
