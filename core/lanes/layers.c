/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes and copies layers, the lane of each route. Also counts pairs without a lane, and renumbers lanes so that those
 * in use have no gaps.
 */
#include "core/lanes/layers.h"

#include "core/base/error.h"
#include "core/graph/routes.h"

#include <string.h>

Layers *layers_single(void)
{
	Layers *layers = g_new0(Layers, 1);
	layers->n_needed = layers->n_layers = 1;
	return layers;
}

Layers *layers_new(const Graph *graph, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	if (!(layers->layer = g_try_malloc0(entries + 1)))
		return sssp_error_memory_null(error, "layers", entries);
	return g_steal_pointer(&layers);
}

Layers *layers_copy(const Graph *graph, const Layers *layers, GError **error)
{
	gsize entries = (gsize)graph->n_dests * graph->n_switches, pairs = (gsize)graph->n_switches * graph->n_switches;
	g_autoptr(Layers) copy = layers_single();
	*copy = *layers;
	copy->layer = layers->layer ? g_try_malloc(entries + 1) : NULL;
	memset(copy->used, 0, sizeof copy->used);
	copy->tree = NULL;
	copy->unproven = layers->unproven ? g_try_malloc(pairs + 1) : NULL;
	copy->also = layers->also ? g_try_new(guint16, pairs + 1) : NULL;
	copy->dropped = copy->back = NULL;
	copy->vls = layers->vls ? port_vls_copy(graph, layers->vls, error) : NULL;
	if (layers->vls && !copy->vls)
		return NULL;
	if ((layers->layer && !copy->layer) || (layers->unproven && !copy->unproven) || (layers->also && !copy->also))
		return sssp_error_memory_null(error, "layers", entries + pairs);
	if (copy->layer)
		memcpy(copy->layer, layers->layer, entries);
	if (copy->unproven)
		memcpy(copy->unproven, layers->unproven, pairs);
	if (copy->also)
		memcpy(copy->also, layers->also, pairs * sizeof *copy->also);
	return g_steal_pointer(&copy);
}

gboolean layers_same_row(const Graph *graph, const Layers *a, const Layers *b, guint32 dest)
{
	gsize n = graph->n_switches;
	const guint8 *x = a->layer ? a->layer + dest * n : NULL, *y = b->layer ? b->layer + dest * n : NULL;
	if (x && y)
		return !memcmp(x, y, n);
	x = x ? x : y;
	return !x || (!x[0] && !memcmp(x, x + 1, n - 1)); /* all on lane 0 */
}

gboolean layers_need_unproven(const Graph *graph, Layers *layers, GError **error)
{
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	if (!layers->unproven && !(layers->unproven = g_try_malloc0(pairs + 1)))
		return sssp_error_memory(error, "pairs of switches", pairs);
	return TRUE;
}

void layers_count_unproven(const Graph *graph, Layers *layers)
{
	gsize n = graph->n_switches;
	layers->n_unproven = 0;
	for (gsize i = 0; layers->unproven && i < n * n; i++)
		layers->n_unproven += layers->unproven[i] && i / n < i % n;
	if (!layers->n_unproven)
		g_clear_pointer(&layers->unproven, g_free);
}

void layers_swap(Layers *a, Layers *b)
{
	Layers old = *a;
	*a = *b;
	*b = old;
}

void layers_free(Layers *layers)
{
	if (!layers)
		return;
	g_free(layers->layer);
	g_free(layers->unproven);
	g_free(layers->also);
	g_free(layers->dropped);
	g_free(layers->back);
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_free(layers->used[lane]);
	g_free(layers->tree);
	port_vls_free(layers->vls);
	g_free(layers);
}

void layers_compact(const Graph *graph, const Routes *routes, Layers *layers)
{
	gsize n = graph->n_switches;
	guint8 number[G_MAXUINT8 + 1] = {0};
	gboolean used[G_MAXUINT8 + 1] = {FALSE};
	guint lanes = 0;
	if (!layers->layer || layers->in_use)
		return;
	for (guint32 d = 0; d < graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (v != graph->dests[d].vertex && routes_row(routes, d)[v] != ROUTE_NONE &&
			    route_carries_data(graph, v, d))
				used[layers->layer[d * n + v]] = TRUE;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (used[lane])
			number[lane] = (guint8)lanes++;
	if (lanes == layers->n_layers)
		return;
	for (gsize i = 0; i < graph->n_dests * n; i++)
		layers->layer[i] = number[layers->layer[i]];
	layers->n_layers = MAX(lanes, 1);
	layers->n_needed = MIN(layers->n_needed, layers->n_layers);
	if (layers->n_layers == 1)
		g_clear_pointer(&layers->layer, g_free);
}
