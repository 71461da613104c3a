/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rounds of greedy trees with pins for what failed before, then mending, then whatever joins the rest. */
#include "core/search/pair_search.h"

#include "core/base/arena.h"
#include "core/graph/routes.h"
#include "core/search/pair_mend.h"
#include "core/search/route_search.h"
#include "core/search/pair_tree.h"

#include <string.h>

/*
 * Rounds in which all trees are made anew; given up earlier when this many in a row brought nothing. What is left then
 * is mended tree by tree (pair_mend.h), unless one in HOPELESS_PART pairs fails.
 */
#define MAX_ROUNDS 16
#define MIN_ROUNDS 2
#define ROUND_EFFORT 20000000 /* switches times channels, in all rounds together: large fabrics get fewer */
#define IDLE_ROUNDS 4
#define HOPELESS_PART 20
#define QUICK_ROUNDS 4

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	const LaneMask *covered; /* or NULL */
	PairRoutes *trees;
	PairTree *tree;
	RouteSearch *search;
	LaneMask *want;    /* [n_switches] of the tree being made */
	guint32 *pins;     /* [to][from] channel a tree must take at a switch, GRAPH_NONE: free */
	guint8 *on_tree;   /* [n_switches] destinations that take the spanning tree */
	guint32 *failures; /* [from][to] times a pair stayed without a lane; in symmetric mode the lower switch first */
	GArray *failed;    /* guint64 cells of the pairs with failures */
	Arena *arena;      /* holds the arrays */
} Build;

static gsize cell(const Build *b, guint32 row, guint32 column)
{
	return (gsize)row * b->graph->n_switches + column;
}

static guint32 *next_of(Build *b, guint32 target)
{
	return b->trees->next + cell(b, target, 0);
}

static void note_failure(Build *b, guint32 v, guint32 target)
{
	guint64 pair = b->lanes->symmetric ? cell(b, MIN(v, target), MAX(v, target)) : cell(b, v, target);
	if (!b->failures[pair]++)
		g_array_append_val(b->failed, pair);
}

/* Writes down what the latest tree leaves its pairs. */
static void record(Build *b, guint32 target, const guint32 *next)
{
	const Bfs *bfs = b->tree->bfs;
	LaneMask *common = b->trees->common;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		LaneMask legal = next[v] == GRAPH_NONE ? 0 : b->tree->legal[v];
		b->trees->n_long += next[v] != GRAPH_NONE && b->tree->length[v] > bfs->hops[v];
		b->trees->legal[cell(b, target, v)] = legal;
		if (!pair_of_hosts(b->graph, v, target))
			continue;
		LaneMask left = common[cell(b, v, target)] & legal;
		if (!left && common[cell(b, v, target)])
			note_failure(b, v, target);
		b->trees->n_without += !left;
		common[cell(b, v, target)] = left;
		if (b->lanes->symmetric)
			common[cell(b, target, v)] = left;
	}
}

/* All lanes are open to every pair; to the pairs of a destination on the spanning tree only its lane. */
static void open_lanes(Build *b)
{
	gsize n = b->graph->n_switches;
	LaneMask all = lane_set_all(b->lanes), last = (LaneMask)(1u << (b->lanes->n_lanes - 1));
	for (gsize i = 0; i < n * n; i++) {
		gboolean on_tree = b->on_tree[i % n] || (b->lanes->symmetric && b->on_tree[i / n]);
		b->trees->common[i] = on_tree ? last : all;
	}
	b->trees->n_without = b->trees->n_long = 0;
}

/* What the trees made so far leave open to the pairs of a destination. */
static PairTreePlan plan_tree(Build *b, guint32 target, guint turn)
{
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		b->want[v] = pair_of_hosts(b->graph, v, target) ? b->trees->common[cell(b, v, target)]
								    : lane_set_all(b->lanes);
	return (PairTreePlan){.target = target, .want = b->want, .pins = b->pins + cell(b, target, 0), .turn = turn};
}

/* ---- rounds of minimal trees */

static int compare_failed(gconstpointer x, gconstpointer y, gpointer user)
{
	const guint64 px = *(const guint64 *)x, py = *(const guint64 *)y;
	const guint32 *failures = user;
	if (failures[px] != failures[py])
		return failures[px] > failures[py] ? -1 : 1;
	return px < py ? -1 : px > py;
}

/* Pins one legal route for a pair, and the way back along it in symmetric mode. */
static gboolean pin_pair(Build *b, guint32 v, guint32 target, gboolean may_be_long, guint turn)
{
	const Graph *g = b->graph;
	guint32 *there = b->pins + cell(b, target, 0), *back = b->pins + cell(b, v, 0);
	RouteQuery query = {.source = v,
			    .target = target,
			    .lanes = lane_set_all(b->lanes),
			    .pins = there,
			    .back = b->lanes->symmetric ? back : NULL,
			    .turn = turn};
	if (!route_search_run(b->search, &query) && !(may_be_long && route_search_long(b->search, &query)))
		return FALSE;
	for (guint k = 0; k < b->search->length; k++) {
		guint32 c = b->search->route[k];
		there[g->from[c]] = c;
		if (b->lanes->symmetric)
			back[g->to[c]] = g->reverse[c];
	}
	return TRUE;
}

/* Those that failed most often get their routes first. */
static void pin_failed_pairs(Build *b, gboolean may_be_long, guint round)
{
	gsize n = b->graph->n_switches;
	memset(b->pins, 0xff, n * n * sizeof(guint32));
	if (b->failed->len)
		g_qsort_with_data(b->failed->data, (gint)b->failed->len, sizeof(guint64), compare_failed, b->failures);
	for (guint i = 0; i < b->failed->len && lane_set_may_search(b->lanes); i++) {
		guint64 pair = g_array_index(b->failed, guint64, i);
		if (!pin_pair(b, (guint32)(pair / n), (guint32)(pair % n), may_be_long, round + i))
			b->failures[pair]++;
	}
}

static void make_trees(Build *b)
{
	open_lanes(b);
	for (guint32 target = 0; target < b->graph->n_switches; target++) {
		PairTreePlan plan = plan_tree(b, target, 0);
		pair_tree_make(b->tree, &plan, next_of(b, target));
		record(b, target, next_of(b, target));
	}
}

static gboolean is_hopeless(const Build *b)
{
	guint64 pairs = (guint64)b->graph->n_switches * b->graph->n_switches;
	return b->trees->n_without > pairs / HOPELESS_PART;
}

static guint rounds(const Build *b)
{
	guint64 size = (guint64)b->graph->n_switches * b->graph->n_channels + 1;
	return (guint)CLAMP(ROUND_EFFORT / size, MIN_ROUNDS, MAX_ROUNDS);
}

/* At most so many rounds, until every pair has a lane or the search stalls. */
static void search_rounds(Build *b, guint most, gboolean may_be_long)
{
	guint64 least = G_MAXUINT64;
	for (guint round = 0, idle = 0; round < most && idle < IDLE_ROUNDS; round++) {
		if (round && !lane_set_may_search(b->lanes))
			return;
		pin_failed_pairs(b, may_be_long, round);
		make_trees(b);
		if (b->trees->n_without == 0 || (!may_be_long && is_hopeless(b)))
			return;
		idle = b->trees->n_without < least ? 0 : idle + 1;
		least = MIN(least, b->trees->n_without);
	}
}

/* ---- the end of it: longer routes wherever they are needed, the spanning tree where even those fail */

/*
 * TRUE when every pair has a lane; else at least one more destination has to take the spanning tree. Its pairs keep the
 * last lane open, which the spanning tree's routes have, so once all take it all are served.
 */
static gboolean make_any_trees(Build *b)
{
	gboolean whole = TRUE;
	open_lanes(b);
	for (guint32 target = 0; target < b->graph->n_switches; target++) {
		guint32 *next = next_of(b, target);
		PairTreePlan plan = plan_tree(b, target, 0);
		if (b->on_tree[target]) {
			pair_tree_spanning(b->tree, target, next);
		} else if (pair_tree_make(b->tree, &plan, next) && pair_tree_lengthen(b->tree, next)) {
			b->on_tree[target] = 1;
			whole = FALSE;
		}
		record(b, target, next);
	}
	return whole;
}

static gboolean search(Build *b, const guint8 *hops, PairSearchEffort effort, GError **error)
{
	search_rounds(b, effort == PAIR_SEARCH_QUICK ? QUICK_ROUNDS : rounds(b), FALSE);
	if (effort == PAIR_SEARCH_QUICK)
		return TRUE;
	if (b->trees->n_without && !is_hopeless(b) &&
	    !pair_mend(b->graph, hops, b->lanes, b->covered, FALSE, b->trees, error))
		return FALSE;
	if (b->trees->n_without && effort == PAIR_SEARCH_ALL) {
		search_rounds(b, rounds(b), TRUE);
		if (b->trees->n_without && !pair_mend(b->graph, hops, b->lanes, b->covered, TRUE, b->trees, error))
			return FALSE;
		for (guint round = 0; b->trees->n_without && !make_any_trees(b); round++)
			if (round == rounds(b) || !lane_set_may_search(b->lanes))
				memset(b->on_tree, 1, b->graph->n_switches);
	}
	return TRUE;
}

static gboolean allocate(Build *b, GError **error)
{
	gsize n = b->graph->n_switches;
	b->want = arena_new_array(b->arena, LaneMask, n + 1);
	b->pins = arena_new_array(b->arena, guint32, n * n + 1);
	b->failures = arena_new_array0(b->arena, guint32, n * n + 1);
	b->on_tree = arena_new_array0(b->arena, guint8, n + 1);
	return arena_check(b->arena, "a search for routes of pairs", error);
}

static void release(Build *b)
{
	pair_tree_free(b->tree);
	route_search_free(b->search);
	arena_free(b->arena);
	g_array_unref(b->failed);
}

PairRoutes *pair_search(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			PairSearchEffort effort, GError **error)
{
	g_autoptr(PairRoutes) trees = pair_routes_new(graph->n_switches, error);
	if (!trees)
		return NULL;
	Build b = {.graph = graph, .lanes = lanes, .covered = covered, .trees = trees};
	b.arena = arena_new();
	b.failed = g_array_new(FALSE, FALSE, sizeof(guint64));
	gboolean found = allocate(&b, error) && (b.search = route_search_new(graph, hops, lanes, covered, error)) &&
			 (b.tree = pair_tree_new(graph, hops, lanes, covered, error)) &&
			 search(&b, hops, effort, error);
	release(&b);
	return found ? g_steal_pointer(&trees) : NULL;
}
