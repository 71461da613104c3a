/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sees to it that a multicast tree fits beside the routes. On one lane or on lanes by ports (switches choose VLs by
 * input and output port), where none fits beside the routes as they are, several trees are tried: routes that close a
 * cycle with the tree change (beside_tree.h). The result with the fewest longer paths is taken, of equals that with the
 * lowest highest load. If it is worse than the routes as they were, a tree on one VL more is looked for beside these,
 * and else the same is tried with one VL more. With lanes by SL pairs of switches move from lane 0 to other lanes
 * instead (fit_beside_tree.h).
 */
#include "core/routing_work.h"

#include "core/base/error.h"
#include "core/choose/mcast_tree.h"
#include "core/fit/fit_beside_tree.h"
#include "core/graph/spanning_tree.h"
#include "core/reroute/beside_tree.h"
#include "core/reroute/changes.h"

#include <string.h>

/* ---- one lane, or lanes by ports */

/* Trees are tried from the previous or central one and from at most so many switches, within so many entries in all. */
#define MOST_ROOTS 8
#define MOST_ENTRIES 16e6

/* A VL by ports more is tried where the highest load would be so many times what it was. */
#define UNEVEN 1.1

/* A tree may cost at most so many times the highest load, and longer paths of one pair of hosts in so many. */
#define MOST_UNEVEN 1.25
#define MOST_LONGER_ONE_IN 100
#define A_FEW 10 /* more in fabrics so small that one route is much */

/* On one lane, one pair of hosts in so many may get a longer path before a second VL is tried. */
#define LONGER_ONE_IN 1000

/* Routes beside a tree. */
typedef struct {
	Routes *routes; /* NULL: there are none */
	PortVls *vls;   /* NULL: on one lane */
	guint8 *tree;   /* [n_channels] */
	guint64 longer; /* pairs of hosts with a longer path than need be */
	guint64 efi;    /* the highest load */
} Beside;

static void beside_clear(Beside *beside)
{
	routes_free(beside->routes);
	port_vls_free(beside->vls);
	g_free(beside->tree);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Beside, beside_clear)

static gboolean is_worse(const Beside *a, const Beside *b)
{
	return a->longer != b->longer ? a->longer > b->longer : a->efi > b->efi;
}

/*
 * Routes beside a tree that begins with `tree` or, unless that is GRAPH_NONE, with switch `root`, on lanes like `vls`
 * (NULL: one lane), and keeps the result in *best if it is better. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean attempt(const RoutingWork *w, guint32 root, const guint8 *tree, const PortVls *vls, Beside *best,
			GError **error)
{
	GError *failure = NULL;
	const Graph *graph = w->graph;
	g_auto(Beside) now = {.routes = routes_copy(graph, w->routes, error)};
	if (!now.routes || (vls && !(now.vls = port_vls_copy(graph, vls, error))))
		return FALSE;
	if (!(now.tree = g_try_malloc(graph->n_channels + (gsize)1)))
		return sssp_error_memory(error, "multicast trees", graph->n_channels);
	memcpy(now.tree, tree, graph->n_channels);
	const Layers lanes = {.n_layers = 1, .vls = now.vls};
	/* With REROUTE_STAY only what closes a cycle with the tree changes. */
	gboolean evens = !w->routing->rerouted || w->options->balance != REROUTE_STAY;
	if (!beside_tree_route(graph, w->routing->hops, root, evens, now.tree, now.vls, now.routes, &failure) ||
	    !layers_are_proven(graph, now.routes, &lanes, NULL, &failure))
		return sssp_error_pass(error, failure);
	now.longer = routes_nonminimal(graph, now.routes, w->routing->hops);
	now.efi = routes_efi(graph, now.routes);
	if (!best->routes || is_worse(best, &now)) {
		Beside before = *best;
		*best = now;
		now = before;
	}
	return TRUE;
}

/* Makes *best the best routes beside one of several trees, if these are better. FALSE with SSSP_ERROR_MEMORY. */
static gboolean attempt_all(const RoutingWork *w, const guint8 *tree, const PortVls *vls, const Beside *before,
			    Beside *best, GError **error)
{
	const Graph *graph = w->graph;
	double entries = (double)graph->n_dests * graph->n_switches;
	guint32 roots = MIN(graph->n_switches, (guint32)MIN(MOST_ENTRIES / entries, MOST_ROOTS));
	gboolean fine = attempt(w, GRAPH_NONE, tree, vls, best, error);
	for (guint32 i = 0; i < roots && fine && (!best->routes || is_worse(best, before)); i++)
		fine = attempt(w, i * (graph->n_switches / roots), tree, vls, best, error);
	return fine;
}

/* Has the figures of w->layers follow its VLs by ports, and forgets what was known of routes before. */
static void note_vls(const RoutingWork *w)
{
	Layers *layers = w->layers;
	g_clear_pointer(&layers->used[0], g_free);
	layers->proven = FALSE;
	if (!layers->vls)
		return;
	if (!w->routing->rerouted)
		layers->strategy = "by ports";
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = layers->vls->n_vls;
}

/* Takes over routes beside a tree. */
static void take_over(RoutingWork *w, Beside *beside)
{
	Layers *layers = w->layers;
	Routing *routing = w->routing;
	routes_swap(w->routes, beside->routes);
	if (beside->vls) {
		port_vls_free(layers->vls);
		layers->vls = g_steal_pointer(&beside->vls);
	}
	note_vls(w);
	layers->tree = g_steal_pointer(&beside->tree);
	if (!routing->rerouted) {
		routing->fresh_efi = beside->efi;
		return;
	}
	routing->nonminimal_pairs = count_longer_pairs(w->graph, routing->hops, w->before, w->routes);
	layers->detours = layers->vls ? beside->longer : MIN(layers->detours, routing->nonminimal_pairs);
}

/*
 * Returns VLs by ports like those of the routes with one VL more, which no route has. NULL without `error` where there
 * may be none.
 */
static PortVls *one_vl_more(const RoutingWork *w, GError **error)
{
	const Layers *layers = w->layers;
	guint most = MIN(w->max_lanes, PORT_VLS_MOST), n = layers_n_vls(layers);
	gboolean costs_a_copy = w->options->spread_ports && most / (n + 1) < most / n;
	if (w->options->by_sl || n >= most || costs_a_copy)
		return NULL;
	PortVls *vls =
		layers->vls ? port_vls_copy(w->graph, layers->vls, error) : port_vls_new_zero(w->graph, 1, error);
	if (vls)
		vls->n_vls++;
	return vls;
}

/* Looks for a tree beside the routes as they are, on these VLs; takes `vls` if there is one. FALSE as make_room(). */
static gboolean find_on(const RoutingWork *w, PortVls **vls, const guint8 *previous, GError **error)
{
	Layers *layers = w->layers;
	PortVls *before = layers->vls;
	layers->vls = *vls;
	gboolean fine = mcast_tree_hold(w->graph, w->routing->hops, w->routes, layers, previous, NULL, error);
	if (layers->tree) {
		*vls = NULL;
		port_vls_free(before);
		note_vls(w);
	} else {
		layers->vls = before;
	}
	return fine;
}

/*
 * Whether routes beside a tree cost more than a VL: where there is one lane, QoS would have to be turned on for it, so
 * that a few longer paths cost less.
 */
static gboolean cost_a_vl(const RoutingWork *w, const Beside *best, const Beside *before)
{
	guint64 pairs = (guint64)w->graph->n_hosts * w->graph->n_hosts;
	if (!best->routes)
		return TRUE;
	gboolean uneven = (double)best->efi > UNEVEN * (double)before->efi;
	return w->layers->vls ? uneven || best->longer > before->longer
			      : best->longer > before->longer + pairs / LONGER_ONE_IN;
}

/* Whether routes beside a tree are not far worse than without: those of hosts come first. */
static gboolean is_affordable(const RoutingWork *w, const Beside *best, const Beside *before)
{
	guint64 pairs = (guint64)w->graph->n_hosts * w->graph->n_hosts;
	return best->longer <= before->longer + pairs / MOST_LONGER_ONE_IN + A_FEW &&
	       (double)best->efi <= MOST_UNEVEN * (double)before->efi + A_FEW;
}

/* Makes room for a tree. FALSE with SSSP_ERROR_MEMORY. */
static gboolean make_room(RoutingWork *w, const guint8 *previous, GError **error)
{
	GError *failure = NULL;
	const Graph *graph = w->graph;
	g_auto(Beside) best = {0};
	const Beside before = {.longer = routes_nonminimal(graph, w->routes, w->routing->hops),
			       .efi = routes_efi(graph, w->routes)};
	g_autofree guint8 *central = spanning_tree_find(graph, w->routing->hops, error);
	const guint8 *tree = previous ? previous : central;
	if (!central || !attempt_all(w, tree, w->layers->vls, &before, &best, error))
		return FALSE;
	g_autoptr(PortVls) more = cost_a_vl(w, &best, &before) ? one_vl_more(w, &failure) : NULL;
	if (more && find_on(w, &more, previous, &failure) && !w->layers->tree)
		attempt_all(w, tree, more, &before, &best, &failure);
	if (best.routes && !w->layers->tree && is_affordable(w, &best, &before))
		take_over(w, &best);
	return sssp_error_pass(error, failure);
}

/* ---- lanes by SL */

/* The number of lanes up to the highest one that pairs are on that were on another before. */
static guint lanes_of_moved(const RoutingWork *w, const guint8 *before)
{
	gsize entries = (gsize)w->graph->n_dests * w->graph->n_switches;
	guint lanes = 0;
	for (gsize i = 0; i < entries; i++)
		if (w->layers->layer[i] != before[i])
			lanes = MAX(lanes, w->layers->layer[i] + 1u);
	return lanes;
}

/* The number of lanes up to the highest one that routes are on which carry data. */
static guint lanes_in_use(const RoutingWork *w)
{
	const Graph *g = w->graph;
	guint lanes = 1;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (v != g->dests[d].vertex && route_carries_data(g, v, d))
				lanes = MAX(lanes, w->layers->layer[(gsize)d * g->n_switches + v] + 1u);
	return lanes;
}

/* Takes over what fit_beside_tree() has changed. */
static void take_lanes(RoutingWork *w, const guint8 *before)
{
	Layers *layers = w->layers;
	layers->n_layers = MIN(layers->n_layers, lanes_in_use(w));
	layers->n_needed = MIN(MAX(layers->n_needed, lanes_of_moved(w, before)), layers->n_layers);
	for (guint class = 0; class < FABRIC_N_CLASSES; class ++)
		layers->class_lanes[class] = layers->n_needed;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_clear_pointer(&layers->used[lane], g_free);
	layers->proven = FALSE;
	w->routing->fresh_efi = routes_efi(w->graph, w->routes);
}

/* Makes room for a tree on lane 0 of routes that were made afresh by SL. FALSE with SSSP_ERROR_MEMORY. */
static gboolean make_room_by_sl(RoutingWork *w, GError **error)
{
	GError *failure = NULL;
	const Graph *graph = w->graph;
	Layers *layers = w->layers;
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	g_autoptr(LaneUse) use = NULL;
	if (!turns)
		return FALSE;
	g_autofree guint8 *used = g_try_malloc0(turns->first[graph->n_channels] + 1u);
	g_autofree guint8 *tree = g_try_malloc0(graph->n_channels + 1u), *layer = g_try_malloc(entries + 1);
	if (!used || !tree || !layer)
		return sssp_error_memory(error, "multicast trees", entries);
	memcpy(layer, layers->layer, entries);
	if (!layers_mark_lane(graph, w->routes, LAYERS_OF_ALL, layers, 0, turns, used, error))
		return FALSE;
	if (fit_beside_tree(graph, w->routing->hops, w->max_lanes, used, tree, w->routes, layers, &use, &failure)) {
		layers->tree = g_steal_pointer(&tree);
		if (use)
			take_lanes(w, layer);
	}
	return sssp_error_pass(error, failure);
}

/* ---- both */

gboolean routing_leave_tree(RoutingWork *w, GError **error)
{
	Layers *layers = w->layers;
	if (layers->tree || routing_as_is(w->options))
		return TRUE;
	if (layers->n_layers == 1 && !layers->also)
		g_clear_pointer(&layers->layer, g_free); /* all are on lane 0 */
	/* Lanes by SL that were kept have had their room (core/reroute); routes of other engines have to stay. */
	gboolean done = layers->layer && w->routing->rerouted;
	gboolean stays =
		layers->routes_stay || layers->n_unproven || layers->also || (layers->layer && w->max_lanes < 2);
	if (done || stays)
		return TRUE;
	g_autofree guint8 *previous = routing_previous_tree(w);
	if (!mcast_tree_hold(w->graph, w->routing->hops, w->routes, layers, previous, NULL, error))
		return FALSE;
	/* Where nothing has changed in the fabric, nothing changes here either. */
	if (layers->tree || (w->routing->rerouted && w->before->unchanged))
		return TRUE;
	return layers->layer ? make_room_by_sl(w, error) : make_room(w, previous, error);
}
