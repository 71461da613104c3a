/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds Up / Down routes: says whether a channel goes up or down, and finds the routes that never turn from down to up
 * (M. D. Schroeder et al., "Autonet", 1991). A cycle of dependencies would need such a turn, so all these routes
 * together need one lane.
 *
 * Switches are put into one order: by hops from the nearest root, then by GUID; or by given heights. Up is towards the
 * front of the order. A switch that has a path to the destination that only goes down takes the shortest of these,
 * because packets that come in from above may not go up again; any other goes up where that is shortest in all. So a
 * route may be longer than the shortest legal one: tables know where a packet goes, but not where it came from.
 */
#ifndef SSSP_CORE_ENGINES_UPDOWN_H
#define SSSP_CORE_ENGINES_UPDOWN_H

#include "core/base/arena.h"
#include "core/graph/bfs.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	guint32 *sorted; /* [n_switches] vertices in the order */
	guint32 *place;  /* [n_switches] place of a vertex in it */
	guint32 *below;  /* [n_switches] scratch: hops of the path that only goes down; GRAPH_NONE: none */
	guint32 *total;  /* [n_switches] scratch: hops of the route; GRAPH_NONE: none */
	guint8 *state;   /* [n_switches] scratch of updown_order_by() */
	Bfs *plain;      /* scratch: minimal routes to `target` */
	Arena *arena;    /* private: holds the arrays */
} Updown;

/* For a graph, which must outlive it. NULL with SSSP_ERROR_MEMORY. */
Updown *updown_new(const Graph *graph, GError **error);
void updown_free(Updown *updown); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Updown, updown_free)

/*
 * Makes the order. `root[v]` says which switches are roots; a piece of the graph without one is ordered from its switch
 * with the lowest GUID. O(switches log switches + channels).
 */
void updown_order(Updown *updown, const guint8 *root);

/*
 * Makes the order by height[n_switches]. The highest switch of each piece is its only root; next comes always the
 * highest switch of those that have a neighbour in the order. So all switches of a piece have legal routes, and where
 * each but the root has a higher neighbour the order is that of the heights. O(switches^2 + channels), where a switch
 * is a byte that memchr() looks at.
 */
void updown_order_by(Updown *updown, const guint32 *height);

/*
 * Fills `legal` with the channels that each switch may take on legal routes to `target`, and the hops of these routes.
 * A switch without a legal route, which there can only be with two roots, gets its minimal channels, so that packets
 * arrive all the same. Returns how many such switches exchange data with the target. O(switches + channels).
 */
guint32 updown_find_legal(Updown *updown, guint32 target, Bfs *legal);

#endif
