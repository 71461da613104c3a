/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives the costs of switches slots in an array, so that those that a switch chooses among stand side by side and
 * vector instructions find the least of them (base/least.h): switches of the same hops in an order in which leaf
 * switches have what lies above them in the order of their ports, then those what lies above them, and so on. Where a
 * switch has lost a channel that its fellows have there is a gap, and it looks at one after the other.
 */
#ifndef SSSP_CORE_BALANCE_BALANCE_SLOTS_H
#define SSSP_CORE_BALANCE_BALANCE_SLOTS_H

#include "core/base/arena.h"
#include "core/graph/bfs.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	guint32 *list;  /* [n_switches] private: all switches in that order */
	guint32 *slot;  /* [n_switches] by place (bfs.h) */
	guint32 *to;    /* [minimal channels] slot of the switch that a channel leads to */
	guint8 *beside; /* [n_switches] by place, 1: its channels lead to slots in a row, in order, and vectors pay */
	guint32 laid;   /* private: the target that these are for, GRAPH_NONE: none */
	gboolean vectors;
} BalanceSlots;

/* Its arrays come from the arena, which knows of refusals. NULL with SSSP_ERROR_MEMORY. O(channels). */
BalanceSlots *balance_slots_new(Arena *arena, const Graph *graph, GError **error);

/* For the minimal channels towards a switch, laid out, always the same for the same switch. O(minimal channels). */
void balance_slots_lay(BalanceSlots *slots, const Bfs *bfs);

#endif
