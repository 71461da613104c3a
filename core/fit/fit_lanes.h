/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the lanes that hosts use as dependency graphs that others are added to, and the trees that others need. */
#ifndef SSSP_CORE_FIT_FIT_LANES_H
#define SSSP_CORE_FIT_FIT_LANES_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/fit/class_order.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	LayersScope scope; /* of the routes that are there */
	guint max_lanes;
	gboolean far, minimal; /* what pairs of hosts may get (fit_round.h) */
	guint32 search_limit;  /* of lanes that are opened (cdg.h) */
	Routes *routes;
	Layers *layers;
	CdgTurns *turns;
	Cdg *lane[LAYERS_MAX]; /* NULL: not open yet */
	guint n_lent;          /* of these the first, and `turns`, are somebody else's */
	guint8 *kept;          /* [turns] on the first lane, of a spanning tree for multicast (mcast_tree.h) */
	ClassOrder *order;
	guint32 *first; /* [n_switches + 1] where a switch's trees begin in `tree` */
	guint32 *tree; /* destinations: those of its hosts; of a switch without, all its LIDs, of which the first stands
			   for all */
} FitLanes;

/*
 * Opens the lanes that `layers` has, with the routes of hosts; the first with the turns of a spanning tree of all that
 * sends, too, where these close no cycle. Where others are to be added (LAYERS_OF_ALL), one leaf
 * switch is chosen to turn upwards at. All must outlive it. NULL with SSSP_ERROR_MEMORY. O(turns + switches x LIDs).
 */
FitLanes *fit_lanes_new(const Graph *graph, const guint8 *hops, LayersScope scope, guint max_lanes, Routes *routes,
			Layers *layers, GError **error);
/*
 * The same for routes of all over the layers->n_layers lanes in lanes[], which hold what the routes need: they and
 * `turns` stay the caller's, and follow what is served. O(switches x channels).
 */
FitLanes *fit_lanes_over(const Graph *graph, guint max_lanes, Routes *routes, Layers *layers, CdgTurns *turns,
			 Cdg *const *lanes, GError **error);
void fit_lanes_free(FitLanes *fit); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FitLanes, fit_lanes_free)

/* Opens one more lane, which nothing uses yet, with an order of channel classes. FALSE with SSSP_ERROR_MEMORY. */
gboolean fit_lanes_open(FitLanes *fit, guint lane, GError **error);

/* Makes the open lanes hold what all routes need, but those of unproven pairs. FALSE with SSSP_ERROR_MEMORY. */
gboolean fit_lanes_refill(FitLanes *fit, GError **error);

/* The trees to a switch that count: first[v] .. this - 1. None to one without hosts that has no LID. */
static inline guint32 fit_lanes_end(const FitLanes *fit, guint32 v)
{
	return fit->graph->hosts[v] ? fit->first[v + 1] : MIN(fit->first[v] + 1, fit->first[v + 1]);
}

/* The pair of switches takes this lane for all between them. FALSE with SSSP_ERROR_MEMORY. */
gboolean fit_lanes_take(FitLanes *fit, guint lane, guint32 s, guint32 t, GError **error);

#endif
