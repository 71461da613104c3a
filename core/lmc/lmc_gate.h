/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Admits routes to further LIDs only if they close no cycle beside routes to base LIDs, the multicast tree and further
 * LIDs admitted before. With one lane, or VLs that switches choose by ports, the routes are in one dependency graph
 * with all of these, and states that no route has yet get a VL. With lanes by SL each lane keeps an order of its
 * channels in which all its routes ascend, and a path must fit all lanes that the path to the base LID has.
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
	guint8 *loose; /* [states] 1: of base LIDs, without a VL until routes to a further LID need one, or the end */
	const PortVls *hint; /* VLs that states get if they can; or NULL */
	guint lowest;        /* lowest VL of new states: 1 where VL 0 has only what switches' own ports send */
	CdgTurns *turns;
	LaneSet *lanes;
	LaneMask *legal;    /* [n_switches] lanes that the paths of the row at hand fit */
	guint32 dest, base; /* the destination at hand, and the same port's base LID */
	guint32 mark;
} LmcGate;

/*
 * Makes a gate that holds `routes` on `layers`, and the multicast tree in_tree[n_channels] (or NULL) on lane 0. States
 * may get `n_vls` VLs by ports, not fewer than there are; the VLs of `hint` (or NULL) come before others. `loose`:
 * states of base LIDs that nothing depends on may get other VLs than they had. NULL with SSSP_ERROR_MEMORY, or without
 * an error where routes and tree close a cycle.
 */
LmcGate *lmc_gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *in_tree,
		      guint n_vls, const PortVls *hint, gboolean loose, GError **error);
void lmc_gate_free(LmcGate *gate); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LmcGate, lmc_gate_free)

/* Begins the row of a destination, whose port's base LID is destination `base`. */
void lmc_gate_begin(LmcGate *gate, guint32 dest, guint32 base);

/*
 * Admits channel b as the one by which switch v sends, and forwards, packets to the destination at hand;
 * next[n_switches] has the channels of the switches that follow on the path. FALSE, with nothing changed, where that
 * closes a cycle. O(1), and what a dependency costs.
 */
gboolean lmc_gate_admit(LmcGate *gate, const guint32 *next, guint32 v, guint32 b);

/* Keeps what the row at hand has added, or takes it back. */
void lmc_gate_keep(LmcGate *gate);
void lmc_gate_take_back(LmcGate *gate);

/*
 * Returns the VLs by ports of all states; NULL with SSSP_ERROR_MEMORY, or without an error where a loose state finds no
 * VL. Only with more VLs than one.
 */
PortVls *lmc_gate_vls(LmcGate *gate, GError **error);

#endif
