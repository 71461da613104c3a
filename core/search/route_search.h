/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds one minimal route that is legal in a lane and agrees with what is pinned: the lanes of all minimal routes are
 * settled channel by channel from the destination back, over the switches that lie on minimal routes from the
 * source, and one route is then read off.
 */
#ifndef SSSP_CORE_SEARCH_ROUTE_SEARCH_H
#define SSSP_CORE_SEARCH_ROUTE_SEARCH_H

#include "core/base/arena.h"
#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

typedef struct {
	guint32 source, target;
	LaneMask lanes;      /* any of these will do */
	const guint32 *pins; /* [n_switches] channel that a switch must take, GRAPH_NONE: any */
	const guint32 *back; /* the same for the way back to the source, or NULL */
	guint turn;          /* different turns give different routes where there is a choice */
} RouteQuery;

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const LaneSet *lanes;
	const LaneMask *covered;  /* or NULL */
	guint32 *queue;           /* scratch: [n_switches] */
	guint8 *queued;           /* scratch: [n_switches] */
	LaneMask *reach;          /* scratch: [n_channels] lanes of the routes that start with a channel */
	guint32 route[GRAPH_FAR]; /* the answer, from source to target */
	guint length;
	guint32 *previous; /* scratch: [n_channels] channel before, in the search for longer routes */
	guint32 *line;     /* scratch: [n_channels] */
	guint64 looked;    /* channels that searches for longer routes looked at so far */
	Arena *arena;      /* private: holds the scratch */
} RouteSearch;

/*
 * `covered`: what lane_set_cover() says of these lanes, which saves searches that cannot succeed, or NULL. The
 * arguments must outlive it. NULL with SSSP_ERROR_MEMORY.
 */
RouteSearch *route_search_new(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			      GError **error);
void route_search_free(RouteSearch *search); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RouteSearch, route_search_free)

/*
 * The same for routes of any length, the shortest one found first. Routes that pass a switch twice are left out, and
 * the search does not look for another way round when that happens. FALSE without a look once all searches together
 * have looked at as many channels as some seconds allow. O(lanes x turns).
 */
gboolean route_search_long(RouteSearch *search, const RouteQuery *query);

/* Whether there is such a route; it is left in `route`. O(turns on minimal routes from the source). */
gboolean route_search_run(RouteSearch *search, const RouteQuery *query);

#endif
