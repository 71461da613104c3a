/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives the cost of each switch a slot in an array, so that the costs that one switch chooses among stand side by side
 * and vector instructions can find the least of them (base/least.h). The cost of a switch is that of the cheapest route
 * from there to the destination at hand; balance_run.c computes it. An order of all switches is made once: each switch
 * in turn, leaf switches first and then level by level, appends those of its neighbours that are not in the order yet.
 * For a destination, switches get their slots by hops to it, and among equal hops by that order; those that no minimal
 * channel leads to come last. Where a switch has lost a channel that others of its level have, the costs that it
 * compares have a gap, and it looks at them one by one.
 */
#ifndef SSSP_CORE_BALANCE_BALANCE_SLOTS_H
#define SSSP_CORE_BALANCE_BALANCE_SLOTS_H

#include "core/base/arena.h"
#include "core/graph/bfs.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	guint32 *list;    /* [n_switches] private: all switches in the order described above */
	guint32 *slot;    /* [n_switches] slot of the switch with a place in the breadth-first order (bfs.h) */
	guint32 *to;      /* [minimal channels] slot of the switch that a channel leads to */
	guint8 *beside;   /* [n_switches] by place, 1: its channels lead to consecutive slots, and vectors pay */
	guint32 laid;     /* private: the target that the slots are for, GRAPH_NONE: none */
	gboolean vectors; /* least_has_vectors() */
} BalanceSlots;

/* Allocated from `arena`, and freed with it. NULL with SSSP_ERROR_MEMORY. O(channels). */
BalanceSlots *balance_slots_new(Arena *arena, const Graph *graph, GError **error);

/*
 * Fills slot, to and beside for `bfs`, the minimal channels towards one switch after bfs_lay_out(). Nothing is done
 * where the slots are for this switch already: its minimal channels must not have changed since. O(minimal channels).
 */
void balance_slots_lay(BalanceSlots *slots, const Bfs *bfs);

#endif
