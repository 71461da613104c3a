/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reroutes where switches choose VLs by ports. Destinations are routed one after the other; each finds in the graph
 * the dependencies of all others, and those that it had itself. Several attempts are made (kinds[]): a destination that
 * finds no path goes first in the next one, and later those that lost something keep no entry.
 */
#include "core/reroute/reroute_by_ports.h"

#include "core/base/error.h"
#include "core/admit/careful.h"
#include "core/dependency/dependency_fill.h"
#include "core/dependency/dependency_tree.h"
#include "core/graph/spanning_tree.h"
#include "core/reroute/spanning.h"

#include <string.h>

/* When the previous tree of multicast comes into the graph: before routes, when all are there, or not at all. */
typedef enum { TREE_FIRST, TREE_LAST, NO_TREE } TreeTurn;

/* Attempts of one kind. */
typedef struct {
	TreeTurn tree;
	gboolean whole; /* destinations that lost entries lose the others as well */
	guint most;     /* attempts, as long as each has others that go first */
} Attempts;

#define MOST_ATTEMPTS 20

/* Those with a tree of multicast come first; apart from that, those that leave more entries as they are. */
static const Attempts kinds[] = {
	{TREE_FIRST, FALSE, 1}, {TREE_LAST, FALSE, 1},          {TREE_FIRST, TRUE, MOST_ATTEMPTS},
	{NO_TREE, FALSE, 1},    {NO_TREE, TRUE, MOST_ATTEMPTS},
};

/* Destinations lose all entries only while attempts have gone through fewer entries than this: about a second. */
#define MOST_ENTRIES 4e6

/* What attempts leave for the next one. */
typedef struct {
	guint32 first[3 + 2 * MOST_ATTEMPTS]; /* [n_first] destinations that found no path, the last one first */
	guint n_first;
	guint32 tried[MOST_ATTEMPTS]; /* digests of what went first in the attempts of a kind */
	double entries;               /* of all attempts */
} Vain;

typedef struct {
	const Graph *graph;
	const guint8 *near; /* [n_switches][n_switches] minimal hops */
	const PreviousRoutes *before;
	const PortVls *vls; /* of the previous routes; on further VLs there is nothing */
	Routes *routes;
	Balance *balance;
	DependencyTree *ports; /* owns the graph `deps` */
	DependencyGraph *deps; /* of all routes, and of `spanning` */
	Careful *careful;
	Vain *vain;
	guint8 *spanning;                  /* [n_channels] 1: of the tree of multicast; all 0: there is none */
	guint8 *left;                      /* [n_channels] 1: of the previous tree, as far as it is there still */
	guint8 *changed;                   /* [n_dests] 1: something was missing */
	guint8 *hops, *sends, *kept, *row; /* [n_switches] scratch */
	guint32 *order;
	Arena *arena;
} Work;

static gboolean init(Work *w, GError **error)
{
	gsize n = w->graph->n_switches + (gsize)1;
	w->arena = arena_new();
	w->spanning = arena_new_array0(w->arena, guint8, w->graph->n_channels + (gsize)1);
	w->left = arena_new_array(w->arena, guint8, w->graph->n_channels + (gsize)1);
	w->hops = arena_new_array(w->arena, guint8, n);
	w->changed = arena_new_array0(w->arena, guint8, w->graph->n_dests + (gsize)1);
	w->sends = arena_new_array(w->arena, guint8, n);
	w->kept = arena_new_array(w->arena, guint8, n);
	w->row = arena_new_array(w->arena, guint8, n);
	w->order = arena_new_array(w->arena, guint32, n);
	return arena_check(w->arena, "routes that stay", error) && (w->balance = balance_new(w->graph, error)) &&
	       (w->careful = careful_new(w->balance, NULL, error));
}

static void clear(Work *w)
{
	careful_free(w->careful);
	dependency_tree_free(w->ports);
	balance_free(w->balance);
	arena_free(w->arena);
}

/* Adds (1) or takes away (-1) what a row adds to the loads. */
static void count(Work *w, guint32 dest, gint sign)
{
	guint32 n = careful_order(w->careful, dest, routes_row(w->routes, dest), w->order, w->hops);
	balance_count_order(w->graph, w->order, n, w->balance, dest, sign, w->routes);
}

/* Drops entries that do not lead to the destination any more, and counts the others. */
static void trim(Work *w, guint32 dest)
{
	guint8 *row = routes_row(w->routes, dest);
	count(w, dest, 1);
	for (guint32 v = 0; v < w->graph->n_switches; v++)
		if (w->hops[v] == GRAPH_FAR)
			row[v] = ROUTE_NONE;
}

/* Who sends to a destination, and whose entries packets meet. FALSE: a switch has no entry and could have one. */
static gboolean mark(Work *w, guint32 dest)
{
	const Graph *graph = w->graph;
	const guint8 *row = routes_row(w->routes, dest);
	guint32 target = graph->dests[dest].vertex;
	const guint8 *near = w->near + (gsize)target * graph->n_switches;
	gboolean complete = TRUE;
	memset(w->kept, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		w->sends[v] = route_carries_data(graph, v, dest) ? 1 : 0;
		if (row[v] == ROUTE_NONE && v != target && near[v] != GRAPH_FAR)
			complete = FALSE;
		for (guint32 u = v, c; w->sends[v] && !w->kept[u];) {
			if ((c = route_channel(graph, row, u)) == GRAPH_NONE)
				break;
			w->kept[u] = 1;
			u = graph->to[c];
		}
	}
	return complete;
}

/* Hosts whose path is longer than minimal. */
static guint64 longer(const Work *w, guint32 dest)
{
	return routes_nonminimal_to(w->graph, w->routes, w->near, dest);
}

/* Routes a destination beside the switches of `kept`, by previous entries where these do as well. */
static gboolean route(Work *w, guint32 dest, const guint8 *kept, gboolean repair)
{
	w->careful->previous = routes_row(w->before->routes, dest);
	return careful_route(w->careful, dest, w->sends, kept, repair, routes_row(w->routes, dest));
}

/* Fills in what is missing beside what stays, or else routes all of the destination again. */
static gboolean complete(Work *w, guint32 dest)
{
	if (mark(w, dest))
		return TRUE;
	w->changed[dest] = 1;
	count(w, dest, -1);
	gboolean fine = route(w, dest, w->kept, FALSE) || route(w, dest, NULL, TRUE);
	dependency_keep(w->deps);
	if (fine)
		count(w, dest, 1);
	return fine;
}

/* Routes a destination again that has longer paths than need be; what it had stays unless fewer are longer. */
static void shorten(Work *w, guint32 dest)
{
	const Graph *graph = w->graph;
	guint64 then = longer(w, dest);
	guint8 *row = routes_row(w->routes, dest);
	if (!then)
		return;
	count(w, dest, -1);
	mark(w, dest);
	memcpy(w->row, row, graph->n_switches);
	if (!route(w, dest, NULL, FALSE) || longer(w, dest) >= then) {
		dependency_return(w->deps, 0);
		memcpy(row, w->row, graph->n_switches);
	}
	dependency_keep(w->deps);
	count(w, dest, 1);
}

/* Drops all entries of a destination. */
static void drop(Work *w, guint32 dest)
{
	guint8 *row = routes_row(w->routes, dest);
	count(w, dest, -1);
	memset(row, ROUTE_NONE, w->graph->n_switches);
	row[w->graph->dests[dest].vertex] = 0;
}

/*
 * Puts the previous tree of multicast into the graph, joined again by other cables where some of it are gone. FALSE
 * without `error` where no such tree fits.
 */
static gboolean add_tree(Work *w, GError **error)
{
	const Graph *graph = w->graph;
	GError *failure = NULL;
	gboolean fits = spanning_previous(w->before, graph, w->spanning) &&
			spanning_tree_joins(graph, w->near, w->spanning, &failure) &&
			dependency_tree_stays(w->ports, w->spanning);
	if (!fits && !failure) {
		spanning_left(w->before, graph, w->left);
		dependency_tree_regrow(w->ports, w->left, w->spanning);
		fits = spanning_tree_joins(graph, w->near, w->spanning, &failure);
	}
	return sssp_error_pass(error, failure) && fits;
}

/* Makes the graph of all entries, and of a tree where that comes first. FALSE without `error` as add_tree(). */
static gboolean make_graph(Work *w, TreeTurn tree, GError **error)
{
	if (!(w->ports = dependency_tree_new(w->graph, w->routes, w->vls, error)) ||
	    (tree == TREE_FIRST && !add_tree(w, error)))
		return FALSE;
	if (tree != TREE_FIRST)
		dependency_tree_stays(w->ports, w->spanning); /* with no tree: the routes alone */
	w->deps = w->careful->deps = dependency_tree_graph(w->ports);
	return TRUE;
}

/* Has a destination go first in the next attempt. */
static void put_first(Vain *vain, guint32 dest)
{
	guint at = 0;
	while (at < vain->n_first && vain->first[at] != dest)
		at++;
	vain->n_first = MAX(vain->n_first, at + 1);
	memmove(vain->first + 1, vain->first, at * sizeof *vain->first);
	vain->first[0] = dest;
}

/* Whether all that goes first has been the same, in the same order, in one of n attempts; else notes it as the next. */
static gboolean was_tried(Vain *vain, guint n)
{
	guint32 digest = 2166136261u;
	for (guint i = 0; i < vain->n_first; i++)
		digest = (digest ^ vain->first[i]) * 16777619u;
	for (guint i = 0; i < n; i++)
		if (vain->tried[i] == digest)
			return TRUE;
	vain->tried[n] = digest;
	return FALSE;
}

/* Completes a destination, or has it go first in the next attempt. */
static gboolean serve(Work *w, guint32 dest)
{
	gboolean fine = complete(w, dest);
	if (!fine)
		put_first(w->vain, dest);
	return fine;
}

/* Serves what failed in earlier attempts, the last first, and then all others, hosts first. */
static gboolean serve_all(Work *w)
{
	const Graph *graph = w->graph;
	for (guint i = 0; i < w->vain->n_first; i++)
		if (!serve(w, w->vain->first[i]))
			return FALSE;
	for (guint i = 0; i < 2; i++)
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (graph->dests[d].is_host == (i == 0) && !serve(w, d))
				return FALSE;
	return TRUE;
}

static gboolean run(Work *w, const Attempts *kind, GError **error)
{
	const Graph *graph = w->graph;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		trim(w, d);
		if (kind->whole && !mark(w, d))
			drop(w, d);
	}
	if (!make_graph(w, kind->tree, error) || !serve_all(w))
		return FALSE;
	gboolean more = memchr(w->before->fresh, 1, graph->n_channels) != NULL;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (more || w->changed[d])
			shorten(w, d);
	return TRUE;
}

/* VLs of states that nobody uses stay, too: their tables need not be sent again. */
static Layers *layers_of(Work *w, const PortVls *vls, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	if (!(layers->vls = port_vls_copy(w->graph, vls, error)))
		return NULL;
	dependency_read_vls(w->deps, layers->vls);
	for (guint32 d = 0; d < w->graph->n_dests; d++)
		layers->detours += longer(w, d);
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = vls->n_vls;
	return g_steal_pointer(&layers);
}

/* Puts the tree into `layers`, with the VLs that it has. FALSE without `error` as add_tree(), where it comes last. */
static gboolean hand_over_tree(Work *w, TreeTurn tree, Layers *layers, GError **error)
{
	if (tree == NO_TREE)
		return TRUE;
	if (tree == TREE_LAST) {
		dependency_tree_free(w->ports);
		if (!(w->ports = dependency_tree_new(w->graph, w->routes, layers->vls, error)) || !add_tree(w, error))
			return FALSE;
		dependency_tree_read_vls(w->ports, layers->vls);
	}
	if (!(layers->tree = g_try_malloc(w->graph->n_channels + (gsize)1)))
		return sssp_error_memory(error, "multicast trees", w->graph->n_channels);
	memcpy(layers->tree, w->spanning, w->graph->n_channels);
	return TRUE;
}

/* Makes one attempt, with entries as they were before. NULL also without `error`. */
static Layers *attempt(Work w, const Attempts *kind, GError **error)
{
	routes_assign(w.graph, w.routes, w.before->routes);
	memset(w.routes->load, 0, w.graph->n_channels * sizeof *w.routes->load);
	g_autoptr(Layers) layers = init(&w, error) && run(&w, kind, error) ? layers_of(&w, w.vls, error) : NULL;
	gboolean fine = layers && hand_over_tree(&w, kind->tree, layers, error);
	clear(&w);
	return fine ? g_steal_pointer(&layers) : NULL;
}

/* Makes attempts of one kind. NULL without `error` where none succeeds. */
static Layers *attempt_all(Work w, const Attempts *kind, GError **error)
{
	GError *failure = NULL;
	Layers *layers = NULL;
	for (guint i = 0; i < kind->most && !layers && !failure; i++) {
		if (was_tried(w.vain, i) || (kind->whole && w.vain->entries >= MOST_ENTRIES))
			break;
		layers = attempt(w, kind, &failure);
		w.vain->entries += (double)w.graph->n_dests * w.graph->n_switches;
	}
	sssp_error_pass(error, failure);
	return layers;
}

Layers *reroute_by_ports(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, const PortVls *vls,
			 Routes *routes, GError **error)
{
	GError *failure = NULL;
	Layers *layers = NULL;
	Vain vain = {.n_first = 0};
	const Work w = {.graph = graph, .near = hops, .before = before, .vls = vls, .routes = routes, .vain = &vain};
	for (guint i = 0; i < G_N_ELEMENTS(kinds) && !layers && !failure; i++)
		if (kinds[i].tree == NO_TREE || before->view.stand->mcast)
			layers = attempt_all(w, &kinds[i], &failure);
	if (!layers)
		routes_clear(graph, routes);
	sssp_error_pass(error, failure);
	return layers;
}
