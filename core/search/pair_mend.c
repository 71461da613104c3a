/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pairs without a lane are taken in turn; a changed tree is tried beside the old one and weighed before it is kept. */
#include "core/search/pair_mend.h"

#include "core/base/arena.h"
#include "core/graph/routes.h"
#include "core/search/route_search.h"
#include "core/search/pair_tree.h"

#include <string.h>

/* Channels looked at before the search is given up: about a second's work. */
#define EFFORT 100000000u
#define TREE_EFFORT 40 /* looks at each channel while one tree is made and repaired */

/* Steps without a new least number of failing pairs before it is given up. */
#define MAX_IDLE 400
#define MAX_IDLE_LONG 1000

/* A tree on trial. */
typedef struct {
	guint32 target;
	guint32 *next;   /* [n_switches] */
	LaneMask *legal; /* [n_switches] */
} Trial;

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const LaneSet *lanes;
	const LaneMask *covered; /* or NULL */
	gboolean may_be_long;
	PairRoutes *trees;
	PairTree *tree;
	RouteSearch *search;
	LaneMask *want;   /* [n_switches] */
	guint32 *pins;    /* [n_switches] */
	guint32 *free;    /* [n_switches] no pins at all */
	guint32 *penalty; /* [from][to] what a pair without a lane weighs, less one */
	GArray *failing;  /* guint64 cells, lower switch first in symmetric mode */
	Trial trial[2];
	guint turn;
	Arena *arena; /* holds the arrays */
} Mend;

static gsize cell(const Mend *m, guint32 row, guint32 column)
{
	return (gsize)row * m->graph->n_switches + column;
}

static guint64 pair_of(const Mend *m, guint32 v, guint32 target)
{
	return m->lanes->symmetric ? cell(m, MIN(v, target), MAX(v, target)) : cell(m, v, target);
}

/* Lanes that the pair's route the other way has. */
static LaneMask other_way(const Mend *m, guint32 v, guint32 target)
{
	return m->lanes->symmetric ? m->trees->legal[cell(m, v, target)] : lane_set_all(m->lanes);
}

static guint weight(const Mend *m, guint32 v, guint32 target)
{
	return m->penalty[pair_of(m, v, target)] + 1;
}

/* What the pairs of `target` without a lane weigh if its routes have the lanes `legal`; `except` does not count. */
static guint64 damage(const Mend *m, guint32 target, const LaneMask *legal, guint32 except)
{
	const Bfs *bfs = m->tree->bfs;
	guint64 sum = 0;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		if (v != except && pair_of_hosts(m->graph, v, target) && !(legal[v] & other_way(m, v, target)))
			sum += weight(m, v, target);
	}
	return sum;
}

static gboolean is_long_step(const Mend *m, guint32 c, guint32 target)
{
	const Graph *g = m->graph;
	return m->hops[cell(m, g->from[c], target)] != m->hops[cell(m, g->to[c], target)] + 1u;
}

/* Pins the longer routes of the tree as it is, each up to what is pinned already: greedy trees have none such. */
static void pin_long_routes(Mend *m, guint32 target)
{
	const Graph *g = m->graph;
	const guint32 *next = m->trees->next + cell(m, target, 0);
	for (guint32 v = 0; v < g->n_switches; v++) {
		if (v == target || next[v] == GRAPH_NONE || !is_long_step(m, next[v], target))
			continue;
		for (guint32 w = v; w != target && m->pins[w] == GRAPH_NONE; w = g->to[next[w]])
			m->pins[w] = next[w];
	}
}

/* Makes the tree towards a target anew around one route, which starts at v and should have one of `lanes`. */
static void try_tree(Mend *m, Trial *trial, guint32 v, LaneMask lanes, const guint32 *route, guint length)
{
	const Graph *g = m->graph;
	guint32 target = trial->target;
	memcpy(m->pins, m->free, g->n_switches * sizeof *m->pins);
	for (guint k = 0; k < length; k++)
		m->pins[g->from[route[k]]] = route[k];
	if (m->may_be_long)
		pin_long_routes(m, target);
	for (guint32 w = 0; w < g->n_switches; w++)
		m->want[w] = pair_of_hosts(g, w, target) ? other_way(m, w, target) : lane_set_all(m->lanes);
	m->want[v] = lanes;
	PairTreePlan plan = {.target = target,
			     .want = m->want,
			     .pins = m->pins,
			     .prefer = m->trees->next + cell(m, target, 0),
			     .turn = m->turn};
	pair_tree_make(m->tree, &plan, trial->next);
	memcpy(trial->legal, m->tree->legal, g->n_switches * sizeof *trial->legal);
}

static void accept(Mend *m, const Trial *trial)
{
	gsize n = m->graph->n_switches;
	memcpy(m->trees->next + cell(m, trial->target, 0), trial->next, n * sizeof(guint32));
	memcpy(m->trees->legal + cell(m, trial->target, 0), trial->legal, n * sizeof(LaneMask));
}

/* Mends a pair in the tree towards one of its ends, in a lane that the other way has. */
static gboolean mend_one_end(Mend *m, guint32 v, guint32 target)
{
	Trial *trial = &m->trial[0];
	RouteQuery query = {
		.source = v, .target = target, .lanes = other_way(m, v, target), .pins = m->free, .turn = m->turn};
	if (!route_search_run(m->search, &query))
		return FALSE;
	trial->target = target;
	try_tree(m, trial, v, query.lanes, m->search->route, m->search->length);
	if (damage(m, target, trial->legal, GRAPH_NONE) >
	    damage(m, target, m->trees->legal + cell(m, target, 0), GRAPH_NONE))
		return FALSE;
	accept(m, trial);
	return TRUE;
}

/* Mends a pair in both trees, along the route just found and the way back along it. */
static gboolean mend_both_ends(Mend *m, guint32 v, guint32 target)
{
	const Graph *g = m->graph;
	const guint32 *route = m->search->route;
	guint length = m->search->length;
	guint32 back[GRAPH_FAR];
	Trial *there = &m->trial[0], *here = &m->trial[1];
	for (guint k = 0; k < length; k++)
		back[k] = g->reverse[route[length - 1 - k]];
	there->target = target;
	here->target = v;
	try_tree(m, there, v, lane_set_all(m->lanes), route, length);
	guint64 after = damage(m, target, there->legal, v);
	guint64 before = damage(m, target, m->trees->legal + cell(m, target, 0), v) + weight(m, v, target);
	try_tree(m, here, target, there->legal[v], back, length);
	after += damage(m, v, here->legal, target);
	after += (here->legal[target] & there->legal[v]) ? 0 : weight(m, v, target);
	before += damage(m, v, m->trees->legal + cell(m, v, 0), target);
	if (after > before)
		return FALSE;
	accept(m, there);
	accept(m, here);
	return TRUE;
}

/* The same along a new route in whatever lane. In asymmetric mode the way back is nobody's business. */
static gboolean mend_anyhow(Mend *m, guint32 v, guint32 target, gboolean far)
{
	RouteQuery query = {
		.source = v, .target = target, .lanes = lane_set_all(m->lanes), .pins = m->free, .turn = m->turn};
	if (far ? !route_search_long(m->search, &query) : !route_search_run(m->search, &query))
		return FALSE;
	if (m->lanes->symmetric)
		return mend_both_ends(m, v, target);
	Trial *trial = &m->trial[0];
	trial->target = target;
	try_tree(m, trial, v, query.lanes, m->search->route, m->search->length);
	if (damage(m, target, trial->legal, GRAPH_NONE) >
	    damage(m, target, m->trees->legal + cell(m, target, 0), GRAPH_NONE))
		return FALSE;
	accept(m, trial);
	return TRUE;
}

static void list_failing(Mend *m)
{
	guint32 n = m->graph->n_switches;
	g_array_set_size(m->failing, 0);
	m->lanes->effort->looked += (guint64)n * n / 4;
	for (guint32 v = 0; v < n; v++)
		for (guint32 t = m->lanes->symmetric ? v + 1 : 0; t < n; t++) {
			guint64 pair = cell(m, v, t);
			if (v == t || !pair_of_hosts(m->graph, v, t) ||
			    m->trees->next[cell(m, t, v)] == GRAPH_NONE ||
			    (m->trees->legal[cell(m, t, v)] & other_way(m, v, t)))
				continue;
			g_array_append_val(m->failing, pair);
		}
}

/*
 * Every time a pair is found without a lane it weighs more: changes that only hand the failure on do not go on forever.
 */
static void mend_pair(Mend *m, guint64 pair)
{
	guint32 n = m->graph->n_switches, v = (guint32)(pair / n), target = (guint32)(pair % n);
	m->penalty[pair]++;
	if (m->lanes->symmetric && m->turn % 2) {
		guint32 other = v;
		v = target;
		target = other;
	}
	if (!mend_one_end(m, v, target) && !(m->lanes->symmetric && mend_one_end(m, target, v)) &&
	    !mend_anyhow(m, v, target, FALSE) && m->may_be_long)
		mend_anyhow(m, v, target, TRUE);
}

static void search(Mend *m)
{
	guint least = G_MAXUINT, idle = 0;
	guint64 effort = 0;
	list_failing(m);
	while (m->failing->len && idle < (m->may_be_long ? MAX_IDLE_LONG : MAX_IDLE) && effort < EFFORT &&
	       lane_set_may_search(m->lanes)) {
		mend_pair(m, g_array_index(m->failing, guint64, m->turn % m->failing->len));
		list_failing(m);
		effort += TREE_EFFORT * (guint64)m->graph->n_channels +
			  (guint64)m->graph->n_switches * m->graph->n_switches / 4;
		idle = m->failing->len < least ? 0 : idle + 1;
		least = MIN(least, m->failing->len);
		m->turn++;
	}
}

/* Pairs whose route has a step that leads no nearer. */
static guint64 count_long(Mend *m)
{
	const Graph *g = m->graph;
	guint64 sum = 0;
	for (guint32 t = 0; t < g->n_switches; t++) {
		const guint32 *next = m->trees->next + cell(m, t, 0);
		for (guint32 v = 0; v < g->n_switches; v++) {
			guint32 w = v;
			while (w != t && next[w] != GRAPH_NONE && !is_long_step(m, next[w], t))
				w = g->to[next[w]];
			sum += w != t && next[w] != GRAPH_NONE;
		}
	}
	return sum;
}

/* What the trees leave to each pair now. */
static void conclude(Mend *m)
{
	guint32 n = m->graph->n_switches;
	m->trees->n_without = (m->lanes->symmetric ? 2 : 1) * (guint64)m->failing->len;
	for (guint32 v = 0; v < n; v++)
		for (guint32 t = 0; t < n; t++)
			m->trees->common[cell(m, v, t)] = m->trees->legal[cell(m, t, v)] & other_way(m, v, t);
	m->trees->n_long = count_long(m);
}

static gboolean allocate(Mend *m, GError **error)
{
	gsize n = m->graph->n_switches;
	m->want = arena_new_array(m->arena, LaneMask, n + 1);
	m->pins = arena_new_array(m->arena, guint32, n + 1);
	m->free = arena_new_array(m->arena, guint32, n + 1);
	m->penalty = arena_new_array0(m->arena, guint32, n * n + 1);
	for (guint i = 0; i < G_N_ELEMENTS(m->trial); i++) {
		m->trial[i].next = arena_new_array(m->arena, guint32, n + 1);
		m->trial[i].legal = arena_new_array0(m->arena, LaneMask, n + 1);
	}
	if (!arena_check(m->arena, "mending lanes", error))
		return FALSE;
	memset(m->free, 0xff, n * sizeof *m->free);
	return (m->search = route_search_new(m->graph, m->hops, m->lanes, m->covered, error)) &&
	       (m->tree = pair_tree_new(m->graph, m->hops, m->lanes, m->covered, error));
}

static void release(Mend *m)
{
	pair_tree_free(m->tree);
	route_search_free(m->search);
	arena_free(m->arena);
	g_array_unref(m->failing);
}

gboolean pair_mend(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
		   gboolean may_be_long, PairRoutes *trees, GError **error)
{
	Mend m = {.graph = graph,
		  .hops = hops,
		  .lanes = lanes,
		  .covered = covered,
		  .may_be_long = may_be_long,
		  .trees = trees};
	m.arena = arena_new();
	m.failing = g_array_new(FALSE, FALSE, sizeof(guint64));
	gboolean ready = allocate(&m, error);
	if (ready) {
		search(&m);
		conclude(&m);
	}
	release(&m);
	return ready;
}
