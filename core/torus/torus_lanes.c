/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lanes from cuts, then the one route of each pair that the rule leaves, to show that all have a lane. */
#include "core/torus/torus_lanes.h"

#include "core/graph/bfs.h"
#include "core/base/error.h"
#include "core/torus/grid.h"
#include "core/torus/grid_cuts.h"
#include "core/torus/grid_tree.h"
#include "core/lanes/lane_set.h"

#include <string.h>

/* Lanes that cuts leave free at most. */
#define MOST_FREE 1

/* A ring of three has no switch that a minimal move goes through. */
static gboolean needs_cut(const Grid *grid, guint d)
{
	return grid->ring[d] && grid->size[d] > 3;
}

/* Cuts that spoil as few paths as they can. FALSE when there are no rings. */
static gboolean find_cuts(const Grid *grid, guint most, GridCuts *cuts)
{
	guint32 size[GRID_DIMENSIONS];
	guint rings = 0;
	for (guint d = 0; d < grid->n; d++)
		if (needs_cut(grid, d))
			size[rings++] = grid->size[d];
	if (rings)
		grid_cuts_find(size, rings, most, cuts);
	return rings > 0;
}

/* Where a lane begins to count in each dimension. */
static void list_cuts(const Grid *grid, const GridCuts *cuts, guint lane, guint32 *cut)
{
	guint rings = 0;
	for (guint d = 0; d < grid->n; d++)
		cut[d] = needs_cut(grid, d) ? cuts->at[rings++][lane] : 0;
}

/*
 * The place of a dimension in the order of those: as they are numbered, the other way round, or begun with another.
 * Where a cable is lost, a minimal path may have to turn aside before it goes on, and back after it.
 */
static guint rank_of(const Grid *grid, guint d, guint turn)
{
	guint begin = turn / 2, rank = (d + grid->n - begin) % grid->n;
	return turn % 2 ? grid->n - 1 - rank : rank;
}

/* Upward channels by dimension and, in a ring, by distance from the cut; the downward ones are their mirror. */
static void place_channels(const Graph *g, const Grid *grid, const GridCuts *cuts, guint lane, guint turn,
			   guint32 *place)
{
	guint32 cut[GRID_DIMENSIONS], last = 2 * GRID_DIMENSIONS * (g->n_switches + 1);
	list_cuts(grid, cuts, lane, cut);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint d = grid->dimension[c];
		guint32 at = grid->at[(gsize)d * g->n_switches + g->from[c]];
		if (!grid_goes_up(grid, g, c))
			continue;
		place[c] = rank_of(grid, d, turn) * (g->n_switches + 1) + (at + grid->size[d] - cut[d]) % grid->size[d];
		place[g->reverse[c]] = last - place[c];
	}
}

static gboolean add_lanes(Search *l, const Grid *grid, const GridCuts *cuts, guint free, GError **error)
{
	guint n = grid->whole ? MIN(cuts->n_lanes, l->options.max_lanes) : l->options.max_lanes - free;
	g_autofree guint32 *place = g_try_new0(guint32, l->graph->n_channels + 1);
	if (!place)
		return sssp_error_memory(error, "places of channels", l->graph->n_channels * sizeof(guint32));
	for (guint lane = 0; lane < n; lane++) {
		place_channels(l->graph, grid, cuts, lane % cuts->n_lanes, lane / cuts->n_lanes, place);
		lane_set_allow_forward(l->lanes, (LaneMask)(1u << lane), place);
		l->lanes->n_lanes++;
	}
	return TRUE;
}

/* ---- the routes that show it */

typedef struct {
	const Search *l;
	const Grid *grid;
	guint32 *step; /* [n_switches][n dimensions][down, up] the first channel that way */
	Bfs *bfs;
	PairRoutes *trees;
} Build;

static guint32 *step_of(const Build *b, guint32 v, guint d, gboolean up)
{
	return b->step + ((gsize)v * b->grid->n + d) * 2 + up;
}

static void find_steps(Build *b)
{
	const Graph *g = b->l->graph;
	memset(b->step, 0xff, (gsize)g->n_switches * b->grid->n * 2 * sizeof *b->step);
	for (guint32 c = g->n_channels; c-- > 0;) {
		guint d = b->grid->dimension[c];
		*step_of(b, g->from[c], d, grid_goes_up(b->grid, g, c)) = c;
	}
}

/* The way round a ring; of two that are equally long the same one from both ends. */
static gboolean is_upward(const Grid *grid, guint d, guint32 from, guint32 to)
{
	guint32 size = grid->size[d], way = (to + size - from) % size;
	if (!grid->ring[d])
		return to > from;
	return 2 * way < size || (2 * way == size && (from < to) == (MIN(from, to) % 2 == 0));
}

/* The next channel of the one route that there is: the first dimension upwards, or else the last one downwards. */
static guint32 next_channel(const Build *b, guint32 v, guint32 target)
{
	const guint32 *at = b->grid->at;
	gsize n = b->l->graph->n_switches;
	guint32 down = GRAPH_NONE;
	for (guint d = 0; d < b->grid->n; d++, at += n) {
		if (at[v] == at[target])
			continue;
		if (is_upward(b->grid, d, at[v], at[target]))
			return *step_of(b, v, d, TRUE);
		down = *step_of(b, v, d, FALSE);
	}
	return down;
}

/*
 * The rule's channel where it is minimal and has a lane; where cables are lost, any minimal one with a lane, of which the
 * way back, if it is known, has one too.
 */
static guint32 choose(const Build *b, guint32 i, const guint32 *next, const LaneMask *legal)
{
	const LaneSet *lanes = b->l->lanes;
	gsize n = b->l->graph->n_switches;
	guint32 v = b->bfs->order[i], target = b->bfs->order[0], c = next_channel(b, v, target), best = GRAPH_NONE;
	LaneMask back = lanes->symmetric && target > v ? b->trees->legal[v * n + target] : 0;
	if (!back)
		back = lane_set_all(lanes);
	if (c != GRAPH_NONE && b->bfs->hops[b->l->graph->to[c]] + 1 == b->bfs->hops[v] &&
	    (lane_set_route(lanes, c, target, next, legal) & back))
		return c;
	for (guint32 k = b->bfs->first[i]; k < b->bfs->first[i + 1]; k++) {
		LaneMask mask = lane_set_route(lanes, b->bfs->channel[k], target, next, legal);
		if (mask & back)
			return b->bfs->channel[k];
		if (best == GRAPH_NONE || mask)
			best = b->bfs->channel[k];
	}
	return best;
}

static void make_tree(const Build *b, guint32 target)
{
	const Graph *g = b->l->graph;
	gsize n = g->n_switches;
	guint32 *next = b->trees->next + target * n;
	LaneMask *legal = b->trees->legal + target * n;
	bfs_run(g, target, b->bfs);
	next[target] = GRAPH_NONE;
	for (guint32 i = 1; i < b->bfs->n_reached; i++) {
		guint32 v = b->bfs->order[i], c = choose(b, i, next, legal);
		next[v] = c;
		legal[v] = lane_set_route(b->l->lanes, c, target, next, legal);
		b->trees->common[v * n + target] = legal[v];
	}
}

/* The lanes of pairs, both ways when they must be the same. */
static void count_pairs(const Build *b)
{
	const Graph *g = b->l->graph;
	gsize n = g->n_switches;
	LaneMask *common = b->trees->common;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++) {
			if (s < t && b->l->lanes->symmetric)
				common[s * n + t] = common[t * n + s] &= common[s * n + t];
			b->trees->n_without += s != t && !common[s * n + t] && pair_of_hosts(g, s, t) &&
					       b->l->hops[s * n + t] != GRAPH_FAR;
		}
}

static gboolean make_trees(Build *b, GError **error)
{
	gsize n = b->l->graph->n_switches;
	b->step = g_try_new(guint32, n * b->grid->n * 2 + 1);
	g_autoptr(Bfs) bfs = b->bfs = bfs_new(b->l->graph, error);
	if (!bfs)
		return FALSE;
	if (!b->step)
		return sssp_error_memory(error, "steps of a grid", n * b->grid->n * 2 * sizeof(guint32));
	find_steps(b);
	for (guint32 target = 0; target < n; target++)
		make_tree(b, target);
	count_pairs(b);
	return TRUE;
}

static gboolean route_grid(Search *l, const Grid *grid, GError **error)
{
	g_autoptr(PairRoutes) trees = pair_routes_new(l->graph->n_switches, error);
	if (!trees)
		return FALSE;
	Build b = {.l = l, .grid = grid, .trees = trees};
	gboolean fine =
		make_trees(&b, error) && (!search_are_few(l, trees->n_without) || search_route(l, trees, error));
	g_free(b.step);
	return fine;
}

/* Cuts for all lanes but some, which stay free for what the others spoil. */
static gboolean try_cuts(Search *l, const Grid *grid, guint free, GError **error)
{
	GridCuts cuts = {0};
	if (!find_cuts(grid, l->options.max_lanes - free, &cuts))
		return TRUE;
	search_clear(l);
	return add_lanes(l, grid, &cuts, free, error) && route_grid(l, grid, error);
}

static gboolean note_heights(Search *l, const Grid *grid, GError **error)
{
	gsize n = l->graph->n_switches;
	if (!(l->height = g_try_new0(guint32, n + 1)))
		return sssp_error_memory(error, "heights of switches", n * sizeof *l->height);
	for (guint d = 0; d < grid->n; d++)
		for (gsize v = 0; v < n; v++)
			l->height[v] += grid->at[d * n + v];
	return TRUE;
}

/* Cuts of one lane alone would leave most paths without. */
gboolean torus_lanes(Search *l, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Grid) grid = grid_find(l->graph, &failure);
	gboolean fine = failure == NULL;
	if (failure)
		g_propagate_error(error, failure);
	fine = fine && (!grid || note_heights(l, grid, error));
	guint most_free = search_is_large(l) ? 0 : MOST_FREE;
	for (guint free = 0; fine && grid && !l->routes && free <= most_free && free + 1 < l->options.max_lanes; free++)
		fine = try_cuts(l, grid, free, error);
	search_clear(l);
	return fine;
}
