/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reroutes where switches choose VLs by ports. Destinations are routed one after the other, hop by hop (careful.h);
 * each finds in the graph the dependencies of all others, and those that it had itself. Kinds of attempts follow each
 * other until one succeeds (kinds[]). They differ in when the multicast tree enters the graph, and in whether
 * destinations that lost an entry lose the others as well. A destination that finds no path ends the attempt, and goes
 * first in the next one. At the end of an attempt that serves all destinations loads are evened.
 */
#include "core/reroute/reroute.h"

#include "core/base/error.h"
#include "core/dependency/dependency_tree.h"
#include "core/graph/spanning_tree.h"
#include "core/reroute/port_routes.h"
#include "core/reroute/spanning.h"

#include <string.h>

/* When the previous tree of multicast comes into the graph: before routes, when all are there, or not at all. */
typedef enum { TREE_FIRST, TREE_LAST, NO_TREE } TreeTurn;

/* Attempts of one kind. */
typedef struct {
	TreeTurn tree;
	gboolean whole; /* destinations that lost entries lose the others as well */
} Attempts;

/* The most attempts of a kind with `whole`, as long as each has others that go first; else there is one. */
#define MOST_ATTEMPTS 20

/* Those with a tree of multicast come first; apart from that, those that leave more entries as they are. */
static const Attempts kinds[] = {
	{TREE_FIRST, FALSE}, {TREE_LAST, FALSE}, {TREE_FIRST, TRUE}, {NO_TREE, FALSE}, {NO_TREE, TRUE},
};

/* Destinations lose all entries only while attempts have gone through fewer entries than this: about a second. */
#define MOST_ENTRIES 4e6

/* What attempts leave for the next one. */
typedef struct {
	GQueue first;                 /* destinations that found no path, the last one first */
	guint32 tried[MOST_ATTEMPTS]; /* digests of what went first in the attempts of a kind */
	double entries;               /* of all attempts */
} Vain;

typedef struct {
	const PreviousRoutes *before;
	const PortVls *vls; /* of the previous routes; on further VLs there is nothing */
	const RerouteOptions *options;
	Vain *vain;
	PortRoutes p;
	DependencyTree *ports; /* owns the graph of all routes, and of `spanning` */
	guint8 *spanning;      /* [n_channels] 1: of the tree of multicast; all 0: there is none */
	guint8 *left;          /* [n_channels] 1: of the previous tree, as far as it is there still */
	guint8 *changed;       /* [n_dests] 1: something was missing */
	guint64 must;          /* entries that were missing, of destinations that there were before */
} Work;

static gboolean init(Work *w, GError **error)
{
	const Graph *graph = w->p.graph;
	w->p.arena = arena_new();
	w->spanning = arena_new_array0(w->p.arena, guint8, graph->n_channels);
	w->left = arena_new_array(w->p.arena, guint8, graph->n_channels);
	w->changed = arena_new_array0(w->p.arena, guint8, graph->n_dests);
	return port_routes_init(&w->p, error);
}

/* Drops entries that do not lead to the destination any more, and counts the others. */
static void trim(Work *w, guint32 dest)
{
	guint8 *row = routes_row(w->p.routes, dest);
	port_routes_count(&w->p, dest, 1);
	for (guint32 v = 0; v < w->p.graph->n_switches; v++)
		if (w->p.hops[v] == GRAPH_FAR)
			row[v] = ROUTE_NONE;
}

/* Routes a destination beside the switches of `kept`, by previous entries where these do as well. */
static gboolean route(Work *w, guint32 dest, const guint8 *kept, gboolean repair)
{
	PortRoutes *p = &w->p;
	p->careful->previous = routes_row(w->before->routes, dest);
	return careful_route(p->careful, dest, p->sends, kept, repair, routes_row(p->routes, dest));
}

/* Routes a destination again that has longer paths than need be; what it had stays unless fewer are longer. */
static void shorten(Work *w, guint32 dest)
{
	PortRoutes *p = &w->p;
	guint64 then = routes_nonminimal_to(p->graph, p->routes, p->near, dest);
	if (!then)
		return;
	port_routes_mark(p, dest);
	port_routes_begin(p, dest);
	port_routes_end(p, dest,
			route(w, dest, NULL, FALSE) && routes_nonminimal_to(p->graph, p->routes, p->near, dest) < then);
}

/* Drops all entries of a destination. */
static void drop(Work *w, guint32 dest)
{
	guint8 *row = routes_row(w->p.routes, dest);
	port_routes_count(&w->p, dest, -1);
	memset(row, ROUTE_NONE, w->p.graph->n_switches);
	row[w->p.graph->dests[dest].vertex] = 0;
}

/*
 * Puts the previous tree of multicast into the graph, joined again by other cables where some of it are gone. FALSE
 * without `error` where no such tree fits.
 */
static gboolean add_tree(Work *w, GError **error)
{
	const Graph *graph = w->p.graph;
	GError *failure = NULL;
	gboolean fits = spanning_previous(w->before, graph, w->left) &&
			spanning_tree_joins(graph, w->p.near, w->left, &failure) &&
			dependency_tree_stays(w->ports, w->left);
	if (fits) {
		memcpy(w->spanning, w->left, graph->n_channels);
	} else if (!failure) {
		dependency_tree_regrow(w->ports, w->left, w->spanning);
		fits = spanning_tree_joins(graph, w->p.near, w->spanning, &failure);
	}
	return sssp_error_pass(error, failure) && fits;
}

/* Makes the graph of all entries, whose VLs are `vls`, and of a tree if wanted. FALSE without `error` as add_tree(). */
static gboolean make_graph(Work *w, const PortVls *vls, gboolean with_tree, GError **error)
{
	dependency_tree_free(w->ports);
	if (!(w->ports = dependency_tree_new(w->p.graph, w->p.routes, vls, error)) ||
	    (with_tree && !add_tree(w, error)))
		return FALSE;
	if (!with_tree)
		dependency_tree_stays(w->ports, w->spanning); /* with no tree: the routes alone */
	w->p.careful->deps = dependency_tree_graph(w->ports);
	return TRUE;
}

/* Whether all that goes first has been the same, in the same order, in one of n attempts; else notes it as the next. */
static gboolean was_tried(Vain *vain, guint n)
{
	guint32 digest = 2166136261u;
	for (const GList *dest = vain->first.head; dest; dest = dest->next)
		digest = (digest ^ GPOINTER_TO_UINT(dest->data)) * 16777619u;
	for (guint i = 0; i < n; i++)
		if (vain->tried[i] == digest)
			return TRUE;
	vain->tried[n] = digest;
	return FALSE;
}

/*
 * Fills in what is missing of a destination beside what stays, or else routes all of it again. FALSE: it finds no path,
 * and goes first in the next attempt.
 */
static gboolean serve(Work *w, guint32 dest)
{
	guint32 missing = port_routes_mark(&w->p, dest);
	if (!missing)
		return TRUE;
	w->changed[dest] = 1;
	w->must += w->before->dest[dest] != GRAPH_NONE ? missing : 0;
	port_routes_begin(&w->p, dest);
	gboolean fine = route(w, dest, w->p.kept, FALSE) || route(w, dest, NULL, TRUE);
	port_routes_end(&w->p, dest, fine);
	if (!fine) {
		g_queue_remove(&w->vain->first, GUINT_TO_POINTER(dest));
		g_queue_push_head(&w->vain->first, GUINT_TO_POINTER(dest));
	}
	return fine;
}

/* Serves what failed in earlier attempts, the last first, and then all others, hosts first. */
static gboolean serve_all(Work *w)
{
	const Graph *graph = w->p.graph;
	for (const GList *dest = w->vain->first.head; dest; dest = dest->next)
		if (!serve(w, GPOINTER_TO_UINT(dest->data)))
			return FALSE;
	for (guint i = 0; i < 2; i++)
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (graph->dests[d].is_host == (i == 0) && !serve(w, d))
				return FALSE;
	return TRUE;
}

static gboolean run(Work *w, const Attempts *kind, GError **error)
{
	const Graph *graph = w->p.graph;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		trim(w, d);
		if (kind->whole && port_routes_mark(&w->p, d))
			drop(w, d);
	}
	if (!make_graph(w, w->vls, kind->tree == TREE_FIRST, error) || !serve_all(w))
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (w->before->gains || w->changed[d])
			shorten(w, d);
	return TRUE;
}

/*
 * Evens loads, and returns the VLs and the tree that there are then; a tree that comes last is put into the graph
 * before. VLs of states that nobody uses stay, too: their tables need not be sent again. NULL with SSSP_ERROR_MEMORY,
 * or without `error` as add_tree().
 */
static Layers *finish(Work *w, TreeTurn tree, GError **error)
{
	const Graph *graph = w->p.graph;
	g_autoptr(Layers) layers = layers_single();
	if (!(layers->vls = port_vls_copy(graph, w->vls, error)))
		return NULL;
	dependency_read_vls(w->p.careful->deps, layers->vls);
	if (tree == TREE_LAST && !make_graph(w, layers->vls, TRUE, error))
		return NULL;
	port_routes_even(&w->p, w->options, w->must, w->before->gains);
	dependency_read_vls(w->p.careful->deps, layers->vls);
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = w->vls->n_vls;
	layers->detours = routes_nonminimal(graph, w->p.routes, w->p.near);
	if (tree != NO_TREE && !(layers->tree = g_try_malloc(graph->n_channels + (gsize)1)))
		return sssp_error_memory_null(error, "multicast trees", graph->n_channels);
	if (layers->tree)
		memcpy(layers->tree, w->spanning, graph->n_channels);
	return g_steal_pointer(&layers);
}

/* Makes one attempt, with entries as they were before. NULL also without `error`. */
static Layers *attempt(Work w, const Attempts *kind, GError **error)
{
	routes_assign(w.p.graph, w.p.routes, w.before->routes);
	memset(w.p.routes->load, 0, w.p.graph->n_channels * sizeof *w.p.routes->load);
	Layers *layers = init(&w, error) && run(&w, kind, error) ? finish(&w, kind->tree, error) : NULL;
	port_routes_clear(&w.p);
	dependency_tree_free(w.ports);
	return layers;
}

/* Makes attempts of one kind. NULL with SSSP_ERROR_MEMORY in *error, or without where none succeeds. */
static Layers *attempt_all(Work w, const Attempts *kind, GError **error)
{
	Layers *layers = NULL;
	for (guint i = 0; i < (kind->whole ? MOST_ATTEMPTS : 1) && !layers && !*error; i++) {
		if (was_tried(w.vain, i) || (kind->whole && w.vain->entries >= MOST_ENTRIES))
			break;
		layers = attempt(w, kind, error);
		w.vain->entries += (double)w.p.graph->n_dests * w.p.graph->n_switches;
	}
	return layers;
}

Layers *reroute_by_ports(const Graph *graph, const guint8 *hops, const RerouteOptions *options,
			 const PreviousRoutes *before, const PortVls *vls, Routes *routes, GError **error)
{
	GError *failure = NULL;
	Layers *layers = NULL;
	Vain vain = {.first = G_QUEUE_INIT};
	const Work w = {.before = before,
			.vls = vls,
			.options = options,
			.vain = &vain,
			.p = {.graph = graph, .near = hops, .routes = routes}};
	for (guint i = 0; i < G_N_ELEMENTS(kinds) && !layers && !failure; i++)
		if (kinds[i].tree == NO_TREE || before->view.stand->mcast)
			layers = attempt_all(w, &kinds[i], &failure);
	g_queue_clear(&vain.first);
	if (!layers)
		routes_clear(graph, routes);
	sssp_error_pass(error, failure);
	return layers;
}
