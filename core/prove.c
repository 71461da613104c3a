/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads routes and lanes out of finished tables, checks them as computed ones are checked, and makes a Routing of them.
 * Nothing in the tables is taken for granted: the route from every switch to every destination is walked.
 */
#include "core/prove.h"

#include "core/base/error.h"
#include "core/graph/routes.h"
#include "core/lanes/sl2vl_from_port_vls.h"

#include <string.h>

#define GUID_FORMAT "0x%016" G_GINT64_MODIFIER "x"

#define wrong(error, ...) sssp_error_set(error, SSSP_ERROR_INPUT, __VA_ARGS__)

/* ---- tables to routes */

static gboolean same_switches(const Graph *graph, const Lft *lft, GError **error)
{
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (!lft_row(lft, graph->guid[v]))
			return wrong(error, "no table of switch " GUID_FORMAT, graph->guid[v]);
	if (lft->n_switches != graph->n_switches)
		return wrong(error, "tables of %u switches for %u", lft->n_switches, graph->n_switches);
	return TRUE;
}

/* Whether no table has an entry for a LID that no port has. Tables with such an entry were made for another fabric. */
static gboolean no_stray_entries(const Graph *graph, const Lft *lft, GError **error)
{
	g_autofree guint8 *known = g_try_malloc0((gsize)lft->n_lids + FABRIC_MAX_LID + 1);
	if (!known)
		return sssp_error_memory(error, "LIDs", lft->n_lids);
	for (guint32 d = 0; d < graph->n_dests; d++)
		known[graph->dests[d].lid] = 1;
	for (guint32 v = 0; v < lft->n_switches; v++)
		for (guint32 lid = 0; lid < lft->n_lids; lid++)
			if (!known[lid] && lft->port[(gsize)v * lft->n_lids + lid] != LFT_NO_PATH)
				return wrong(error, "switch " GUID_FORMAT " has an entry for LID %u, which no port has",
					     lft->guid[v], lid);
	return TRUE;
}

static gboolean copy_row(const Graph *graph, const Lft *lft, guint32 v, Routes *routes, GError **error)
{
	const guint8 *table = lft_row(lft, graph->guid[v]);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *dest = &graph->dests[d];
		guint8 port = lft_port(lft, table, dest->lid);
		if (dest->vertex == v && port != dest->port)
			return wrong(error, "switch " GUID_FORMAT " sends LID %u, which is behind port %u, to port %u",
				     graph->guid[v], dest->lid, dest->port, port);
		routes_row(routes, d)[v] = dest->vertex == v ? 0 : port;
	}
	return TRUE;
}

static Routes *read_routes(const Graph *graph, const Lft *lft, GError **error)
{
	if (!same_switches(graph, lft, error) || !no_stray_entries(graph, lft, error))
		return NULL;
	g_autoptr(Routes) routes = routes_new(graph, error);
	for (guint32 v = 0; routes && v < graph->n_switches; v++)
		if (!copy_row(graph, lft, v, routes, error))
			return NULL;
	return g_steal_pointer(&routes);
}

/* ---- does everything arrive? */

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint32 *state; /* [n_switches] 2d + 1 on the path walked now, 2d + 2 known to reach destination d */
	guint32 *path;  /* [n_switches] switches on the path walked now */
	guint32 n_path;
} Walk;

/*
 * Walks from switch v to one that is known to reach destination d: those walked are known to reach it, too. FALSE with
 * SSSP_ERROR_INPUT where the walk ends elsewhere or comes round.
 */
static gboolean walk_path(Walk *walk, guint32 v, guint32 d, GError **error)
{
	const Graph *graph = walk->graph;
	const guint8 *row = routes_row(walk->routes, d);
	guint lid = graph->dests[d].lid;

	for (walk->n_path = 0; walk->state[v] != 2 * d + 2;) {
		guint32 c = route_channel(graph, row, v);
		if (walk->state[v] == 2 * d + 1)
			return wrong(error, "LID %u has a forwarding loop at switch " GUID_FORMAT, lid, graph->guid[v]);
		if (row[v] == ROUTE_NONE)
			return wrong(error, "switch " GUID_FORMAT " has no entry for LID %u", graph->guid[v], lid);
		if (c == GRAPH_NONE)
			return wrong(error, "switch " GUID_FORMAT " sends LID %u to port %u, which leads to no switch",
				     graph->guid[v], lid, row[v]);
		walk->state[v] = 2 * d + 1;
		walk->path[walk->n_path++] = v;
		v = graph->to[c];
	}
	while (walk->n_path)
		walk->state[walk->path[--walk->n_path]] = 2 * d + 2;
	return TRUE;
}

static gboolean walk_tree(Walk *walk, const guint8 *hops, guint32 d, GError **error)
{
	const Graph *graph = walk->graph;
	guint32 root = graph->dests[d].vertex;
	const guint8 *row = routes_row(walk->routes, d), *near = hops + (gsize)root * graph->n_switches;

	walk->state[root] = 2 * d + 2;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if ((near[v] != GRAPH_FAR || row[v] != ROUTE_NONE) && !walk_path(walk, v, d, error))
			return FALSE;
	return TRUE;
}

/* Whether every switch reaches every destination that it is connected to; fills routes->load. FALSE with an error. */
static gboolean all_arrive(const Graph *graph, const guint8 *hops, Routes *routes, GError **error)
{
	gsize n = graph->n_switches + 1;
	g_autofree guint32 *state = g_try_new0(guint32, n), *path = g_try_new(guint32, n);
	if (!state || !path)
		return sssp_error_memory(error, "walks", 2 * n * sizeof(guint32));
	Walk walk = {.graph = graph, .routes = routes, .state = state, .path = path};
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!walk_tree(&walk, hops, d, error))
			return FALSE;
	routes_recount(graph, routes);
	return TRUE;
}

/* ---- SLs to layers */

/* Whether packets go from v to another switch for this destination. */
static gboolean needs_sl(const Graph *graph, const Routes *routes, guint32 v, guint32 d)
{
	return graph->dests[d].vertex != v && routes_row(routes, d)[v] != ROUTE_NONE && route_carries_data(graph, v, d);
}

static gboolean copy_sls(const Graph *graph, const Routes *routes, const PathSl *sl, guint32 v, Layers *layers,
			 GError **error)
{
	const guint8 *row = path_sl_row(sl, graph->guid[v]);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint lid = graph->dests[d].lid;
		guint8 path_sl = row && lid < sl->n_lids ? row[lid] : SL_NONE;
		if (path_sl == SL_NONE && needs_sl(graph, routes, v, d))
			return wrong(error, "no SL from switch " GUID_FORMAT " to LID %u", graph->guid[v], lid);
		if (path_sl == SL_NONE)
			path_sl = 0;
		layers->layer[(gsize)d * graph->n_switches + v] = path_sl;
		layers->n_layers = MAX(layers->n_layers, path_sl + 1u);
	}
	return TRUE;
}

/* The layers of tables on lanes by ports, read from SL to VL tables; at most `lanes` VLs. NULL with an error. */
static Layers *take_port_vls(const Graph *graph, const Sl2vl *sl2vl, guint lanes, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Layers) layers = layers_single();
	layers->vls = port_vls_from_sl2vl(graph, sl2vl, &failure);
	if (layers->vls) {
		layers->vls->fixed = TRUE;
		port_vls_gather(graph, sl2vl, layers->vls);
		layers->vls->copies = MAX(1, MIN(layers->vls->copies, lanes / layers->vls->n_vls));
		return g_steal_pointer(&layers);
	}
	if (sssp_error_pass(error, failure))
		wrong(error, "SL to VL tables take SLs to several lanes, and no path has an SL");
	return NULL;
}

static Layers *take_layers(const Graph *graph, const Routes *routes, const PathSl *sl, const Sl2vl *sl2vl, guint lanes,
			   GError **error)
{
	if (!sl || !sl->n_sources)
		return sl2vl ? take_port_vls(graph, sl2vl, lanes, error) : layers_single();
	g_autoptr(Layers) layers = layers_new(graph, error);
	if (!layers)
		return NULL;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (!copy_sls(graph, routes, sl, v, layers, error))
			return NULL;
	if (layers->n_layers == 1)
		g_clear_pointer(&layers->layer, g_free);
	layers->n_needed = layers->n_layers;
	return g_steal_pointer(&layers);
}

/*
 * Whether all paths between two switches, in both directions, have one SL. A host that got an SL for one direction uses
 * it for its replies as well, so this is asked for unless options->asymmetric is set. FALSE with an error.
 */
static gboolean is_symmetric(const Graph *graph, const Routes *routes, const Layers *layers, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *path_sl = layers->layer ? g_try_malloc(n * n + 1) : NULL;
	if (!layers->layer)
		return TRUE;
	if (!path_sl)
		return sssp_error_memory(error, "the SLs of pairs", n * n);
	memset(path_sl, SL_NONE, n * n);
	for (guint32 d = 0; d < graph->n_dests; d++)
		for (guint32 v = 0, w = graph->dests[d].vertex; v < n; v++) {
			guint8 *seen = &path_sl[MIN(v, w) * n + MAX(v, w)], mine = layers->layer[d * n + v];
			if (!needs_sl(graph, routes, v, d))
				continue;
			if (*seen != SL_NONE && *seen != mine)
				return wrong(error,
					     "paths between switches " GUID_FORMAT " and " GUID_FORMAT
					     " are on SL %u and SL %u; all paths between two switches must have one SL",
					     graph->guid[v], graph->guid[w], *seen, mine);
			*seen = mine;
		}
	return TRUE;
}

/* ---- all of it */

static gboolean lanes_suffice(const Layers *layers, guint lanes, GError **error)
{
	if (layers_n_vls(layers) <= lanes)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_LANES, "the tables need %u lanes, %u may be used", layers_n_vls(layers),
			      lanes);
}

static gboolean lanes_are_free(const Graph *graph, const Routes *routes, const Layers *layers, GError **error)
{
	GError *failure = NULL;
	if (layers_are_proven(graph, routes, layers, NULL, &failure))
		return TRUE;
	return sssp_error_pass(error, failure) &&
	       sssp_error_set(error, SSSP_ERROR_LANES, "the tables leave a credit loop on %s",
			      layers_n_vls(layers) > 1 ? "one of their lanes" : "their one lane");
}

Routing *prove_tables(const Fabric *fabric, const RoutingOptions *options, const Lft *lft, const PathSl *sl,
		      const Sl2vl *sl2vl, GError **error)
{
	guint lanes = options->max_vls ? options->max_vls : routing_vl_budget(fabric, 0);
	gint64 start = g_get_monotonic_time();
	g_autoptr(Routing) routing = g_new0(Routing, 1);
	g_autoptr(Graph) graph = routing_graph(fabric, options, error);
	g_autoptr(Routes) routes = graph ? read_routes(graph, lft, error) : NULL;
	if (!routes || !(routing->hops = graph_hops(graph, error)) || !all_arrive(graph, routing->hops, routes, error))
		return NULL;
	g_autoptr(Layers) layers = take_layers(graph, routes, sl, sl2vl, lanes, error);
	if (!layers || !lanes_suffice(layers, lanes, error) ||
	    (!options->asymmetric && !is_symmetric(graph, routes, layers, error)) ||
	    !lanes_are_free(graph, routes, layers, error) ||
	    !routing_finish(routing, fabric, graph, routes, layers, lanes, NULL, error))
		return NULL;
	if (options->stand && !routing_leave_stand(routing, NULL, &graph, &routes, &layers, error))
		return NULL;
	routing->seconds_layer = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	return g_steal_pointer(&routing);
}
