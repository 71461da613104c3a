/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * In each dimension the switches fall into layers: what other dimensions' cables join, and what lies on one side of a
 * bundle of cables. The layers stand in a row or a ring, which gives the coordinates; those are checked.
 */
#include "core/torus/grid.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	GridClasses *classes;
	Grid *grid;
	guint32 *parent; /* [n_switches] scratch: another switch in the same layer, or itself */
	guint32 *side; /* [n_channels] scratch: a switch that a bundle starts from, by the channel that stands for it */
} Finder;

static guint32 root_of(guint32 *parent, guint32 v)
{
	while (parent[v] != v)
		v = parent[v] = parent[parent[v]];
	return v;
}

static void unite(guint32 *parent, guint32 a, guint32 b)
{
	guint32 x = root_of(parent, a), y = root_of(parent, b);
	parent[MAX(x, y)] = MIN(x, y);
}

/* Numbers the layers of a dimension. */
static guint32 find_layers(Finder *f, guint d, guint32 *layer)
{
	const Graph *g = f->graph;
	guint32 layers = 0;
	for (guint32 v = 0; v < g->n_switches; v++)
		f->parent[v] = v;
	memset(f->side, 0xff, g->n_channels * sizeof *f->side);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 *side = &f->side[f->classes->parallel[c]];
		if (f->grid->dimension[c] != d) {
			if (f->grid->dimension[c] != GRID_UNKNOWN)
				unite(f->parent, g->from[c], g->to[c]);
			continue;
		}
		if (*side == GRAPH_NONE)
			*side = g->from[c];
		unite(f->parent, *side, g->from[c]);
	}
	memset(layer, 0xff, g->n_switches * sizeof *layer);
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint32 *number = &layer[root_of(f->parent, v)];
		if (*number == GRAPH_NONE)
			*number = layers++;
		layer[v] = *number;
	}
	return layers;
}

/* The layers next to each, two at most; FALSE when there are more, or when a cable stays in its layer. */
static gboolean join_layers(const Finder *f, guint d, const guint32 *layer, guint32 (*beside)[2])
{
	const Graph *g = f->graph;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 from = layer[g->from[c]], to = layer[g->to[c]];
		if (f->grid->dimension[c] != d || beside[from][0] == to || beside[from][1] == to)
			continue;
		if (from == to || beside[from][1] != GRAPH_NONE)
			return FALSE;
		beside[from][beside[from][0] != GRAPH_NONE] = to;
	}
	return TRUE;
}

/* Walks over the layers, from an end when it is a row; FALSE when they are neither a row nor a ring. */
static gboolean walk_layers(Finder *f, guint d, guint32 layers, guint32 (*beside)[2], guint32 *place)
{
	guint32 start = 0, before = GRAPH_NONE, n = 0;
	for (guint32 i = layers; i-- > 0;)
		if (beside[i][1] == GRAPH_NONE)
			start = i;
	f->grid->ring[d] = beside[start][1] != GRAPH_NONE;
	for (guint32 i = start; i != GRAPH_NONE && (n == 0 || i != start); n++) {
		guint32 next = beside[i][beside[i][0] == before];
		place[i] = n;
		before = i;
		i = next;
	}
	f->grid->size[d] = layers;
	return n == layers;
}

/* FALSE without `error` when the layers are neither a row nor a ring. */
static gboolean find_coordinates(Finder *f, guint d, GError **error)
{
	guint32 n = f->graph->n_switches, *at = f->grid->at + (gsize)d * n, layers = find_layers(f, d, at);
	g_autofree guint32(*beside)[2] = g_try_malloc((layers + 1) * sizeof *beside);
	g_autofree guint32 *place = g_try_new(guint32, layers + 1);
	if (!beside || !place)
		return sssp_error_memory(error, "a grid", layers * sizeof *beside);
	memset(beside, 0xff, layers * sizeof *beside);
	if (!join_layers(f, d, at, beside) || !walk_layers(f, d, layers, beside, place))
		return FALSE;
	for (guint32 v = 0; v < n; v++)
		at[v] = place[at[v]];
	return TRUE;
}

/* Points of the grid, up to a few times the switches. */
static guint64 count_points(const Grid *grid, guint32 n_switches)
{
	guint64 points = 1;
	for (guint d = 0; d < grid->n && points <= 2ull * n_switches; d++)
		points *= grid->size[d];
	return points;
}

/* Whether no two switches are at one point, of which most have one. */
static gboolean points_differ(Finder *f, GError **error)
{
	guint32 n = f->graph->n_switches;
	guint64 points = count_points(f->grid, n);
	if (points < n || points > 2ull * n)
		return FALSE;
	g_autofree guint8 *taken = g_try_malloc0(points + 1);
	if (!taken)
		return sssp_error_memory(error, "a grid", points);
	for (guint32 v = 0; v < n; v++) {
		guint64 point = 0;
		for (guint d = 0; d < f->grid->n; d++)
			point = point * f->grid->size[d] + f->grid->at[(gsize)d * n + v];
		if (taken[point]++)
			return FALSE;
	}
	f->grid->whole = points == n;
	return TRUE;
}

/* The dimension in which two switches are neighbours, GRID_UNKNOWN when they are none. */
static guint8 dimension_between(const Finder *f, guint32 v, guint32 w)
{
	const Grid *grid = f->grid;
	guint8 found = GRID_UNKNOWN;
	for (guint d = 0; d < grid->n; d++) {
		const guint32 *at = grid->at + (gsize)d * f->graph->n_switches;
		guint32 size = grid->size[d], way = at[v] > at[w] ? at[v] - at[w] : at[w] - at[v];
		if (way == 0)
			continue;
		if (found != GRID_UNKNOWN || (way != 1 && !(grid->ring[d] && way == size - 1)))
			return GRID_UNKNOWN;
		found = (guint8)d;
	}
	return found;
}

/* Whether each cable joins neighbours; those too few to tell get their dimension so. */
static gboolean cables_fit(Finder *f)
{
	const Graph *g = f->graph;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint8 d = dimension_between(f, g->from[c], g->to[c]);
		if (d == GRID_UNKNOWN || (f->grid->dimension[c] != GRID_UNKNOWN && f->grid->dimension[c] != d))
			return FALSE;
		f->grid->dimension[c] = d;
	}
	return TRUE;
}

/*
 * Whether each point is cabled to all points next to it: neighbours differ in one coordinate, so they can be counted.
 */
static gboolean is_whole(const Finder *f)
{
	guint32 n = f->graph->n_switches;
	for (guint32 v = 0; v < n; v++) {
		const guint32 *near = f->classes->near + (gsize)v * GRID_NEIGHBOURS;
		guint count = 0, wanted = 0;
		while (count < GRID_NEIGHBOURS && near[count] != GRAPH_NONE)
			count++;
		for (guint d = 0; d < f->grid->n; d++) {
			guint32 at = f->grid->at[(gsize)d * n + v], last = f->grid->size[d] - 1;
			wanted += f->grid->ring[d] ? 2 : (guint)(at > 0) + (guint)(at < last);
		}
		if (count != wanted)
			return FALSE;
	}
	return TRUE;
}

/* Whether dimension a comes before b: rings before rows, long rows before short ones, else as they are numbered. */
static gboolean comes_before(const Grid *grid, guint a, guint b)
{
	if (grid->ring[a] != grid->ring[b])
		return grid->ring[a];
	if (!grid->ring[a] && grid->size[a] != grid->size[b])
		return grid->size[a] > grid->size[b];
	return a < b;
}

/*
 * Dimensions in that order: whoever goes up first and down last crosses the later ones where those before are highest,
 * which in rows is always at the same end.
 */
static gboolean order_dimensions(Finder *f, GError **error)
{
	Grid *grid = f->grid, old = *grid;
	guint32 n = f->graph->n_switches;
	guint8 place[G_MAXUINT8 + 1] = {0};
	if (!(grid->at = g_try_new(guint32, (gsize)n * GRID_DIMENSIONS + 1))) {
		grid->at = old.at;
		return sssp_error_memory(error, "a grid", (gsize)n * GRID_DIMENSIONS * sizeof(guint32));
	}
	for (guint d = 0; d < old.n; d++) {
		for (guint e = 0; e < old.n; e++)
			place[d] = (guint8)(place[d] + comes_before(&old, e, d));
		grid->size[place[d]] = old.size[d];
		grid->ring[place[d]] = old.ring[d];
		memcpy(grid->at + (gsize)place[d] * n, old.at + (gsize)d * n, n * sizeof *old.at);
	}
	for (guint32 c = 0; c < f->graph->n_channels; c++)
		grid->dimension[c] = place[grid->dimension[c]];
	g_free(old.at);
	return TRUE;
}

static gboolean find(Finder *f, GError **error)
{
	const Graph *g = f->graph;
	gsize n = g->n_switches;
	f->parent = g_try_new(guint32, n + 1);
	f->side = g_try_new(guint32, g->n_channels + 1);
	f->grid->dimension = g_try_malloc(g->n_channels + 1);
	f->grid->at = g_try_new(guint32, n * GRID_DIMENSIONS + 1);
	if (!f->parent || !f->side || !f->grid->dimension || !f->grid->at)
		return sssp_error_memory(error, "a grid", n * GRID_DIMENSIONS * sizeof(guint32));
	if (!(f->classes = grid_classes_new(g, error)))
		return FALSE;
	f->grid->n = f->classes->n;
	memcpy(f->grid->dimension, f->classes->dimension, g->n_channels);
	for (guint d = 0; d < f->grid->n; d++)
		if (!find_coordinates(f, d, error))
			return FALSE;
	if (!points_differ(f, error) || !cables_fit(f))
		return FALSE;
	f->grid->whole = f->grid->whole && is_whole(f);
	return order_dimensions(f, error);
}

Grid *grid_find(const Graph *graph, GError **error)
{
	g_autoptr(Grid) grid = g_new0(Grid, 1);
	Finder finder = {.graph = graph, .grid = grid};
	gboolean found = find(&finder, error);
	grid_classes_free(finder.classes);
	g_free(finder.parent);
	g_free(finder.side);
	return found ? g_steal_pointer(&grid) : NULL;
}

gboolean grid_goes_up(const Grid *grid, const Graph *graph, guint32 channel)
{
	guint d = grid->dimension[channel];
	const guint32 *at = grid->at + (gsize)d * graph->n_switches;
	guint32 next = at[graph->from[channel]] + 1;
	return at[graph->to[channel]] == (grid->ring[d] ? next % grid->size[d] : next);
}

void grid_free(Grid *grid)
{
	if (!grid)
		return;
	g_free(grid->at);
	g_free(grid->dimension);
	g_free(grid);
}
