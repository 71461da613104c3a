/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks whether a multicast tree closes a cycle with the routes in the channel dependency graph, and grows trees that
 * close none. Each trial begins with a copy of the graph that has the dependencies of the routes. Those of a given tree
 * are added until one closes a cycle; a tree that grows takes a cable only if none of the cable's dependencies does. In
 * a given tree all states that no route has get one VL, first the highest, then lower ones, last those in the tables.
 * In a tree that grows each such state tries the VL in the tables first, then the highest, then lower ones.
 */
#include "core/dependency/dependency_tree.h"

#include "core/base/error.h"

#include <string.h>

struct DependencyTree {
	const Graph *graph;
	CdgTurns *turns;
	DependencyGraph *routes, *trial;
	const PortVls *vls; /* the caller's; NULL: dependency_tree_beside() made it */
	guint32 *list;      /* [n_switches] scratch */
	guint8 *joined;     /* [n_switches] scratch */
};

/* Gives states that no route uses the VL that they have in finished tables. */
static void set_fixed(DependencyGraph *deps, const PortVls *vls)
{
	guint32 n = deps->turns->first[deps->graph->n_channels];
	for (guint32 i = 0; i < n; i++)
		if (deps->state_vl[i] == DEPENDENCY_NO_VL && vls->state[i] != PORT_VLS_NONE)
			deps->state_vl[i] = vls->state[i];
	for (guint32 c = 0; c < deps->graph->n_channels; c++)
		if (deps->sent_vl[c] == DEPENDENCY_NO_VL && vls->sent[c] != PORT_VLS_NONE)
			deps->sent_vl[c] = vls->sent[c];
}

/* Without the dependencies of routes. NULL with SSSP_ERROR_MEMORY. */
static DependencyTree *empty_new(const Graph *graph, guint n_vls, GError **error)
{
	g_autoptr(DependencyTree) ports = g_new0(DependencyTree, 1);
	ports->graph = graph;
	ports->list = g_try_new(guint32, graph->n_switches + 1);
	ports->joined = g_try_malloc(graph->n_switches + (gsize)1);
	if (!ports->list || !ports->joined)
		return sssp_error_memory_null(error, "multicast trees", graph->n_switches);
	if (!(ports->turns = cdg_turns_new(graph, error)) ||
	    !(ports->routes = dependency_new(ports->turns, n_vls, error)) ||
	    !(ports->trial = dependency_new(ports->turns, n_vls, error)))
		return NULL;
	return g_steal_pointer(&ports);
}

DependencyTree *dependency_tree_new(const Graph *graph, const Routes *routes, const PortVls *vls, GError **error)
{
	g_autoptr(DependencyTree) ports = empty_new(graph, vls->n_vls, error);
	if (!ports || !dependency_fill(ports->routes, routes, vls, error))
		return NULL;
	ports->vls = vls;
	if (vls->fixed)
		set_fixed(ports->routes, vls);
	return g_steal_pointer(&ports);
}

DependencyTree *dependency_tree_beside(const Graph *graph, const guint8 *used, GError **error)
{
	g_autoptr(DependencyTree) ports = empty_new(graph, 1, error);
	return ports && dependency_fill_used(ports->routes, used) ? g_steal_pointer(&ports) : NULL;
}

void dependency_tree_free(DependencyTree *ports)
{
	if (!ports)
		return;
	dependency_free(ports->routes);
	dependency_free(ports->trial);
	cdg_turns_free(ports->turns);
	g_free(ports->list);
	g_free(ports->joined);
	g_free(ports);
}

static gboolean is_pair(const Graph *graph, const guint8 *in_tree, guint32 b, guint32 c)
{
	return in_tree && in_tree[b] && in_tree[c] && c != graph->reverse[b];
}

/*
 * Returns the VL that the state (b, c) has in the tables, if it `keeps` that, else `vl`; the lowest where c lacks it.
 */
static guint choose_tree_vl(const DependencyTree *ports, guint32 b, guint32 c, gboolean keeps, guint vl)
{
	guint has = keeps ? ports->vls->state[cdg_turn(ports->turns, b, c)] : PORT_VLS_NONE;
	return has != PORT_VLS_NONE && graph_has_lane(ports->graph, c, has) ? has
	       : graph_has_lane(ports->graph, c, vl)                        ? vl
									    : 0;
}

/*
 * Gives VLs to states of the tree that no route has, and to what its switches send: the lowest, or the one in the
 * tables.
 */
static void set_vls(DependencyTree *ports, const guint8 *in_tree, gboolean keeps, guint vl)
{
	const Graph *graph = ports->graph;
	DependencyGraph *deps = ports->trial;
	for (guint32 b = 0; b < graph->n_channels; b++) {
		if (in_tree && in_tree[b] && dependency_sent_vl(deps, b) == DEPENDENCY_NO_VL)
			dependency_set_sent(deps, b,
					    keeps && ports->vls->sent[b] != PORT_VLS_NONE ? ports->vls->sent[b] : 0);
		for (guint32 w = graph->to[b], c = graph->first[w]; c < graph->first[w + 1]; c++)
			if (is_pair(graph, in_tree, b, c) && dependency_state_vl(deps, b, c) == DEPENDENCY_NO_VL)
				dependency_set_state(deps, b, c, choose_tree_vl(ports, b, c, keeps, vl));
		dependency_keep(deps);
	}
}

/*
 * Adds the dependencies on c of packets over b: those that b's switch sends, and those that came there over the tree,
 * as far as these have a VL.
 */
static gboolean add_pair(DependencyTree *ports, const guint8 *in_tree, guint32 b, guint32 c)
{
	const Graph *graph = ports->graph;
	DependencyGraph *deps = ports->trial;
	guint32 v = graph->from[b];
	gboolean fits = dependency_add(deps, b, dependency_sent_vl(deps, b), c);
	for (guint32 k = graph->first[v]; fits && k < graph->first[v + 1]; k++) {
		guint32 a = graph->reverse[k];
		if (is_pair(graph, in_tree, a, b) && dependency_state_vl(deps, a, b) != DEPENDENCY_NO_VL)
			fits = dependency_add(deps, b, dependency_state_vl(deps, a, b), c);
	}
	return fits;
}

static gboolean fits_on(DependencyTree *ports, const guint8 *in_tree, gboolean keeps, guint vl)
{
	const Graph *graph = ports->graph;
	gboolean fits = TRUE;
	dependency_copy(ports->trial, ports->routes);
	set_vls(ports, in_tree, keeps, vl);
	for (guint32 b = 0; b < graph->n_channels && fits; b++)
		for (guint32 w = graph->to[b], c = graph->first[w]; fits && c < graph->first[w + 1]; c++) {
			fits = !is_pair(graph, in_tree, b, c) || add_pair(ports, in_tree, b, c);
			dependency_keep(ports->trial);
		}
	return fits;
}

gboolean dependency_tree_stays(DependencyTree *ports, const guint8 *in_tree)
{
	return fits_on(ports, in_tree, TRUE, ports->routes->n_vls - 1);
}

gboolean dependency_tree_fit(DependencyTree *ports, const guint8 *in_tree)
{
	guint n_vls = ports->routes->n_vls;
	gboolean fits = FALSE;
	for (guint vl = n_vls; !fits && vl-- > 0;)
		fits = fits_on(ports, in_tree, FALSE, vl);
	return fits || dependency_tree_stays(ports, in_tree);
}

/* ---- a tree that grows */

/* Adds the dependencies of packets over b that go on by c, on this VL if the state has none. FALSE: closes a cycle. */
static gboolean join_on(DependencyTree *ports, const guint8 *in_tree, guint32 b, guint32 c, guint vl)
{
	const Graph *graph = ports->graph;
	DependencyGraph *deps = ports->trial;
	guint32 w = graph->to[c];
	if (dependency_state_vl(deps, b, c) == DEPENDENCY_NO_VL &&
	    (!graph_has_lane(graph, c, vl) || !dependency_set_state(deps, b, c, vl)))
		return FALSE;
	if (!add_pair(ports, in_tree, b, c))
		return FALSE;
	for (guint32 d = graph->first[w]; d < graph->first[w + 1]; d++)
		if (is_pair(graph, in_tree, c, d) && dependency_state_vl(deps, c, d) != DEPENDENCY_NO_VL &&
		    !dependency_add(deps, c, dependency_state_vl(deps, b, c), d))
			return FALSE;
	return TRUE;
}

static gboolean join(DependencyTree *ports, const guint8 *in_tree, guint32 b, guint32 c)
{
	DependencyGraph *deps = ports->trial;
	guint32 mark = dependency_mark(deps);
	if (dependency_state_vl(deps, b, c) != DEPENDENCY_NO_VL)
		return join_on(ports, in_tree, b, c, 0);
	guint had = ports->vls ? ports->vls->state[cdg_turn(ports->turns, b, c)] : PORT_VLS_NONE;
	if (had != PORT_VLS_NONE && join_on(ports, in_tree, b, c, had))
		return TRUE;
	dependency_return(deps, mark);
	for (guint vl = deps->n_vls; vl-- > 0;) {
		if (join_on(ports, in_tree, b, c, vl))
			return TRUE;
		dependency_return(deps, mark);
	}
	return FALSE;
}

/*
 * Gives what channel c's switch sends over it the VL that it has in the tables, or the lowest. FALSE: the log is full.
 */
static gboolean set_sent(DependencyTree *ports, guint32 c)
{
	guint8 had = ports->vls ? ports->vls->sent[c] : PORT_VLS_NONE;
	return dependency_sent_vl(ports->trial, c) != DEPENDENCY_NO_VL ||
	       dependency_set_sent(ports->trial, c,
				   had != PORT_VLS_NONE && graph_has_lane(ports->graph, c, had) ? had : 0);
}

/* Adds the cable of channel e, from a switch of the tree to one that is not in it. FALSE: closes a cycle. */
static gboolean add_cable(DependencyTree *ports, guint8 *in_tree, guint32 e)
{
	const Graph *graph = ports->graph;
	DependencyGraph *deps = ports->trial;
	guint32 back = graph->reverse[e], u = graph->from[e];
	in_tree[e] = in_tree[back] = 1;
	gboolean fits = set_sent(ports, e) && set_sent(ports, back);
	for (guint32 c = graph->first[u]; fits && c < graph->first[u + 1]; c++)
		if (in_tree[c] && c != e)
			fits = join(ports, in_tree, graph->reverse[c], e) && join(ports, in_tree, back, c);
	if (!fits) {
		dependency_return(deps, 0);
		in_tree[e] = in_tree[back] = 0;
	}
	dependency_keep(deps);
	return fits;
}

/*
 * Adds the neighbours of switch v, over cables of `of` (NULL: of all), to the tree and to the n switches in
 * ports->list. Returns how many are there then, at most `most`.
 */
static guint32 grow_from(DependencyTree *ports, const guint8 *of, guint8 *in_tree, guint32 v, guint32 n, guint32 most)
{
	const Graph *graph = ports->graph;
	for (guint32 e = graph->first[v]; n < most && e < graph->first[v + 1]; e++)
		if (!ports->joined[graph->to[e]] && (!of || (of[e] && of[graph->reverse[e]])) &&
		    add_cable(ports, in_tree, e)) {
			ports->joined[graph->to[e]] = 1;
			ports->list[n++] = graph->to[e];
		}
	return n;
}

/* Begins a tree that is one switch. Returns how many are in ports->list: 1. */
static guint32 plant(DependencyTree *ports, guint32 root, guint8 *in_tree)
{
	dependency_copy(ports->trial, ports->routes);
	memset(in_tree, 0, ports->graph->n_channels);
	memset(ports->joined, 0, ports->graph->n_switches);
	ports->joined[root] = 1;
	ports->list[0] = root;
	return 1;
}

/*
 * Grows the tree of the n switches in ports->list over cables of `of` (NULL: of all); where these lead no further, by
 * one other cable, and where there is none, from another piece of the fabric.
 */
static void grow_all(DependencyTree *ports, const guint8 *of, guint8 *in_tree, guint32 n)
{
	guint32 n_switches = ports->graph->n_switches, *list = ports->list;
	for (guint32 i = 0, k = 0, next = 0; n < n_switches;) {
		for (; i < n; i++)
			n = grow_from(ports, of, in_tree, list[i], n, n_switches);
		/* Cables that did not fit never will. */
		for (; of && k < n && i == n; k += i == n)
			n = grow_from(ports, NULL, in_tree, list[k], n, n + 1);
		while (i == n && n < n_switches && ports->joined[next]) /* another piece of the fabric */
			next++;
		if (i == n && n < n_switches) {
			ports->joined[next] = 1;
			list[n++] = next;
		}
	}
}

void dependency_tree_grow(DependencyTree *ports, guint32 root, gboolean in_order, guint8 *in_tree)
{
	guint32 n = plant(ports, root, in_tree);
	ports->trial->keeps_order = in_order;
	for (guint32 i = 0; in_order && i < n; i++)
		n = grow_from(ports, NULL, in_tree, ports->list[i], n, ports->graph->n_switches);
	ports->trial->keeps_order = FALSE;
	grow_all(ports, NULL, in_tree, n);
}

void dependency_tree_regrow(DependencyTree *ports, const guint8 *previous, guint8 *in_tree)
{
	const Graph *graph = ports->graph;
	const guint8 *some = memchr(previous, 1, graph->n_channels);
	grow_all(ports, previous, in_tree, plant(ports, some ? graph->from[some - previous] : 0, in_tree));
}

DependencyGraph *dependency_tree_graph(const DependencyTree *ports)
{
	return ports->trial;
}
