/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds what a finished routing was computed on and with, its stand: graph, hops, routes, lanes and the turns in use.
 * The next routing starts from it and need not find all that out from tables. A process that routes again and again
 * keeps it; it is no part of the result.
 */
#ifndef SSSP_CORE_PREVIOUS_STAND_H
#define SSSP_CORE_PREVIOUS_STAND_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_use.h"
#include "core/lanes/layers.h"
#include "core/previous/away.h"

#include <glib.h>

typedef struct {
	Graph *graph;
	guint8 *hops;  /* the routing's */
	guint8 *mcast; /* the same */
	Routes *routes;
	Layers *layers;           /* no pair is `unproven` */
	guint64 nonminimal_pairs; /* as in Routing */
	CdgTurns *turns;
	/*
	 * [lane][turns] 1: a turn that routes make, or that routes before them made since the last routing afresh, so
	 * that connections may go on with the service levels that they got then
	 */
	guint8 *used[LAYERS_MAX];
	Away *away;         /* hosts of earlier routings that are out of reach; NULL: all are there */
	gboolean of_tables; /* it was made of tables (stand_of_tables.c), and has `hops` and `mcast` of its own */
} Stand;

/*
 * Takes over graph, routes and layers, in any case; `hops`, and a routing's `mcast` that is set later, must outlive it.
 * Turns in use come along with layers->used where the routing has filled that. NULL with SSSP_ERROR_MEMORY. O(switches
 * x LIDs) where it has not.
 */
Stand *stand_new(Graph *graph, guint8 *hops, Routes *routes, Layers *layers, GError **error);
void stand_free(Stand *stand); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Stand, stand_free)

/* A stand as seen from a new graph: switches by GUID. */
typedef struct {
	const Stand *stand;
	const Graph *graph;
	gboolean same; /* all switches have the number they had */
	guint32 *then; /* [n_switches of the new graph] what number a switch had, GRAPH_NONE: it is new */
	guint32 *now;  /* [n_switches of the stand] what number it has, GRAPH_NONE: it is gone */
} StandView;

/* All must outlive it; the arena holds its arrays. FALSE with SSSP_ERROR_MEMORY. O(switches). */
gboolean stand_view_init(StandView *view, const Stand *stand, const Graph *graph, Arena *arena, GError **error);

/* The channel of the new graph that is channel c of the stand's, GRAPH_NONE: it is gone. O(1). */
static inline guint32 stand_channel(const StandView *view, guint32 c)
{
	const Graph *then = view->stand->graph, *graph = view->graph;
	guint32 from = view->now[then->from[c]], to = view->now[then->to[c]];
	guint32 now = from == GRAPH_NONE || to == GRAPH_NONE ? GRAPH_NONE : graph_channel(graph, from, then->port[c]);
	return now != GRAPH_NONE && graph->to[now] == to ? now : GRAPH_NONE;
}

/* Copies then[], a row of the stand, to row[n_switches] by the numbers of the new graph; new switches get `none`. */
void stand_row(const StandView *view, const guint8 *then, guint8 none, guint8 *row);

/*
 * Returns the turns that the stand has in use, as far as they are there still, on `n_lanes` lanes; those that it does
 * not have are empty. NULL with SSSP_ERROR_MEMORY, or without `error` when a lane has a cycle. O(lanes x turns).
 */
LaneUse *stand_lane_use(const StandView *view, guint n_lanes, GError **error);

/*
 * Fills routes->load for the rows of `routes` on the new graph, from what they were: before[d] is the stand's
 * destination that d was, GRAPH_NONE: none. An entry that is the stand's must lead to the same switch still, as after
 * previous_routes_new(). FALSE with SSSP_ERROR_MEMORY. O(channels + switches x LIDs), O(channels) for each row that
 * differs and O(hops) for each of its routes that does; for all where a switch has another number of hosts.
 */
gboolean stand_loads(const StandView *view, const guint32 *before, Routes *routes, GError **error);

#endif
