/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes room on lane 0 for a multicast tree, where lanes are by SL and no tree fits beside what is in use there. The
 * tree has as many cables as close no cycle on the lane, and others that join the pieces. All routes on lane 0 are
 * taken out of it, and the tree comes first; pairs of switches whose routes close no cycle with it go back. All other
 * pairs get another lane, so their connections have to use another SL.
 */
#include "core/fit/fit_beside_tree.h"

#include "core/base/error.h"
#include "core/dependency/dependency_tree.h"
#include "core/fit/fit_left.h"
#include "core/graph/spanning_tree.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	guint max_lanes;
	Routes *routes;
	Layers *layers;
	LaneUse *use;
	guint8 *tree, *trial; /* [n_channels] */
	guint8 *none;         /* [turns] 0 */
	CdgTurns *turns;
	guint32 *first; /* [n_switches + 1] by switch: its first destination in dests[]; the last: their number */
	guint32 *dests; /* [n_dests] destinations, those on one switch side by side */
	Arena *arena;   /* holds the arrays */
} Room;

/* ---- the tree */

/* Trees are grown from the given cables and from at most so many switches. */
#define MOST_ROOTS 8

static gboolean joins_all(const Room *r, GError **error)
{
	return spanning_tree_joins(r->graph, r->hops, r->tree, error);
}

/*
 * Grows trees beside the turns used[], from in_tree[] and from several switches; r->tree gets the one with the most
 * cables. Returns whether it joins all endpoints, FALSE also with SSSP_ERROR_MEMORY.
 */
static gboolean grow_widest(Room *r, const guint8 *used, const guint8 *in_tree, GError **error)
{
	const Graph *g = r->graph;
	GError *failure = NULL;
	gboolean joins = FALSE;
	guint32 most = 0, roots = MIN(g->n_switches, MOST_ROOTS);
	g_autoptr(DependencyTree) beside = dependency_tree_beside(g, used, error);
	for (guint32 i = 0; i <= roots && beside && !joins && !failure; i++) {
		guint32 n = 0;
		if (i)
			dependency_tree_grow(beside, (i - 1) * (g->n_switches / roots), FALSE, r->trial);
		else
			dependency_tree_regrow(beside, in_tree, r->trial);
		for (guint32 c = 0; c < g->n_channels; c++)
			n += r->trial[c];
		if (i && n <= most)
			continue;
		most = n;
		memcpy(r->tree, r->trial, g->n_channels);
		joins = joins_all(r, &failure);
	}
	return sssp_error_pass(error, failure) && joins;
}

/* Joins the pieces of r->tree by any cables. FALSE with SSSP_ERROR_MEMORY. */
static gboolean join_pieces(Room *r, GError **error)
{
	g_autoptr(DependencyTree) alone = dependency_tree_beside(r->graph, r->none, error);
	if (!alone)
		return FALSE;
	memcpy(r->trial, r->tree, r->graph->n_channels);
	dependency_tree_regrow(alone, r->trial, r->tree);
	return TRUE;
}

/* ---- the routes on lane 0 */

/* Marks all pairs with a route on lane 0 as without a lane. FALSE with SSSP_ERROR_MEMORY. */
static gboolean empty_lane(const Room *r, GError **error)
{
	const Graph *g = r->graph;
	if (!layers_need_unproven(g, r->layers, error))
		return FALSE;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++) {
			guint32 t = g->dests[d].vertex;
			if (v != t && !r->layers->layer[(gsize)d * g->n_switches + v] && route_carries_data(g, v, d) &&
			    r->hops[(gsize)v * g->n_switches + t] != GRAPH_FAR)
				layers_unprove(g, r->layers, v, t);
		}
	return TRUE;
}

/* Adds the turns of the route from v to a destination to its lane. FALSE: one does not fit. */
static gboolean add_route(const Room *r, guint32 v, guint32 dest)
{
	const Graph *g = r->graph;
	const guint8 *row = routes_row(r->routes, dest);
	guint lane = r->layers->layer[(gsize)dest * g->n_switches + v];
	if (!route_carries_data(g, v, dest))
		return TRUE;
	for (guint32 a = route_channel(g, row, v), b; a != GRAPH_NONE; a = b) {
		b = route_channel(g, row, g->to[a]);
		if (b != GRAPH_NONE && !lane_use_add(r->use, lane, a, b))
			return FALSE;
	}
	return TRUE;
}

/* Adds the routes from switch s to all destinations on switch t. FALSE: one does not fit. */
static gboolean add_routes(const Room *r, guint32 s, guint32 t)
{
	for (guint32 i = r->first[t]; i < r->first[t + 1]; i++)
		if (!add_route(r, s, r->dests[i]))
			return FALSE;
	return TRUE;
}

/* Adds all routes between two switches, both directions. FALSE, with nothing added: these close a cycle. */
static gboolean add_pair(const Room *r, guint32 s, guint32 t)
{
	lane_use_begin(r->use);
	if (add_routes(r, s, t) && add_routes(r, t, s))
		return TRUE;
	lane_use_undo(r->use);
	return FALSE;
}

/* Puts back the marked pairs, those of hosts first, that fit beside the tree and those before them. */
static void fill_lane(const Room *r)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	guint8 *unproven = r->layers->unproven;
	for (guint i = 0; i < 2; i++)
		for (guint32 s = 0; s < n; s++)
			for (guint32 t = s + 1; t < n; t++)
				if (unproven[s * n + t] && pair_of_hosts(g, s, t) == (i == 0) && add_pair(r, s, t))
					unproven[s * n + t] = unproven[t * n + s] = 0;
}

/* Closes the highest of the lanes that were opened if no route that carries data is on them in the end. */
static void trim_lanes(const Room *r)
{
	const Graph *g = r->graph;
	guint n_layers = r->use->n_lanes;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (route_carries_data(g, v, d))
				n_layers = MAX(n_layers, r->layers->layer[(gsize)d * g->n_switches + v] + 1u);
	r->layers->n_layers = MIN(r->layers->n_layers, n_layers);
	for (guint lane = r->layers->n_layers; lane < LAYERS_MAX; lane++)
		g_clear_pointer(&r->use->lane[lane], cdg_free);
}

/* Gives all pairs of lane 0 a lane beside r->tree. FALSE without `error` where some find none. */
static gboolean serve(Room *r, GError **error)
{
	gboolean served = FALSE;
	gsize pairs = (gsize)r->graph->n_switches * r->graph->n_switches;
	if (!empty_lane(r, error) || !(r->use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, error)))
		return FALSE;
	lane_use_add_tree(r->use, 0, r->tree);
	fill_lane(r);
	if (!fit_left(r->graph, r->hops, r->max_lanes, r->routes, r->layers, r->use->turns, r->use->lane, &served,
		      error))
		return FALSE;
	trim_lanes(r);
	lane_use_settle(r->use);
	return served && !memchr(r->layers->unproven, 1, pairs) && layers_fit_links(r->graph, r->routes, r->layers);
}

/* Does the same with everything as before where it returns FALSE. */
static gboolean try_to_serve(Room *r, GError **error)
{
	GError *failure = NULL;
	gsize entries = (gsize)r->graph->n_dests * r->graph->n_switches;
	guint n_layers = r->layers->n_layers;
	g_autoptr(Routes) routes = routes_copy(r->graph, r->routes, error);
	g_autofree guint8 *layer = g_try_malloc(entries + 1);
	if (!routes || !layer)
		return routes && sssp_error_memory(error, "layers", entries);
	memcpy(layer, r->layers->layer, entries);
	gboolean served = serve(r, &failure);
	g_clear_pointer(&r->layers->unproven, g_free);
	/* LIDs that are no host's follow a host on their switch, and other routes may cross these: all is proven. */
	served = served && layers_are_proven(r->graph, r->routes, r->layers, NULL, &failure);
	if (served) {
		routes_recount(r->graph, r->routes);
		return TRUE;
	}
	routes_swap(r->routes, routes);
	memcpy(r->layers->layer, layer, entries);
	r->layers->n_layers = n_layers;
	return sssp_error_pass(error, failure) && FALSE;
}

/* ---- both */

/* Fills r->first and r->dests. */
static void list_dests(const Room *r)
{
	const Graph *g = r->graph;
	for (guint32 d = 0; d < g->n_dests; d++)
		r->first[g->dests[d].vertex + 1]++;
	for (guint32 v = 0; v < g->n_switches; v++)
		r->first[v + 1] += r->first[v];
	for (guint32 d = g->n_dests; d-- > 0;)
		r->dests[--r->first[g->dests[d].vertex + 1]] = d;
	/* Counting down has left in first[v + 1] where v begins. */
	for (guint32 v = 0; v < g->n_switches; v++)
		r->first[v] = r->first[v + 1];
	r->first[g->n_switches] = g->n_dests;
}

static gboolean init(Room *r, GError **error)
{
	gsize n = r->graph->n_channels + (gsize)1;
	r->arena = arena_new();
	if (!(r->turns = cdg_turns_new(r->graph, error)))
		return FALSE;
	r->tree = arena_new_array0(r->arena, guint8, n);
	r->trial = arena_new_array(r->arena, guint8, n);
	r->none = arena_new_array0(r->arena, guint8, r->turns->first[r->graph->n_channels] + (gsize)1);
	r->first = arena_new_array0(r->arena, guint32, r->graph->n_switches + (gsize)1);
	r->dests = arena_new_array(r->arena, guint32, r->graph->n_dests + (gsize)1);
	if (!arena_check(r->arena, "a multicast tree", error))
		return FALSE;
	list_dests(r);
	return TRUE;
}

static void room_clear(Room *r)
{
	lane_use_free(r->use);
	cdg_turns_free(r->turns);
	arena_free(r->arena);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Room, room_clear)

gboolean fit_beside_tree(const Graph *graph, const guint8 *hops, guint max_lanes, const guint8 *used, guint8 *in_tree,
			 Routes *routes, Layers *layers, LaneUse **use, GError **error)
{
	GError *failure = NULL;
	g_auto(Room) r = {.graph = graph, .hops = hops, .max_lanes = max_lanes, .routes = routes, .layers = layers};
	*use = NULL;
	if (!init(&r, error))
		return FALSE;
	gboolean fits = used && grow_widest(&r, used, in_tree, &failure);
	if (!fits && !failure)
		fits = join_pieces(&r, &failure) && joins_all(&r, &failure) && try_to_serve(&r, &failure);
	if (fits) {
		memcpy(in_tree, r.tree, graph->n_channels);
		*use = g_steal_pointer(&r.use);
	}
	return sssp_error_pass(error, failure) && fits;
}
