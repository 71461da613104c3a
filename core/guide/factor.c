/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the coordinates of switches in one dimension. Where cables are lost a layer may fall into parts. Coordinates
 * are distances from an end, or from a layer where a ring is cut, so parts of one layer get the same.
 */
#include "core/guide/factor.h"

#include "core/base/error.h"
#include "core/guide/union_find.h"

#include <string.h>

/*
 * Distances from the layers that are first in `queue`, n of them, without the edge from the first of these to layer
 * `cut` (or GRAPH_NONE). Leaves all layers in `queue` as they are met, returns how many.
 */
static guint32 walk(const Factor *f, guint32 *queue, guint32 n, guint32 cut, guint32 *distance)
{
	guint32 from = queue[0];
	memset(distance, 0xff, f->n_layers * sizeof *distance);
	for (guint32 i = 0; i < n; i++)
		distance[queue[i]] = 0;
	for (guint32 i = 0; i < n; i++)
		for (guint32 b = 0; b < f->n_layers; b++) {
			if (!f->adjacent[queue[i] * f->n_layers + b] || distance[b] != GRAPH_NONE ||
			    (queue[i] == from && b == cut))
				continue;
			distance[b] = distance[queue[i]] + 1;
			queue[n++] = b;
		}
	return n;
}

/* The neighbours of a layer that has two; FALSE where it has more or fewer. */
static gboolean two_neighbours(const Factor *f, guint32 layer, guint32 pair[2])
{
	guint n = 0;
	for (guint32 b = 0; b < f->n_layers; b++)
		if (f->adjacent[layer * f->n_layers + b]) {
			if (n == 2)
				return FALSE;
			pair[n++] = b;
		}
	return n == 2;
}

/* Cut beside a layer it is a row from one of its neighbours to the other, and not much more. */
static gboolean is_ring_from(Factor *f, guint32 layer)
{
	guint32 pair[2], other[2], queue[FACTOR_MOST] = {layer};
	if (!two_neighbours(f, layer, pair) || !two_neighbours(f, pair[0], other) || !two_neighbours(f, pair[1], other))
		return FALSE;
	walk(f, queue, 1, pair[1], f->at);
	f->length = f->at[pair[1]] + 1;
	return f->at[pair[1]] != GRAPH_NONE && f->length >= 5 && 2 * f->n_layers <= 3 * f->length;
}

static gboolean find_ring(Factor *f)
{
	guint32 layer = 0;
	while (layer < f->n_layers && !is_ring_from(f, layer))
		layer++;
	f->kind = layer < f->n_layers ? FACTOR_RING : f->kind;
	return layer < f->n_layers;
}

/* From all layers that are farthest from an end: parts of the layer at the other end are. */
static void find_row(Factor *f)
{
	guint32 queue[FACTOR_MOST] = {0}, n = walk(f, queue, 1, GRAPH_NONE, f->at), far = 0;
	queue[0] = queue[n - 1];
	n = walk(f, queue, 1, GRAPH_NONE, f->at);
	guint32 most = f->at[queue[n - 1]];
	for (guint32 layer = 0; layer < f->n_layers; layer++)
		if (f->at[layer] == most)
			queue[far++] = layer;
	n = walk(f, queue, far, GRAPH_NONE, f->at);
	f->kind = FACTOR_ROW;
	f->length = f->at[queue[n - 1]] + 1;
}

/* At least three of four pairs of layers are joined. */
static gboolean is_joined(const Factor *f)
{
	guint32 n = f->n_layers, pairs = 0;
	for (guint32 i = 0; i < n * n; i++)
		pairs += f->adjacent[i];
	return 4 * pairs >= 3 * n * (n - 1);
}

static gboolean counts(const Squares *s, guint32 c, gboolean sure)
{
	return !sure || !s->guessed[s->edge[c]];
}

static void join_layers(Factor *f, const Squares *s, guint dimension, gboolean sure)
{
	const Graph *g = s->graph;
	union_find_reset(f->layer, g->n_switches);
	for (guint32 c = 0; c < g->n_channels; c++)
		if (squares_dimension(s, c) != dimension && counts(s, c, sure))
			union_find_join(f->layer, g->from[c], g->to[c]);
	f->n_layers = union_find_number(f->layer, g->n_switches);
}

gboolean factor_init(Factor *factor, const Squares *squares, guint dimension, gboolean sure, GError **error)
{
	const Graph *g = squares->graph;
	*factor = (Factor){.layer = g_try_new(guint32, g->n_switches + 1)};
	if (!factor->layer)
		return sssp_error_memory(error, "dimensions", g->n_switches * sizeof *factor->layer);
	join_layers(factor, squares, dimension, sure);
	if (factor->n_layers > FACTOR_MOST)
		return TRUE;
	factor->adjacent = g_try_malloc0((gsize)factor->n_layers * factor->n_layers + 1);
	if (!factor->adjacent)
		return sssp_error_memory(error, "dimensions", (gsize)factor->n_layers * factor->n_layers);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 a = factor->layer[g->from[c]], b = factor->layer[g->to[c]];
		if (a != b && counts(squares, c, sure))
			factor->adjacent[a * factor->n_layers + b] = 1;
	}
	if (!is_joined(factor) && !find_ring(factor))
		find_row(factor);
	return TRUE;
}

void factor_clear(Factor *factor)
{
	g_free(factor->layer);
	g_free(factor->adjacent);
}
