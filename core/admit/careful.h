/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the routes to one destination hop by hop. Each hop enters a dependency graph (which channel waits for which)
 * before it is taken, and is taken only if it closes no cycle there. P-SSSP falls back on this where the routes that it
 * would choose freely close a cycle.
 *
 * Switches get their paths level by level, from the destination outward; a level is all switches with the same number
 * of hops. Of its channels to switches of a level, a switch takes the one with the least cost that closes no cycle. A
 * switch that finds none is asked again when the next level is complete, so its path gets longer. A switch that sends
 * nothing itself adds no dependencies until a path first goes through it; then it may still choose another channel. For
 * a switch that is left without a path, a neighbour takes another channel (careful_repair.c).
 * careful_attach() gives paths to a few switches beside routes that are there.
 */
#ifndef SSSP_CORE_ADMIT_CAREFUL_H
#define SSSP_CORE_ADMIT_CAREFUL_H

#include "core/admit/careful_state.h"

/* `balance` and `deps` must outlive the result; `deps` may be set later. NULL with SSSP_ERROR_MEMORY. */
Careful *careful_new(const Balance *balance, DependencyGraph *deps, GError **error);
void careful_free(Careful *careful); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Careful, careful_free)

/*
 * Fills row[n_switches] with entries of all switches that can reach the destination. `sends` ([n_switches], not NULL)
 * marks the switches that packets to it start at. `kept` ([n_switches], or NULL: none) marks switches whose entries
 * stay, and all switches on their paths: their dependencies are in the graph already. `repair`: where a switch is left
 * without a path neighbours take other channels, those that `kept` marks, too. TRUE: the caller may still take back
 * what was added (dependency_mark()). FALSE, with the dependency graph and the row as before, when a switch that sends
 * stays without a path; careful->order[0] is that switch. O(channels x log) apart from what dependencies cost.
 */
gboolean careful_route(Careful *careful, guint32 dest, const guint8 *sends, const guint8 *kept, gboolean repair,
		       guint8 *row);

/*
 * Gives the switches list[n] (nearest first, changed) new entries in the row, whose dependencies fit the order of the
 * graph, or with `anew` close no cycle. All other entries lead to the destination in hops[n_switches] hops, and their
 * dependencies are in the graph; with `anew` and careful->avoid they may change to others with as many hops. FALSE,
 * with the row and the graph as before, if a switch of the list finds no entry. O(n x channels of a switch) as a rule.
 */
gboolean careful_attach(Careful *careful, guint32 dest, const guint8 *hops, gboolean anew, guint32 *list, guint32 n,
			guint8 *row);

/*
 * Lists in order[n_switches] the switches whose paths in a row lead to the destination: its own switch first, each
 * other one after the next switch on its path. Fills hops[n_switches] with their hops, GRAPH_FAR for all others.
 * Returns how many are listed. O(switches), times hops where rows lead nowhere.
 */
guint32 careful_order(Careful *careful, guint32 dest, const guint8 *row, guint32 *order, guint8 *hops);

/* Lists in order[n_switches] the switches by hops[n_switches], without those at GRAPH_FAR; how many. O(switches). */
guint32 careful_list(const Graph *graph, const guint8 *hops, guint32 *order);

#endif
