/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Channels are united with those opposite them in squares, direction by direction; then bundles are counted in pairs.
 */
#include "core/torus/grid_classes.h"

#include "core/base/error.h"

#include <stdlib.h>
#include <string.h>

/*
 * Two bundles of one dimension meet at more switches than this without a square; two of different dimensions, which
 * make one square of which a cable is lost, meet at no more.
 */
#define CORNERS_OF_A_LOST_SQUARE 2

static guint32 *near_of(const GridClasses *f, guint32 v)
{
	return f->near + (gsize)v * GRID_NEIGHBOURS;
}

/* The first channel from v to w, or GRAPH_NONE. */
static guint32 channel_to(const GridClasses *f, guint32 v, guint32 w)
{
	const guint32 *near = near_of(f, v);
	for (guint k = 0; k < GRID_NEIGHBOURS && near[k] != GRAPH_NONE; k++)
		if (f->graph->to[near[k]] == w)
			return near[k];
	return GRAPH_NONE;
}

/* FALSE when a switch has too many neighbours for a grid. */
static gboolean list_neighbours(GridClasses *f)
{
	const Graph *g = f->graph;
	memset(f->near, 0xff, (gsize)g->n_switches * GRID_NEIGHBOURS * sizeof *f->near);
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint n = 0;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
			if (g->to[c] == v || channel_to(f, v, g->to[c]) != GRAPH_NONE)
				continue;
			if (n == GRID_NEIGHBOURS)
				return FALSE;
			near_of(f, v)[n++] = c;
		}
	}
	return TRUE;
}

/* ---- bundles */

static guint32 root_of(guint32 *parent, guint32 c)
{
	while (parent[c] != c)
		c = parent[c] = parent[parent[c]];
	return c;
}

static void unite(guint32 *parent, guint32 a, guint32 b)
{
	guint32 x = root_of(parent, a), y = root_of(parent, b);
	parent[MAX(x, y)] = MIN(x, y);
}

/*
 * The square of which channels a and b, from one switch, are two sides: the channel opposite a, the same way, and
 * GRAPH_NONE when there is none or more than one. The ends of a and b are not neighbours in a square.
 */
static guint32 opposite(const GridClasses *f, guint32 a, guint32 b)
{
	const Graph *g = f->graph;
	guint32 u = g->from[a], v = g->to[a], w = g->to[b], found = GRAPH_NONE;
	const guint32 *near = near_of(f, w);
	if (channel_to(f, v, w) != GRAPH_NONE)
		return GRAPH_NONE;
	for (guint k = 0; k < GRID_NEIGHBOURS && near[k] != GRAPH_NONE; k++) {
		guint32 z = g->to[near[k]];
		if (z == u || channel_to(f, z, v) == GRAPH_NONE)
			continue;
		if (found != GRAPH_NONE)
			return GRAPH_NONE;
		found = near[k];
	}
	return found;
}

static void bundle(GridClasses *f)
{
	const Graph *g = f->graph;
	for (guint32 c = 0; c < g->n_channels; c++)
		f->parallel[c] = c;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 first = channel_to(f, g->from[c], g->to[c]);
		if (first != GRAPH_NONE)
			unite(f->parallel, c, first);
	}
	for (guint32 v = 0; v < g->n_switches; v++) {
		const guint32 *near = near_of(f, v);
		for (guint i = 0; i < GRID_NEIGHBOURS && near[i] != GRAPH_NONE; i++)
			for (guint k = 0; k < GRID_NEIGHBOURS && near[k] != GRAPH_NONE; k++) {
				guint32 other = i == k ? GRAPH_NONE : opposite(f, near[i], near[k]);
				if (other != GRAPH_NONE)
					unite(f->parallel, near[i], other);
			}
	}
	for (guint32 c = 0; c < g->n_channels; c++)
		f->parallel[c] = root_of(f->parallel, c);
}

/* ---- dimensions */

/* Two bundles that meet at a switch, the smaller number first, and whether they make a square there. */
typedef struct {
	guint32 x, y, square;
} Meeting;

/* One name for a bundle, whichever way it is gone. */
static guint32 bundle_of(const GridClasses *f, guint32 c)
{
	return MIN(f->parallel[c], f->parallel[f->graph->reverse[c]]);
}

static gsize list_meetings(const GridClasses *f, Meeting *meeting)
{
	gsize n = 0;
	for (guint32 v = 0; v < f->graph->n_switches; v++) {
		const guint32 *near = near_of(f, v);
		for (guint i = 0; i < GRID_NEIGHBOURS && near[i] != GRAPH_NONE; i++)
			for (guint k = 0; k < i; k++) {
				guint32 x = bundle_of(f, near[i]), y = bundle_of(f, near[k]);
				guint32 square = opposite(f, near[i], near[k]) != GRAPH_NONE;
				meeting[n++] = (Meeting){MIN(x, y), MAX(x, y), square};
			}
	}
	return n;
}

static int compare_meetings(const void *a, const void *b)
{
	const Meeting *m = a, *o = b;
	if (m->x != o->x)
		return m->x < o->x ? -1 : 1;
	return m->y < o->y ? -1 : m->y > o->y;
}

static gsize count_pairs(const GridClasses *f)
{
	gsize n = 0;
	for (guint32 v = 0; v < f->graph->n_switches; v++)
		for (guint i = 0; i < GRID_NEIGHBOURS && near_of(f, v)[i] != GRAPH_NONE; i++)
			n += i;
	return n;
}

/* A single row or ring makes no squares to tell anything by. */
static gboolean is_line(const GridClasses *f)
{
	for (guint32 v = 0; v < f->graph->n_switches; v++)
		if (near_of(f, v)[2] != GRAPH_NONE)
			return FALSE;
	return f->graph->n_switches > 4;
}

/* Unites bundles of one dimension. */
static gboolean join_bundles(const GridClasses *f, guint32 *dimension, GError **error)
{
	gsize n = count_pairs(f);
	g_autofree Meeting *meeting = g_try_new(Meeting, n + 1);
	if (!meeting)
		return sssp_error_memory(error, "a grid", n * sizeof *meeting);
	for (guint32 c = 0; c < f->graph->n_channels; c++)
		dimension[c] = bundle_of(f, c);
	for (guint32 c = 1, n_line = is_line(f) ? f->graph->n_channels : 0; c < n_line; c++)
		unite(dimension, dimension[0], dimension[c]);
	list_meetings(f, meeting);
	qsort(meeting, n, sizeof *meeting, compare_meetings);
	for (gsize i = 0, end; i < n; i = end) {
		gsize squares = 0;
		for (end = i; end < n && !compare_meetings(&meeting[i], &meeting[end]); end++)
			squares += meeting[end].square;
		if (end - i > CORNERS_OF_A_LOST_SQUARE && 4 * squares <= end - i)
			unite(dimension, meeting[i].x, meeting[i].y);
	}
	return TRUE;
}

/* Numbers the dimensions in the order of their first channels, those of single cables left unknown; FALSE: too many. */
static gboolean number_dimensions(GridClasses *f, guint32 *dimension, guint32 *size)
{
	const Graph *g = f->graph;
	guint32 head[GRID_DIMENSIONS];
	memset(size, 0, g->n_channels * sizeof *size);
	for (guint32 c = 0; c < g->n_channels; c++)
		size[dimension[c] = root_of(dimension, c)]++;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint d = 0;
		f->dimension[c] = GRID_UNKNOWN;
		if (size[dimension[c]] * GRID_NEIGHBOURS < g->n_switches && g->n_switches > 2)
			continue;
		while (d < f->n && head[d] != dimension[c])
			d++;
		if (d == GRID_DIMENSIONS)
			return FALSE;
		if (d == f->n)
			head[f->n++] = dimension[c];
		f->dimension[c] = (guint8)d;
	}
	return f->n > 0;
}

GridClasses *grid_classes_new(const Graph *graph, GError **error)
{
	gsize n = graph->n_switches, m = graph->n_channels;
	g_autoptr(GridClasses) f = g_new0(GridClasses, 1);
	g_autofree guint32 *dimension = g_try_new(guint32, m + 1), *size = g_try_new(guint32, m + 1);
	f->graph = graph;
	f->near = g_try_new(guint32, n * GRID_NEIGHBOURS + 1);
	f->parallel = g_try_new(guint32, m + 1);
	f->dimension = g_try_malloc(m + 1);
	if (!dimension || !size || !f->near || !f->parallel || !f->dimension) {
		sssp_error_memory(error, "a grid", (n * GRID_NEIGHBOURS + 3 * m) * sizeof(guint32));
		return NULL;
	}
	if (!list_neighbours(f))
		return NULL;
	bundle(f);
	return join_bundles(f, dimension, error) && number_dimensions(f, dimension, size) ? g_steal_pointer(&f) : NULL;
}

void grid_classes_free(GridClasses *f)
{
	if (!f)
		return;
	g_free(f->near);
	g_free(f->parallel);
	g_free(f->dimension);
	g_free(f);
}
