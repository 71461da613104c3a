/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/dependency: the channel dependency graph that routes are admitted to one by one. In the order in
 * which to read:
 *
 *   dependency         the graph of (channel, VL), its log and the return to an earlier mark (below)
 *   dependency_graph   its data, and what reads them at the cost of a look
 *   dependency_order   the topological order, kept up as dependencies are added
 *   dependency_witness cycles that were found, kept as most of them are found again
 *   dependency_state   what a path adds, hop by hop, with VLs for states that have none
 *   dependency_fill    the dependencies of whole routes
 *   dependency_tree    those of a tree that multicast takes beside them
 */

/*
 * Keeps the channel dependency graph, with VLs by ports, and refuses each dependency that would close a cycle. A
 * dependency says that packets on one channel (a direction of a cable) wait for another. Routing adds the dependencies
 * of a route before it takes the route, so that no finished routes hold a credit loop.
 *
 * Vertices are (channel, VL). A packet that came over channel b and leaves by channel c is in the state (b, c); the
 * switch gives each state one VL by its SL to VL table of input and output port, whatever the packet's SL. When its
 * path goes on with channel d, (c, VL of (b, c)) depends on (d, VL of (c, d)). Packets that a switch's own ports send
 * have a state for each channel too. With one VL this is the channel dependency graph of W. Dally and C. Seitz
 * ("Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", 1987).
 *
 * A topological order of the vertices is kept. For a dependency that runs against it, two searches, one from each end,
 * walk the part of the order between the ends (B. Haeupler, T. Kavitha, R. Mathew, S. Sen, R. Tarjan, "Incremental
 * Cycle Detection, Topological Ordering, and Strong Component Maintenance", 2012). Where they meet, the dependency
 * closes a cycle and is refused. Else the vertices found change places (D. Pearce, P. Kelly, "A Dynamic Topological
 * Sort Algorithm for Directed Acyclic Graphs", 2007, section 3). Where one search has found too many vertices, those of
 * the other search move past all that stand between the ends instead (A. Marchetti-Spaccamela, U. Nanni, H. Rohnert,
 * "Maintaining a Topological Order Under Edge Insertions", 1996).
 *
 * A dependency is a bit, at the place that channel d has among those of its switch, so whether one is there costs one
 * look. How many routes make it is not counted: within a pass dependencies are only added, between passes
 * dependency_retain() drops those that no route makes.
 *
 * What was added since a mark can be taken back. A refusal is remembered, as further dependencies cannot open the
 * cycle. Where something of the cycle that was found can still be taken back, the refusal is taken back with what was
 * added before it. After a removal dependency_forget() drops all refusals.
 *
 * Memory: 32 bytes for each vertex and 64 channels of the widest switch, 28 for each vertex, with more VLs than one a
 * byte for each state: 25 MiB for 10,000 switches of 36 ports and one VL. 64 bytes for each cycle that is remembered,
 * up to 4 MiB.
 */
#ifndef SSSP_CORE_DEPENDENCY_DEPENDENCY_H
#define SSSP_CORE_DEPENDENCY_DEPENDENCY_H

#include "core/dependency/dependency_order.h"

#include <glib.h>

/* Empty, in the order of channel numbers. `turns` must outlive it. NULL with SSSP_ERROR_MEMORY. O(vertices x words). */
DependencyGraph *dependency_new(const CdgTurns *turns, guint n_vls, GError **error);
void dependency_free(DependencyGraph *deps); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DependencyGraph, dependency_free)

/*
 * Empties it, and orders its vertices by VL and then by place[n_channels], which must outlive it; NULL: by channel
 * number. O(vertices).
 */
void dependency_clear(DependencyGraph *deps, const guint32 *place);

/*
 * Takes over the dependencies, refusals, VLs and order of another graph of the same turns and VLs, but not `began`;
 * nothing of them can be taken back. O(vertices x words + states).
 */
void dependency_copy(DependencyGraph *deps, const DependencyGraph *from);

/* Gives a state that has none a VL. O(1). FALSE, with nothing changed, when the log is full. */
gboolean dependency_set_state(DependencyGraph *deps, guint32 b, guint32 c, guint vl);
gboolean dependency_set_sent(DependencyGraph *deps, guint32 c, guint vl);

/*
 * Adds the dependency of (c, vl) on (d, VL of (c, d)), which has one. FALSE, with all dependencies as they were, if it
 * closes a cycle (that is remembered), if a link has fewer VLs (graph->lanes), if it is not in order (keeps_order), or
 * when the log is full. O(1) where it is there or in order or was refused before; else, of what is between both ends in
 * the order, O(dependencies of twice the vertices on the side that has fewer, `few` at least, and places).
 */
gboolean dependency_add(DependencyGraph *deps, guint32 c, guint vl, guint32 d);

/*
 * The same without a look at the order, for many at once: dependency_sort() says of all whether they close a cycle, and
 * must be called before anything else, unless all are in order. Nothing of it can be taken back. FALSE, with nothing
 * changed, if a link has fewer VLs. O(1).
 */
gboolean dependency_put(DependencyGraph *deps, guint32 c, guint vl, guint32 d);

/* Removes one that no route makes any more. O(VLs). */
void dependency_remove(DependencyGraph *deps, guint32 c, guint vl, guint32 d);

/*
 * Adds the dependency of packets that came over channel b, leave by channel c and go on with channel d (GRAPH_NONE:
 * they have arrived). If the state (b, c) has no VL it gets the highest that closes no cycle (with lowest_first the
 * lowest), and one that needs no other order if there is such a one. The state (c, d) must have a VL. FALSE, with
 * nothing changed, where no VL serves.
 */
gboolean dependency_add_hop(DependencyGraph *deps, guint32 b, guint32 c, guint32 d);

/* The same for packets of the switch's own ports that leave by channel c. */
gboolean dependency_send(DependencyGraph *deps, guint32 c, guint32 d);

/*
 * Whether channel c may go on with d at no cost on some VL: the dependency is there or in order, or the state has no VL
 * yet. Exact with one VL. O(VLs).
 */
gboolean dependency_is_free(const DependencyGraph *deps, guint32 c, guint32 d);

/*
 * The place of channel c in the order of channels: with one VL as it is now, until `n_reorders` changes, else as it was
 * at the beginning, where a path of V - 1 descents needs V VLs. O(1).
 */
static inline guint32 dependency_place(const DependencyGraph *deps, guint32 c)
{
	if (deps->n_vls == 1)
		return deps->place[c];
	return deps->began ? deps->began[c] : c;
}

/*
 * Whether channel d may follow c in that order. With one VL this is so where the dependency is there, as it is in order
 * then. O(1).
 */
static inline gboolean dependency_ascends(const DependencyGraph *deps, guint32 c, guint32 d)
{
	return dependency_place(deps, c) < dependency_place(deps, d);
}

/* Returns a mark: what is added from now on can be taken back, down to it. */
static inline guint32 dependency_mark(const DependencyGraph *deps)
{
	return deps->n_log;
}

/* Takes back all that was added since a mark. O(what was added). */
void dependency_return(DependencyGraph *deps, guint32 mark);

/* Makes all that was added final, so that it can no longer be taken back. O(what was added). */
void dependency_keep(DependencyGraph *deps);

/* Forgets all refusals, as something was removed that may have caused them. O(vertices x words). */
void dependency_forget(DependencyGraph *deps);

/*
 * Drops the dependencies that are not in `used` ([n_vertices][words], as `next`), and with more VLs than one the VLs of
 * states and of channels' own packets that are not in state_used[states] and sent_used[n_channels]. The order and the
 * VLs of all others stay. O(vertices x words + states).
 */
void dependency_retain(DependencyGraph *deps, const guint64 *used, const guint8 *state_used, const guint8 *sent_used);

/* ---- dependency_fill.c: many dependencies at once, and the VLs by ports read out */

/*
 * Adds the dependencies of all routes that carry data (route_carries_data()) to an empty graph of as many VLs, as far
 * as entries lead to the destination. FALSE with SSSP_ERROR_MEMORY, or without an error where they close a cycle, a
 * link has fewer VLs or a state that is used has no VL. O(switches x destinations), and what dependencies cost.
 */
gboolean dependency_fill(DependencyGraph *deps, const Routes *routes, const PortVls *vls, GError **error);

/* The same with one VL, of the turns that used[turns] marks. FALSE: they close a cycle. O(turns). */
gboolean dependency_fill_used(DependencyGraph *deps, const guint8 *used);

/* Copies the VLs of all states that have one to `vls`, of the same graph. O(states). */
void dependency_read_vls(const DependencyGraph *deps, PortVls *vls);

#endif
