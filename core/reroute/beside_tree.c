/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes room for a multicast tree. The tree enters an empty dependency graph first, as a tree alone closes no cycle.
 * Then the routes to one destination after the other are added as they are, where they close no cycle. The other
 * destinations follow: they are routed hop by hop beside all that is there (careful.h), where an entry that a switch
 * had before costs nothing and so comes first. A destination that finds no path so is routed over the tree itself,
 * whose dependencies are all in the graph. At last routes move off the fullest channels.
 */
#include "core/reroute/beside_tree.h"

#include "core/base/error.h"
#include "core/dependency/dependency_tree.h"
#include "core/admit/guard.h"
#include "core/reroute/port_routes.h"

#include <string.h>

/* The most entries that move for even loads, as a share of all. */
#define MOST_MOVED 0.1

typedef struct {
	PortRoutes p;
	PortVls *vls;
	DependencyTree *tree;
	guint8 *left;   /* [n_dests] 1: the routes to a destination have to change */
	guint8 *forest; /* [n_channels] scratch */
	guint32 *met;   /* [n_switches] 1 + the last destination whose routes were followed from this switch on */
} Work;

/* Adds the dependencies of a hop of guard_follow(), all of whose states have VLs. */
static gboolean add_hop(gpointer user, guint32 a, guint32 b, guint32 c)
{
	DependencyGraph *deps = user;
	return b == GRAPH_NONE || (dependency_add(deps, a, dependency_sent_vl(deps, a), b) &&
				   (c == GRAPH_NONE || dependency_add(deps, b, dependency_state_vl(deps, a, b), c)));
}

/* Adds the dependencies of all routes to a destination. FALSE, with nothing changed: they close a cycle. */
static gboolean add_as_is(Work *w, guint32 dest)
{
	DependencyGraph *deps = w->p.careful->deps;
	const guint8 *row = routes_row(w->p.routes, dest);
	guard_senders(w->p.graph, dest, w->p.sends);
	gboolean fits = guard_follow(w->p.graph, w->p.sends, row, w->met, dest + 1, add_hop, deps);
	if (!fits)
		dependency_return(deps, 0);
	dependency_keep(deps);
	return fits;
}

/* Fills a destination's row with the paths over the tree. FALSE where these have too many hops. */
static gboolean take_tree(Work *w, const guint8 *in_tree, guint32 dest)
{
	const Graph *graph = w->p.graph;
	guint8 *row = routes_row(w->p.routes, dest), *hops = w->p.hops;
	guint32 *list = w->p.order, n = 1;
	memset(row, ROUTE_NONE, graph->n_switches);
	list[0] = graph->dests[dest].vertex;
	row[list[0]] = hops[list[0]] = 0;
	for (guint32 i = 0; i < n; i++)
		for (guint32 v = list[i], c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint32 u = graph->to[c];
			if (!in_tree[c] || row[u] != ROUTE_NONE)
				continue;
			if (hops[v] == GRAPH_FAR - 1)
				return FALSE;
			hops[u] = (guint8)(hops[v] + 1);
			row[u] = graph->port[graph->reverse[c]];
			list[n++] = u;
		}
	return TRUE;
}

/* Routes a destination anew. */
static gboolean serve(Work *w, const guint8 *in_tree, guint32 dest)
{
	PortRoutes *p = &w->p;
	port_routes_mark(p, dest);
	port_routes_begin(p, dest);
	p->careful->previous = p->row;
	gboolean fine = careful_route(p->careful, dest, p->sends, NULL, TRUE, routes_row(p->routes, dest)) ||
			take_tree(w, in_tree, dest);
	port_routes_end(p, dest, fine);
	return fine;
}

/* Serves all destinations, hosts first. */
static gboolean serve_all(Work *w, const guint8 *in_tree)
{
	const Graph *graph = w->p.graph;
	for (guint i = 0; i < 2; i++)
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (graph->dests[d].is_host == (i == 0))
				w->left[d] = !add_as_is(w, d);
	for (guint i = 0; i < 2; i++)
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (w->left[d] && graph->dests[d].is_host == (i == 0) && !serve(w, in_tree, d))
				return FALSE;
	return TRUE;
}

/*
 * Puts a tree alone into a graph. First it is grown beside the routes, from `in_tree` or `root`, over cables that close
 * no cycle with these; then any cables join the pieces. States (pairs of channels) that the routes or the first part
 * have keep their VL in w->vls, all others may get any. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean plant(Work *w, const PortVls *vls, guint32 root, guint8 *in_tree, GError **error)
{
	const Graph *graph = w->p.graph;
	g_autoptr(Routes) none = routes_new(graph, error);
	g_autoptr(DependencyTree) beside = none ? dependency_tree_new(graph, w->p.routes, vls, error) : NULL;
	if (!beside || !(w->vls = port_vls_new(graph, vls->n_vls, error)))
		return FALSE;
	if (root == GRAPH_NONE)
		dependency_tree_regrow(beside, in_tree, w->forest);
	else
		dependency_tree_grow(beside, root, FALSE, w->forest);
	if (vls->n_vls > 1)
		dependency_read_vls(dependency_tree_graph(beside), w->vls);
	w->vls->fixed = vls->n_vls > 1;
	if (!(w->tree = dependency_tree_new(graph, none, w->vls, error)))
		return FALSE;
	dependency_tree_regrow(w->tree, w->forest, in_tree);
	w->p.careful->deps = dependency_tree_graph(w->tree);
	return TRUE;
}

static gboolean init(Work *w, GError **error)
{
	const Graph *graph = w->p.graph;
	w->p.arena = arena_new();
	w->left = arena_new_array0(w->p.arena, guint8, graph->n_dests + (gsize)1);
	w->forest = arena_new_array0(w->p.arena, guint8, graph->n_channels + (gsize)1);
	w->met = arena_new_array0(w->p.arena, guint32, graph->n_switches + (gsize)1);
	if (!port_routes_init(&w->p, error))
		return FALSE;
	balance_recall(w->p.balance, w->p.routes);
	return TRUE;
}

static void work_clear(Work *w)
{
	dependency_tree_free(w->tree);
	port_vls_free(w->vls);
	port_routes_clear(&w->p);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Work, work_clear)

/* Moves as many entries as it takes, within a budget, until the highest load is what it was. */
static void even(Work *w, guint64 efi)
{
	const PreviousTables before = {.efi = efi};
	port_routes_even(&w->p, &(RerouteOptions){.previous = &before, .budget = MOST_MOVED}, 0, TRUE);
}

gboolean beside_tree_route(const Graph *graph, const guint8 *hops, guint32 root, gboolean evens, guint8 *in_tree,
			   PortVls *vls, Routes *routes, GError **error)
{
	g_auto(Work) w = {.p = {.graph = graph, .near = hops, .routes = routes}};
	guint64 efi = routes_efi(graph, routes);
	g_autoptr(PortVls) lane = vls ? NULL : port_vls_new_zero(graph, 1, error);
	if (!(vls || lane) || !init(&w, error) || !plant(&w, vls ? vls : lane, root, in_tree, error) ||
	    !serve_all(&w, in_tree))
		return FALSE;
	if (evens)
		even(&w, efi);
	if (vls)
		dependency_read_vls(w.p.careful->deps, vls);
	return TRUE;
}
