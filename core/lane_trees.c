/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/lane_trees.h"

#include "core/error.h"
#include "core/lane_search.h"
#include "core/lane_tree.h"

#include <string.h>

/* Rounds of pinning; the search is given up earlier when this many rounds in a row brought nothing. */
#define MAX_ROUNDS 120
#define IDLE_ROUNDS 30

/* Once one in so many pairs fails, no amount of pinning will help. */
#define HOPELESS_PART 8

typedef struct {
	const Graph *graph;
	const Lanes *lanes;
	LaneTrees *trees;
	LaneTree *tree;
	LaneSearch *search;
	guint32 *pins;     /* [to][from] channel a tree must take at a switch, GRAPH_NONE: free */
	guint8 *escaping;  /* [n_switches] destinations that take the spanning tree */
	guint32 *failures; /* [from][to] times a pair stayed without a lane; in symmetric mode the lower switch first */
	GArray *hard;      /* guint64 cells of the pairs with failures */
} Build;

static gsize cell(const Build *b, guint32 row, guint32 column)
{
	return (gsize)row * b->graph->n_switches + column;
}

static void note_failure(Build *b, guint32 v, guint32 target)
{
	guint64 pair = b->lanes->symmetric ? cell(b, MIN(v, target), MAX(v, target)) : cell(b, v, target);
	if (!b->failures[pair]++)
		g_array_append_val(b->hard, pair);
}

/* Writes down what the latest tree leaves its pairs. */
static void record(Build *b, guint32 target, const guint32 *next)
{
	const Bfs *bfs = b->tree->bfs;
	LaneMask *common = b->trees->common;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		b->trees->n_long += next[v] != GRAPH_NONE && b->tree->length[v] > bfs->hops[v];
		if (!lanes_carry(b->graph, v, target))
			continue;
		LaneMask left = common[cell(b, v, target)] & (next[v] == GRAPH_NONE ? 0 : b->tree->legal[v]);
		common[cell(b, v, target)] = left;
		if (b->lanes->symmetric)
			common[cell(b, target, v)] = left;
		if (!left) {
			b->trees->n_without++;
			note_failure(b, v, target);
		}
	}
}

/* All lanes are open to every pair; to the pairs of a destination that escapes only the lane of the spanning tree. */
static void open_lanes(Build *b)
{
	gsize n = b->graph->n_switches;
	LaneMask all = lanes_all(b->lanes), last = (LaneMask)(1u << (b->lanes->n_lanes - 1));
	for (gsize i = 0; i < n * n; i++) {
		gboolean escape = b->escaping[i % n] || (b->lanes->symmetric && b->escaping[i / n]);
		b->trees->common[i] = escape ? last : all;
	}
	b->trees->n_without = b->trees->n_long = 0;
}

static guint32 *next_of(Build *b, guint32 target)
{
	return b->trees->next + cell(b, target, 0);
}

/* ---- minimal trees */

static int compare_hard(gconstpointer x, gconstpointer y, gpointer user)
{
	const guint64 px = *(const guint64 *)x, py = *(const guint64 *)y;
	const guint32 *failures = user;
	if (failures[px] != failures[py])
		return failures[px] > failures[py] ? -1 : 1;
	return px < py ? -1 : px > py;
}

/* Pins one legal route for a pair, and the way back along it in symmetric mode. */
static gboolean pin_pair(Build *b, guint32 v, guint32 target, guint turn)
{
	const Graph *g = b->graph;
	guint32 *there = b->pins + cell(b, target, 0), *back = b->pins + cell(b, v, 0);
	LaneQuery query = {.source = v,
			   .target = target,
			   .lanes = lanes_all(b->lanes),
			   .pins = there,
			   .back = b->lanes->symmetric ? back : NULL,
			   .turn = turn};
	if (!lane_search_run(b->search, &query))
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
static void pin_hard_pairs(Build *b, guint round)
{
	gsize n = b->graph->n_switches;
	memset(b->pins, 0xff, n * n * sizeof(guint32));
	if (b->hard->len)
		g_qsort_with_data(b->hard->data, (gint)b->hard->len, sizeof(guint64), compare_hard, b->failures);
	for (guint i = 0; i < b->hard->len; i++) {
		guint64 pair = g_array_index(b->hard, guint64, i);
		if (!pin_pair(b, (guint32)(pair / n), (guint32)(pair % n), round + i))
			b->failures[pair]++;
	}
}

static void make_minimal_trees(Build *b)
{
	open_lanes(b);
	for (guint32 target = 0; target < b->graph->n_switches; target++) {
		lane_tree_minimal(b->tree, target, b->pins + cell(b, target, 0), next_of(b, target));
		record(b, target, next_of(b, target));
	}
}

/* Rounds until every pair has a lane or the search stalls. */
static void search_minimal(Build *b)
{
	guint64 pairs = (guint64)b->graph->n_switches * b->graph->n_switches, least = G_MAXUINT64;
	guint idle = 0;
	for (guint round = 0; round < MAX_ROUNDS && idle < IDLE_ROUNDS; round++) {
		pin_hard_pairs(b, round);
		make_minimal_trees(b);
		if (b->trees->n_without == 0 || b->trees->n_without > pairs / HOPELESS_PART)
			return;
		idle = b->trees->n_without < least ? 0 : idle + 1;
		least = MIN(least, b->trees->n_without);
	}
}

/* ---- trees that may be longer than minimal */

/*
 * TRUE when every pair has a lane; else at least one more destination has to escape. The pairs of a destination that
 * escapes keep the last lane open, which the spanning tree's routes have, so once all escape all are served.
 */
static gboolean make_any_trees(Build *b)
{
	gboolean whole = TRUE;
	open_lanes(b);
	for (guint32 target = 0; target < b->graph->n_switches; target++) {
		guint32 *next = next_of(b, target);
		if (b->escaping[target]) {
			lane_tree_escape(b->tree, target, next);
		} else if (!lane_tree_any(b->tree, target, b->pins + cell(b, target, 0), next)) {
			b->escaping[target] = 1;
			whole = FALSE;
		}
		record(b, target, next);
	}
	return whole;
}

static void search_any(Build *b)
{
	while (!make_any_trees(b))
		;
}

static gboolean allocate(Build *b, GError **error)
{
	gsize n = b->graph->n_switches;
	b->trees->n_switches = (guint32)n;
	b->trees->next = g_try_new(guint32, n * n + 1);
	b->trees->common = g_try_new0(LaneMask, n * n + 1);
	b->pins = g_try_new(guint32, n * n + 1);
	b->failures = g_try_new0(guint32, n * n + 1);
	b->escaping = g_try_malloc0(n + 1);
	if (b->trees->next && b->trees->common && b->pins && b->failures && b->escaping)
		return TRUE;
	return sssp_error_memory(error, "trees of lanes", n * n * 14);
}

static void release(Build *b)
{
	lane_tree_free(b->tree);
	lane_search_free(b->search);
	g_free(b->pins);
	g_free(b->failures);
	g_free(b->escaping);
	g_array_unref(b->hard);
}

LaneTrees *lane_trees_new(const Graph *graph, const guint8 *hops, const Lanes *lanes, gboolean must, GError **error)
{
	g_autoptr(LaneTrees) trees = g_new0(LaneTrees, 1);
	Build b = {.graph = graph, .lanes = lanes, .trees = trees};
	b.hard = g_array_new(FALSE, FALSE, sizeof(guint64));
	gboolean ready = allocate(&b, error) && (b.search = lane_search_new(graph, hops, lanes, error)) &&
			 (b.tree = lane_tree_new(graph, hops, lanes, trees->common, error));
	if (ready)
		search_minimal(&b);
	if (ready && must && trees->n_without)
		search_any(&b);
	release(&b);
	return ready ? g_steal_pointer(&trees) : NULL;
}

void lane_trees_free(LaneTrees *trees)
{
	if (!trees)
		return;
	g_free(trees->next);
	g_free(trees->common);
	g_free(trees);
}
