/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps a channel dependency graph for each lane in use. The graph begins with the turns (a channel and the next) of
 * routes that have the lane, and gets those of further pairs of switches. A pair may use a lane if its turns close no
 * cycle in the lane's graph. Also lists the destinations on each switch to which pairs need routes.
 */
#ifndef SSSP_CORE_FIT_FIT_LANES_H
#define SSSP_CORE_FIT_FIT_LANES_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/fit/class_order.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

/* Pairs that had a lane in the previous routing, on which connections may go on. */
typedef struct {
	const guint8 *without; /* [from][to] switches, 1: the pair had no lane; NULL: all pairs had one */
	guint64 longer;        /* pairs of a host and a LID on detours, except pairs that stay on their lane */
} FitKeep;

/* What pairs may get. */
typedef struct {
	guint max_lanes;
	gboolean far;         /* hosts: paths that change any number of entries (fit_path.h) may be tried */
	gboolean minimal;     /* with `far`: no path longer than minimal */
	gboolean free;        /* with `far`, not with `minimal`: at last also new paths that change a lane's order */
	guint32 search_limit; /* Cdg.search_limit of the lanes */
	/*
	 * NULL, or pairs stay on the lane that they have in layers->layer, and their routes fit on the lanes of
	 * layers->also as well, if that is possible, even by a longer path; keep->longer is updated as they are served
	 */
	FitKeep *keep;
} FitOptions;

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* from graph_hops() */
	LayersScope scope;  /* which routes the lanes hold: those of hosts, or all that carry data */
	FitOptions options;
	Routes *routes;
	Layers *layers;
	CdgTurns *turns;
	Cdg *lane[LAYERS_MAX]; /* NULL: not open yet */
	guint n_lent;          /* the first n_lent lanes and, unless 0, `turns` belong to the caller */
	guint8 *kept; /* [turns] 1: on the first lane, of a spanning tree for multicast; NULL with lent lanes */
	ClassOrder *order;
	guint32 *first; /* [n_switches + 1] where the destinations of a switch begin in `tree` */
	guint32 *tree; /* [first[n_switches]] by switch: its hosts' destinations; without hosts, all its LIDs, the first
			  of which stands for all */
} FitLanes;

/*
 * Opens the lanes of `layers` with the turns of hosts' routes. The first lane also gets the turns of a spanning tree of
 * all switches that send, if they close no cycle. With LAYERS_OF_ALL, each lane also allows turns from down to up at
 * one leaf switch (fit_lanes.c). All arguments but `options` must outlive the result; `hops` is from graph_hops().
 * NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when hosts' routes have a cycle. O(turns + switches x LIDs).
 */
FitLanes *fit_lanes_new(const Graph *graph, const guint8 *hops, LayersScope scope, const FitOptions *options,
			Routes *routes, Layers *layers, GError **error);
/*
 * Takes over the lanes lanes[layers->n_layers], which hold the turns of all routes that carry data. These lanes and
 * `turns` stay the caller's; turns of pairs that are served later are added to them. NULL with SSSP_ERROR_MEMORY.
 * O(switches x channels).
 */
FitLanes *fit_lanes_over(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
			 CdgTurns *turns, Cdg *const *lanes, GError **error);
void fit_lanes_free(FitLanes *fit); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FitLanes, fit_lanes_free)

/* Opens one more lane, without turns, whose channels are in an order of classes. FALSE with SSSP_ERROR_MEMORY. */
gboolean fit_lanes_open(FitLanes *fit, guint lane, GError **error);

/*
 * Fills the open lanes anew with the turns of all routes of fit->scope, those of unproven pairs apart, and limits
 * their searches. FALSE with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when a lane has a cycle then.
 */
gboolean fit_lanes_refill(FitLanes *fit, GError **error);

/*
 * Returns the end of the destinations on switch v that count: they are fit->tree[i] for i from fit->first[v] up to, but
 * not including, this. On a switch without hosts only its first LID counts, as the others follow it.
 */
static inline guint32 fit_lanes_end(const FitLanes *fit, guint32 v)
{
	return fit->graph->hosts[v] ? fit->first[v + 1] : MIN(fit->first[v] + 1, fit->first[v + 1]);
}

/* Puts all routes between two switches, both directions, on this lane of fit->layers. FALSE with SSSP_ERROR_MEMORY. */
gboolean fit_lanes_take(FitLanes *fit, guint lane, guint32 s, guint32 t, GError **error);

#endif
