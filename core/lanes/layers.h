/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Layers: each route (source switch, destination LID) gets a virtual lane so that the channel dependency graph of
 * every lane has no cycle. The lane is the path's service level.
 *
 * Routes that carry data are those between two hosts, and between a host and a switch's own LID, both ways; only
 * these are layered. Other switch-to-switch routes carry none and keep layer 0.
 */
#ifndef SSSP_CORE_LANES_LAYERS_H
#define SSSP_CORE_LANES_LAYERS_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

#define LAYERS_MAX 15

typedef struct {
	guint n_needed;      /* lanes without which this assignment would have a cycle */
	guint n_layers;      /* lanes in use; more when idle ones were given work */
	guint8 *layer;       /* [n_dests][n_switches] of the route from a switch; NULL when n_layers is 1 */
	gboolean proven;     /* these very routes were seen to have no cycle on one lane */
	gboolean lane_aware; /* the routes were chosen for these lanes (search/search.h) */
} Layers;

/* One lane for everything. Never NULL. */
Layers *layers_single(void);

/* All routes on layer 0, to be given others. NULL with SSSP_ERROR_MEMORY. */
Layers *layers_new(const Graph *graph, GError **error);
void layers_free(Layers *layers); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Layers, layers_free)

/*
 * Whether no lane has a cycle (`layer` NULL: all routes on one). One topological sort a lane of the dependencies that
 * the routes really make. FALSE with `error` set when memory is short, without when a lane has a cycle.
 * O(switches x LIDs + lanes x turns).
 */
gboolean layers_are_acyclic(const Graph *graph, const Routes *routes, const guint8 *layer, guint n_layers,
			    GError **error);

/*
 * Marks in used[turns] (1; the rest is left) the dependencies that the routes of one lane make. FALSE with
 * SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean layers_mark_lane(const Graph *graph, const Routes *routes, const guint8 *layer, guint lane,
			  const CdgTurns *turns, guint8 *used, GError **error);

/*
 * Plain first fit for routes that must stay as they are: destination by destination, each route goes to the first
 * lane where it closes no cycle (T. Hoefler et al. 2009, section III.D; T. Skeie et al., LASH). Not symmetric.
 * NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when `max_layers` do not suffice.
 */
Layers *layers_first_fit(const Graph *graph, const Routes *routes, guint max_layers, GError **error);

#endif
