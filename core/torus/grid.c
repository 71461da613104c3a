/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Channels of one dimension are joined in classes, coordinates are walked off, and the product is checked. */
#include "core/torus/grid.h"

#include "core/base/error.h"

#include <string.h>

/* Neighbours of a switch: two in each dimension. */
#define NEIGHBOURS (2 * GRID_DIMENSIONS)

typedef struct {
	const Graph *graph;
	guint32 *near;  /* [n_switches][NEIGHBOURS] the first channel to each neighbour, GRAPH_NONE after the last */
	guint32 *class; /* [n_channels] another channel of the same dimension, or itself */
	guint32 *order; /* [n_switches] scratch */
	Grid *grid;
} Finder;

static guint32 *near_of(const Finder *f, guint32 v)
{
	return f->near + (gsize)v * NEIGHBOURS;
}

/* The first channel from v to w, or GRAPH_NONE. */
static guint32 channel_to(const Finder *f, guint32 v, guint32 w)
{
	const guint32 *near = near_of(f, v);
	for (guint k = 0; k < NEIGHBOURS && near[k] != GRAPH_NONE; k++)
		if (f->graph->to[near[k]] == w)
			return near[k];
	return GRAPH_NONE;
}

/* FALSE when a switch has too many neighbours for a grid. */
static gboolean list_neighbours(Finder *f)
{
	const Graph *g = f->graph;
	memset(f->near, 0xff, (gsize)g->n_switches * NEIGHBOURS * sizeof *f->near);
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint n = 0;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
			if (g->to[c] == v || channel_to(f, v, g->to[c]) != GRAPH_NONE)
				continue;
			if (n == NEIGHBOURS)
				return FALSE;
			near_of(f, v)[n++] = c;
		}
	}
	return TRUE;
}

/* ---- dimensions */

static guint32 class_of(Finder *f, guint32 c)
{
	while (f->class[c] != c)
		c = f->class[c] = f->class[f->class[c]];
	return c;
}

static void unite(Finder *f, guint32 a, guint32 b)
{
	guint32 x = class_of(f, a), y = class_of(f, b);
	f->class[MAX(x, y)] = MIN(x, y);
}

/* Two cables at a switch: sides of one square, or of the same dimension. */
static void compare(Finder *f, guint32 a, guint32 b)
{
	const Graph *g = f->graph;
	guint32 u = g->from[a], v = g->to[a], w = g->to[b], squares = 0, last = GRAPH_NONE;
	const guint32 *near = near_of(f, v);
	for (guint k = 0; k < NEIGHBOURS && near[k] != GRAPH_NONE; k++) {
		guint32 z = g->to[near[k]];
		if (z != u && channel_to(f, z, w) != GRAPH_NONE) {
			squares++;
			last = near[k];
		}
	}
	if (squares == 1 && channel_to(f, v, w) == GRAPH_NONE) {
		unite(f, b, last);
		unite(f, a, channel_to(f, w, g->to[last]));
	} else {
		unite(f, a, b);
	}
}

static void find_classes(Finder *f)
{
	const Graph *g = f->graph;
	for (guint32 c = 0; c < g->n_channels; c++)
		f->class[c] = c;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 first = channel_to(f, g->from[c], g->to[c]);
		if (first != GRAPH_NONE)
			unite(f, c, first);
		unite(f, c, g->reverse[c]);
	}
	for (guint32 v = 0; v < g->n_switches; v++) {
		const guint32 *near = near_of(f, v);
		for (guint i = 0; i < NEIGHBOURS && near[i] != GRAPH_NONE; i++)
			for (guint k = 0; k < i; k++)
				compare(f, near[i], near[k]);
	}
}

/* Numbers the classes; FALSE when there are too many. */
static gboolean number_dimensions(Finder *f)
{
	guint32 head[GRID_DIMENSIONS];
	for (guint32 c = 0; c < f->graph->n_channels; c++) {
		guint32 class = class_of(f, c);
		guint d = 0;
		while (d < f->grid->n && head[d] != class)
			d++;
		if (d == GRID_DIMENSIONS)
			return FALSE;
		if (d == f->grid->n)
			head[f->grid->n++] = class;
		f->grid->dimension[c] = (guint8)d;
	}
	return TRUE;
}

/* ---- coordinates */

/* Numbers the layers that a dimension's cables join, each held together by the other dimensions. */
static guint32 find_layers(Finder *f, guint d, guint32 *layer)
{
	const Graph *g = f->graph;
	guint32 layers = 0;
	memset(layer, 0xff, g->n_switches * sizeof *layer);
	for (guint32 seed = 0; seed < g->n_switches; seed++) {
		if (layer[seed] != GRAPH_NONE)
			continue;
		guint32 n = 0;
		layer[seed] = layers;
		f->order[n++] = seed;
		for (guint32 i = 0; i < n; i++)
			for (guint32 c = g->first[f->order[i]]; c < g->first[f->order[i] + 1]; c++)
				if (f->grid->dimension[c] != d && layer[g->to[c]] == GRAPH_NONE) {
					layer[g->to[c]] = layers;
					f->order[n++] = g->to[c];
				}
		layers++;
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

/* Whether each point has its switch. */
static gboolean is_full(Finder *f)
{
	guint64 points = 1;
	guint32 n = f->graph->n_switches;
	for (guint d = 0; d < f->grid->n && points <= n; d++)
		points *= f->grid->size[d];
	if (points != n)
		return FALSE;
	memset(f->order, 0, n * sizeof *f->order);
	for (guint32 v = 0; v < n; v++) {
		guint32 point = 0;
		for (guint d = 0; d < f->grid->n; d++)
			point = point * f->grid->size[d] + f->grid->at[(gsize)d * n + v];
		if (f->order[point]++)
			return FALSE;
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
		const guint32 *near = near_of(f, v);
		guint count = 0, wanted = 0;
		while (count < NEIGHBOURS && near[count] != GRAPH_NONE)
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

static gboolean find(Finder *f, GError **error)
{
	const Graph *g = f->graph;
	gsize n = g->n_switches;
	Grid *grid = f->grid;
	f->near = g_try_new(guint32, n * NEIGHBOURS + 1);
	f->class = g_try_new(guint32, g->n_channels + 1);
	f->order = g_try_new(guint32, n + 1);
	grid->dimension = g_try_malloc(g->n_channels + 1);
	grid->at = g_try_new(guint32, n * GRID_DIMENSIONS + 1);
	if (!f->near || !f->class || !f->order || !grid->dimension || !grid->at)
		return sssp_error_memory(error, "a grid", n * NEIGHBOURS * sizeof(guint32));
	if (!list_neighbours(f))
		return FALSE;
	find_classes(f);
	gboolean is_grid = number_dimensions(f);
	for (guint d = 0; is_grid && d < grid->n; d++)
		is_grid = find_coordinates(f, d, error);
	return is_grid && is_full(f) && is_whole(f);
}

Grid *grid_find(const Graph *graph, GError **error)
{
	g_autoptr(Grid) grid = g_new0(Grid, 1);
	Finder finder = {.graph = graph, .grid = grid};
	gboolean found = find(&finder, error);
	g_free(finder.near);
	g_free(finder.class);
	g_free(finder.order);
	return found ? g_steal_pointer(&grid) : NULL;
}

void grid_free(Grid *grid)
{
	if (!grid)
		return;
	g_free(grid->at);
	g_free(grid->dimension);
	g_free(grid);
}
