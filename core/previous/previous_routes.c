/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Carries the routes and lanes of a previous routing over to a new graph, which may have other switches, channels and
 * destinations. Switches and ports are found by GUID. The rows of destinations that were there are copied, and entries
 * whose port leads elsewhere now are dropped. For each row it is noted whether anything that it depends on has changed.
 */
#include "core/previous/previous.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "core/lanes/sl2vl_from_port_vls.h"

#include <stdlib.h>
#include <string.h>

/* ---- a port by GUID */

typedef struct {
	guint64 guid;
	guint16 lid;
	guint8 lmc;
} PortLid;

static int compare_ports(const void *a, const void *b)
{
	const PortLid *x = a, *y = b;
	return BY_KEYS({x->guid, y->guid}, {x->lid, y->lid});
}

/* The GUID of a port, which a CA's port may lack in a file: then its node's and its number tell it apart. */
static guint64 name_of(const Fabric *fabric, const FabricPort *port)
{
	return port->guid ? port->guid : fabric->nodes[port->node].guid + port->num;
}

/* All ports with LIDs, ascending by GUID. NULL with SSSP_ERROR_MEMORY. */
static PortLid *list_ports(const Fabric *fabric, guint32 *n, GError **error)
{
	PortLid *list = g_try_new(PortLid, fabric->n_ports + 1);
	if (!list)
		return sssp_error_memory_null(error, "ports", fabric->n_ports * sizeof *list);
	*n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].lid)
			list[(*n)++] = (PortLid){name_of(fabric, &fabric->ports[i]), fabric->ports[i].lid,
						 fabric->ports[i].lmc};
	qsort(list, *n, sizeof *list, compare_ports);
	return list;
}

/* The LID number `sibling` of the port with that GUID, 0: there is no such port, or it has fewer LIDs. */
static guint find_lid(const PortLid *list, guint32 n, guint64 guid, guint sibling)
{
	guint32 low = 0, high = n;
	while (low < high) {
		guint32 middle = low + (high - low) / 2;
		if (list[middle].guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == n || list[low].guid != guid || sibling >= 1u << list[low].lmc)
		return 0;
	return list[low].lid + sibling;
}

/* ---- what was where */

/* Finds which destination of the stand each one was, and whether it has moved to another switch. */
static gboolean find_dests(const PreviousTables *previous, const Fabric *fabric, const Graph *graph,
			   PreviousRoutes *before, GError **error)
{
	const Stand *stand = before->view.stand;
	guint32 n = 0;
	g_autofree PortLid *ports = list_ports(previous->fabric, &n, error);
	for (guint32 d = 0; ports && d < graph->n_dests; d++) {
		const GraphDest *dest = &graph->dests[d];
		const FabricPort *port = &fabric->ports[fabric->lid_port[dest->lid]];
		guint lid = find_lid(ports, n, name_of(fabric, port), dest->lid - port->lid);
		guint32 was = lid ? graph_dest(stand->graph, lid) : GRAPH_NONE;
		before->dest[d] = was;
		before->moved[d] =
			was != GRAPH_NONE && before->view.now[stand->graph->dests[was].vertex] != dest->vertex;
	}
	return ports != NULL;
}

/* Drops the entries of v with a port that leads elsewhere now, or nowhere. */
static void forget_port(PreviousRoutes *before, const Graph *graph, guint32 v, guint8 port)
{
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint8 *entry = routes_row(before->routes, d) + v;
		if (*entry != port || v == graph->dests[d].vertex)
			continue;
		*entry = ROUTE_NONE;
		before->steady[d] = 0;
	}
}

/* Marks channels that were not there before as fresh, and drops entries by ports that lead elsewhere now. */
static void find_channels(const Graph *graph, PreviousRoutes *before)
{
	const StandView *view = &before->view;
	const Graph *then = view->stand->graph;
	memset(before->fresh, 1, graph->n_channels);
	for (guint32 c = 0; c < then->n_channels; c++) {
		guint32 here = stand_channel(view, c);
		if (here != GRAPH_NONE)
			before->fresh[here] = 0;
		else if (view->now[then->from[c]] != GRAPH_NONE)
			forget_port(before, graph, view->now[then->from[c]], then->port[c]);
	}
	before->gains = memchr(before->fresh, 1, graph->n_channels) != NULL;
}

/* Whether nothing has come, gone or moved. */
static gboolean is_unchanged(const PreviousRoutes *before, const Graph *graph)
{
	const Graph *then = before->view.stand->graph;
	guint32 d = 0;
	while (d < graph->n_dests && before->dest[d] != GRAPH_NONE && !before->moved[d])
		d++;
	return d == graph->n_dests && d == then->n_dests && before->view.same &&
	       graph->n_channels == then->n_channels && !before->gains;
}

/* ---- routes */

/* Whether all switches are as far from switch t as they were; `scratch` [n_switches]. */
static gboolean is_as_far(const StandView *view, const guint8 *hops, guint32 t, guint8 *scratch)
{
	gsize n = view->graph->n_switches, n_then = view->stand->graph->n_switches;
	if (view->then[t] == GRAPH_NONE)
		return FALSE;
	stand_row(view, view->stand->hops + view->then[t] * n_then, 0, scratch);
	return !memcmp(hops + t * n, scratch, n);
}

static void copy_row(PreviousRoutes *before, const guint8 *as_far, guint32 d)
{
	const StandView *view = &before->view;
	const Stand *stand = view->stand;
	gsize n = view->graph->n_switches, n_then = stand->graph->n_switches;
	guint32 was = before->dest[d], t = view->graph->dests[d].vertex;
	guint8 *row = routes_row(before->routes, d);
	if (was != GRAPH_NONE) {
		stand_row(view, routes_row(stand->routes, was), ROUTE_NONE, row);
		if (stand->layers->layer)
			stand_row(view, stand->layers->layer + was * n_then, 0, before->layers->layer + d * n);
		before->steady[d] = !stand->of_tables && !before->moved[d] && as_far[t];
	}
	if (before->moved[d] && view->now[stand->graph->dests[was].vertex] != GRAPH_NONE)
		row[view->now[stand->graph->dests[was].vertex]] = ROUTE_NONE;
	row[t] = 0;
}

static gboolean copy_rows(PreviousRoutes *before, const Graph *graph, const guint8 *hops, GError **error)
{
	gsize n = graph->n_switches, entries = before->view.stand->layers->layer ? graph->n_dests * n : 0;
	guint8 *scratch = arena_new_array(before->arena, guint8, n),
	       *as_far = arena_new_array(before->arena, guint8, n);
	if (!arena_check(before->arena, "switches", error))
		return FALSE;
	if (entries && !(before->layers->layer = g_try_malloc0(entries)))
		return sssp_error_memory(error, "layers", entries);
	for (guint32 t = 0; t < n; t++)
		as_far[t] = is_as_far(&before->view, hops, t, scratch) ? 1 : 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		copy_row(before, as_far, d);
	find_channels(graph, before);
	return TRUE;
}

/* ---- lanes */

/* Copies the lanes on which connections may be beside those of the routes. */
static gboolean copy_also(const StandView *view, Layers *layers, GError **error)
{
	gsize n = view->graph->n_switches, n_then = view->stand->graph->n_switches;
	const guint16 *also = view->stand->layers->also;
	if (!also)
		return TRUE;
	if (!(layers->also = g_try_new0(guint16, n * n + 1)))
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof *also);
	for (guint32 v = 0; v < n; v++)
		for (guint32 t = 0; t < n; t++)
			if (view->then[v] != GRAPH_NONE && view->then[t] != GRAPH_NONE)
				layers->also[v * n + t] = also[view->then[v] * n_then + view->then[t]];
	return TRUE;
}

/* Finds the lanes of pairs that were away and are there again. */
static gboolean find_back(const StandView *view, PreviousRoutes *before, GError **error)
{
	gsize n = view->graph->n_switches;
	if (!view->stand->away)
		return TRUE;
	guint16 *back = arena_new_array0(before->arena, guint16, n * n);
	if (back && away_find_back(view->stand->away, view->graph, back))
		before->back = back;
	return arena_check(before->arena, "lanes of pairs", error);
}

/* Counts lanes, also those of pairs that are back: while these were away, fewer may have sufficed. */
static void count_lanes(PreviousRoutes *before, gsize n_pairs, guint max_lanes)
{
	guint16 back = layers_in_any(before->back, n_pairs);
	before->layers->n_layers = before->layers->n_needed =
		MAX(before->view.stand->layers->n_layers, MIN(g_bit_storage(back), max_lanes));
}

/* Reads the VLs that switches chose by ports. FALSE with SSSP_ERROR_MEMORY. */
static gboolean take_port_vls(const PreviousTables *previous, const Graph *graph, PreviousRoutes *before,
			      GError **error)
{
	GError *failure = NULL;
	if (!previous->sl2vl || previous->path_sl)
		return TRUE;
	before->layers->vls = port_vls_from_sl2vl(graph, previous->sl2vl, &failure);
	if (before->layers->vls)
		port_vls_gather(graph, previous->sl2vl, before->layers->vls);
	return sssp_error_pass(error, failure);
}

/* ---- both */

static gboolean allocate(PreviousRoutes *before, const Graph *graph, GError **error)
{
	before->arena = arena_new();
	before->moved = arena_new_array(before->arena, guint8, graph->n_dests);
	before->fresh = arena_new_array(before->arena, guint8, graph->n_channels);
	before->dest = arena_new_array(before->arena, guint32, graph->n_dests);
	before->steady = arena_new_array0(before->arena, guint8, graph->n_dests);
	before->layers = layers_single();
	return arena_check(before->arena, "what was there", error) && (before->routes = routes_new(graph, error));
}

PreviousRoutes *previous_routes_new(const PreviousTables *previous, const Fabric *fabric, const Graph *graph,
				    const guint8 *hops, guint max_lanes, GError **error)
{
	g_autoptr(PreviousRoutes) before = g_new0(PreviousRoutes, 1);
	if (!previous->stand && !(before->made = stand_of_tables(previous, error)))
		return NULL;
	if (!allocate(before, graph, error) ||
	    !stand_view_init(&before->view, previous->stand ? previous->stand : before->made, graph, before->arena,
			     error) ||
	    !find_dests(previous, fabric, graph, before, error) || !copy_rows(before, graph, hops, error) ||
	    !copy_also(&before->view, before->layers, error) || !find_back(&before->view, before, error) ||
	    !take_port_vls(previous, graph, before, error))
		return NULL;
	before->unchanged = is_unchanged(before, graph);
	count_lanes(before, (gsize)graph->n_switches * graph->n_switches, max_lanes);
	return g_steal_pointer(&before);
}

void previous_routes_free(PreviousRoutes *before)
{
	if (!before)
		return;
	stand_free(before->made);
	routes_free(before->routes);
	layers_free(before->layers);
	arena_free(before->arena);
	g_free(before);
}
