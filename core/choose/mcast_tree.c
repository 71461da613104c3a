/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a spanning tree for multicast beside finished routes, by trying several trees one after the other. A tree fits
 * when the channel dependencies of the routes and of the tree together have no cycle. The previous tree comes first.
 * Unless switches choose lanes by ports, the central one is next. Then trees are grown cable by cable from several
 * roots.
 */
#include "core/choose/mcast_tree.h"

#include "core/graph/cdg.h"
#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "core/dependency/dependency_tree.h"
#include "core/graph/spanning_tree.h"

#include <stdlib.h>
#include <string.h>

/* Roots that trees are grown from after the central tree (spanning_tree_find()) was tried. */
#define MAX_ROOTS 16

typedef struct {
	guint64 distance; /* hops to all others */
	guint32 vertex;
} Root;

typedef struct {
	const Graph *graph;
	CdgTurns *turns;
	const guint8 *used; /* [turns] dependencies of the routes on the lane */
	guint8 *trial;      /* [turns] scratch: `used`, and the dependencies of a tree */
} Fit;

/* Whether all turns of a tree fit beside the routes. FALSE also with SSSP_ERROR_MEMORY. */
static gboolean fits(const Fit *fit, const guint8 *in_tree, GError **error)
{
	memcpy(fit->trial, fit->used, fit->turns->first[fit->graph->n_channels]);
	cdg_mark_tree(fit->turns, in_tree, fit->trial);
	return cdg_is_acyclic(fit->turns, fit->trial, error);
}

static int compare_roots(gconstpointer a, gconstpointer b)
{
	const Root *x = a, *y = b;
	return BY_KEYS({x->distance, y->distance}, {x->vertex, y->vertex});
}

/*
 * Fills roots[n_switches] with all switches, those nearest to all others first, and returns how many there are; 0 when
 * the fabric is in pieces, where no tree from one root joins all.
 */
static guint32 list_roots(const Graph *graph, const guint8 *hops, Root *roots)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (memchr(hops + (gsize)v * graph->n_switches, GRAPH_FAR, graph->n_switches))
			return 0;
		roots[v] = (Root){spanning_tree_hops_from(graph, hops, v), v};
	}
	if (graph->n_switches)
		qsort(roots, graph->n_switches, sizeof *roots, compare_roots);
	return graph->n_switches;
}

/*
 * Whether a tree fits, whole or without branches that lead to no endpoint. Where the whole tree does not, these
 * branches are taken out of `in_tree`. FALSE also with SSSP_ERROR_MEMORY.
 */
static gboolean prune_to_fit(const Fit *fit, guint8 *in_tree, GError **error)
{
	GError *failure = NULL;
	if (fits(fit, in_tree, &failure))
		return TRUE;
	if (!sssp_error_pass(error, failure))
		return FALSE;
	spanning_tree_prune(fit->graph, in_tree);
	return fits(fit, in_tree, error);
}

/* A copy of the previous tree, where it still joins all endpoints. NULL without `error` where it does not. */
static guint8 *copy_previous(const Graph *graph, const guint8 *hops, const guint8 *previous, GError **error)
{
	if (!previous)
		return NULL;
	g_autofree guint8 *in_tree = g_try_malloc(graph->n_channels + 1u);
	if (!in_tree)
		return sssp_error_memory_null(error, "multicast trees", graph->n_channels);
	memcpy(in_tree, previous, graph->n_channels);
	return spanning_tree_joins(graph, hops, in_tree, error) ? g_steal_pointer(&in_tree) : NULL;
}

/*
 * Grows a tree hop by hop from several roots until one joins all endpoints. Where the fabric is in pieces list_roots()
 * gives no root, and the tree is grown from switch 0 alone, hence MAX(n, 1). FALSE without `error` where none does.
 */
static gboolean grow_from_roots(const Graph *graph, const guint8 *hops, DependencyTree *ports, guint8 *in_tree,
				GError **error)
{
	g_autofree Root *roots = g_try_new(Root, graph->n_switches + 1);
	gboolean found = FALSE;
	if (!roots)
		return sssp_error_memory(error, "roots of multicast trees", graph->n_switches * sizeof *roots);
	guint32 n = MIN(list_roots(graph, hops, roots), MAX_ROOTS);
	/* With one VL in the order of the graph first, which takes least time, then with searches for another. */
	guint32 tries = dependency_tree_graph(ports)->n_vls == 1 ? 2 : 1;
	for (guint32 i = 0; i < tries * MAX(n, 1) && !found && graph->n_switches; i++) {
		GError *failure = NULL;
		dependency_tree_grow(ports, n ? roots[i / tries].vertex : 0, i % tries + 1 < tries, in_tree);
		found = spanning_tree_joins(graph, hops, in_tree, &failure);
		if (failure)
			return sssp_error_pass(error, failure);
	}
	return found;
}

/*
 * Finds a tree beside routes on lanes by ports: the previous one, or one that is grown. States that only the tree has
 * get their VL in `vls`. FALSE without `error` where none is found.
 */
static gboolean find_by_ports(const Graph *graph, const guint8 *hops, const Routes *routes, PortVls *vls,
			      guint8 *previous, guint8 *in_tree, GError **error)
{
	g_autoptr(DependencyTree) ports = dependency_tree_new(graph, routes, vls, error);
	if (!ports)
		return FALSE;
	gboolean found = previous && (dependency_tree_stays(ports, previous) || dependency_tree_fit(ports, previous));
	if (found)
		memcpy(in_tree, previous, graph->n_channels);
	else
		found = grow_from_roots(graph, hops, ports, in_tree, error);
	if (found && vls->n_vls > 1)
		dependency_read_vls(dependency_tree_graph(ports), vls);
	return found;
}

/*
 * Tries the tree in `in_tree` beside fit->used, then grows others there. FALSE without `error` where none fits.
 */
static gboolean find_beside(const Fit *fit, const guint8 *hops, guint8 *in_tree, GError **error)
{
	GError *failure = NULL;
	if (prune_to_fit(fit, in_tree, &failure))
		return TRUE;
	g_autoptr(DependencyTree) ports = failure ? NULL : dependency_tree_beside(fit->graph, fit->used, &failure);
	gboolean found = ports && grow_from_roots(fit->graph, hops, ports, in_tree, &failure);
	return sssp_error_pass(error, failure) && found;
}

/*
 * Finds a tree on lane 0 into `in_tree` as find(): fit->used are the turns of routes on the lane, beside_used->used
 * those and all others in use (NULL: not known). FALSE without `error` where none fits.
 */
static gboolean find_in_turn(const Fit *fit, const Fit *beside_used, const guint8 *hops, guint8 *previous,
			     guint8 *in_tree, GError **error)
{
	GError *failure = NULL;
	gboolean found = previous && prune_to_fit(fit, previous, &failure);
	if (found)
		memcpy(in_tree, previous, fit->graph->n_channels);
	else if (!failure)
		found = (beside_used->used && prune_to_fit(beside_used, in_tree, &failure)) ||
			(!failure && find_beside(fit, hops, in_tree, &failure));
	return sssp_error_pass(error, failure) && found;
}

/*
 * Finds a tree on lane 0 into `in_tree`, which holds the central tree when called. First the previous tree is tried
 * beside the routes, whose turns on the lane are known[turns] (NULL: marked here); then the central tree beside all
 * dependencies in use on the lane, those of earlier connections too (layers->used); then it and others beside the
 * routes alone. Nothing is marked where the previous tree fits beside all in use. FALSE without `error` where none
 * fits.
 */
static gboolean find(const Graph *graph, const guint8 *hops, const Routes *routes, const Layers *layers,
		     CdgTurns *turns, guint8 *previous, const guint8 *known, guint8 *in_tree, GError **error)
{
	GError *failure = NULL;
	gsize n = turns->first[graph->n_channels];
	g_autofree guint8 *trial = g_try_malloc(n + 1), *marked = NULL;
	Fit beside_used = {graph, turns, layers->used[0], trial}, beside_routes = {graph, turns, known, trial};
	if (!trial)
		return sssp_error_memory(error, "multicast trees", n);
	if (previous && beside_used.used && fits(&beside_used, previous, &failure)) {
		memcpy(in_tree, previous, graph->n_channels);
		return TRUE;
	}
	if (failure)
		return sssp_error_pass(error, failure);
	if (!known) {
		if (!(marked = g_try_malloc0(n + 1)))
			return sssp_error_memory(error, "multicast trees", n);
		if (!layers_mark_lane(graph, routes, LAYERS_OF_ALL, layers, 0, turns, marked, error))
			return FALSE;
		beside_routes.used = marked;
	}
	return find_in_turn(&beside_routes, &beside_used, hops, previous, in_tree, error);
}

guint8 *mcast_tree_find(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			const guint8 *previous, const guint8 *first, GError **error)
{
	GError *failure = NULL;
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	g_autofree guint8 *in_tree = turns ? spanning_tree_find(graph, hops, error) : NULL;
	if (!in_tree)
		return NULL;
	g_autofree guint8 *kept = copy_previous(graph, hops, previous, &failure);
	if (!failure && (layers->vls ? find_by_ports(graph, hops, routes, layers->vls, kept, in_tree, &failure)
				     : find(graph, hops, routes, layers, turns, kept, first, in_tree, &failure)))
		return g_steal_pointer(&in_tree);
	sssp_error_pass(error, failure);
	return NULL;
}

gboolean mcast_tree_hold(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			 const guint8 *previous, const guint8 *first, GError **error)
{
	GError *failure = NULL;
	guint8 *tree =
		mcast_tree_find(graph, hops, routes, layers, layers->tree ? layers->tree : previous, first, &failure);
	g_free(layers->tree);
	layers->tree = tree;
	return sssp_error_pass(error, failure);
}

gboolean mcast_tree_note(const Graph *graph, Layers *layers, guint8 *first, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	if (turns && layers->tree)
		cdg_mark_tree(turns, layers->tree, first);
	layers->used[0] = first;
	return turns != NULL;
}
