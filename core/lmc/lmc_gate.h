/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses routes to further LIDs that would close a cycle beside what is there: routes to base LIDs, the tree of
 * multicast, LIDs that were admitted before. With one lane, or VLs that switches choose by ports, they are in the
 * dependency graph of all of these, and states that nobody has yet get a VL. With lanes by SL each lane keeps an order
 * of its channels in which all its routes ascend, and a pair of switches stays on the lanes that its routes to the base
 * LID have.
 */
#ifndef SSSP_CORE_LMC_LMC_GATE_H
#define SSSP_CORE_LMC_LMC_GATE_H

#include "core/dependency/dependency_tree.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

typedef struct {
	const Graph *graph;
	const Routes *routes;
	const Layers *layers;
	DependencyTree *tree;  /* NULL: lanes by SL */
	DependencyGraph *deps; /* the tree's */
	guint8 *loose; /* [states] 1: of base LIDs, and without a VL until another LID's routes have it, or the end */
	const PortVls *hint; /* VLs that states get if they can; or NULL */
	guint lowest; /* VL that states get: 1 where 0 has only what switches' own ports send, so that it stays so */
	CdgTurns *turns;
	LaneSet *lanes;
	LaneMask *legal;    /* [n_switches] lanes of the paths of the row at hand */
	guint32 dest, base; /* at hand, and the same port's base LID */
	guint32 mark;
} LmcGate;

/*
 * Beside `routes` on `layers`, and a tree of multicast (in_tree[n_channels], or NULL) on lane 0; `n_vls`, not fewer
 * than there are, may be used by ports, `hint` (or NULL) before others; `loose`: states of base LIDs that nothing
 * depends on may have other VLs than they had. NULL with SSSP_ERROR_MEMORY, or without an error where routes and tree
 * close a cycle.
 */
LmcGate *lmc_gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *in_tree,
		      guint n_vls, const PortVls *hint, gboolean loose, GError **error);
void lmc_gate_free(LmcGate *gate); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LmcGate, lmc_gate_free)

/* Begins the row of a destination, whose port's base LID is destination `base`. */
void lmc_gate_begin(LmcGate *gate, guint32 dest, guint32 base);

/*
 * Switch v sends by channel b to this destination, and what comes to v goes the same variant; next[n_switches] has the
 * channels of the switches behind it. FALSE, with nothing changed, where that closes a cycle. O(1), and what a
 * dependency costs.
 */
gboolean lmc_gate_take(LmcGate *gate, const guint32 *next, guint32 v, guint32 b);

/* What the row added stays, or is taken back. */
void lmc_gate_keep(LmcGate *gate);
void lmc_gate_return(LmcGate *gate);

/*
 * The VLs by ports of all; NULL with SSSP_ERROR_MEMORY, or without an error where one is lacking. With more VLs than
 * one.
 */
PortVls *lmc_gate_vls(LmcGate *gate, GError **error);

#endif
