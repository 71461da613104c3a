/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives pairs of switches their lanes to begin with. Two switches have one lane for all between them, so what is new
 * on one of them asks what was there.
 */
#include "core/reroute/settle.h"

#include "core/base/error.h"

#include <string.h>

/* A pair of switches has no lane to begin with, both ways. FALSE with SSSP_ERROR_MEMORY. */
static gboolean settle_not(Reroute *r, guint32 s, guint32 t, GError **error)
{
	Layers *layers = r->layers;
	gsize n = r->graph->n_switches;
	if (!layers->unproven && !(layers->unproven = g_try_malloc0(n * n + 1)))
		return sssp_error_memory(error, "pairs of switches", n * n);
	layers->unproven[s * n + t] = layers->unproven[t * n + s] = 1;
	return TRUE;
}

/* settled[n_switches] 1: endpoints that are there still, and on the same switch, had lanes to and from it. */
static void find_settled(const Reroute *r, guint8 *settled)
{
	memset(settled, 0, r->graph->n_switches);
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if (r->graph->dests[d].is_port && r->before->dest[d] != GRAPH_NONE && !r->before->moved[d])
			settled[r->graph->dests[d].vertex] = 1;
	for (guint32 v = 0; v < r->graph->n_switches; v++)
		settled[v] = settled[v] && r->before->view.then[v] != GRAPH_NONE;
}

/* The lane that hosts of two switches had for each other before one was away, LAYERS_MAX: none that both had. */
static guint lane_before(const Reroute *r, guint32 s, guint32 t)
{
	gsize n = r->graph->n_switches;
	guint16 both = r->before->back ? r->before->back[s * n + t] & r->before->back[t * n + s] : 0;
	guint lane = 0;
	while (lane < LAYERS_MAX && !(both >> lane & 1))
		lane++;
	return lane < r->before->layers->n_layers ? lane : LAYERS_MAX;
}

/* Pairs of switches that had no lane find one later. */
static gboolean mark_unsettled(Reroute *r, const guint8 *settled, GError **error)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = s + 1; t < n; t++)
			if (pair_carries_data(g, s, t) && !settled[s] && !settled[t] &&
			    lane_before(r, s, t) == LAYERS_MAX && r->hops[s * n + t] != GRAPH_FAR &&
			    !settle_not(r, s, t, error))
				return FALSE;
	for (guint32 v = 0; v < n; v++)
		for (guint32 t = 0; t < n && r->before->view.then[v] == GRAPH_NONE; t++)
			if (t != v && pair_carries_data(g, v, t) && lane_before(r, v, t) == LAYERS_MAX &&
			    r->hops[v * n + t] != GRAPH_FAR && !settle_not(r, v, t, error))
				return FALSE;
	return TRUE;
}

/* A destination on each switch that was there before, ports before the switch itself; GRAPH_NONE: there is none. */
static void find_examples(const Reroute *r, guint32 *example)
{
	memset(example, 0xff, r->graph->n_switches * sizeof *example);
	for (guint32 d = r->graph->n_dests; d-- > 0;)
		if (r->before->dest[d] != GRAPH_NONE && !r->before->moved[d])
			example[r->graph->dests[d].vertex] = d;
}

/* What is new on a switch has the lanes of what was there, or of the path back. */
static void lend_lanes(const Reroute *r, const guint32 *example)
{
	gsize n = r->graph->n_switches;
	guint8 *layer = r->layers->layer;
	for (guint32 d = 0; d < r->graph->n_dests; d++) {
		guint32 t = r->graph->dests[d].vertex;
		if (r->before->dest[d] != GRAPH_NONE && !r->before->moved[d])
			continue;
		for (guint32 v = 0; v < n; v++) {
			guint32 there = example[t], back = example[v];
			layer[d * n + v] = there != GRAPH_NONE  ? layer[there * n + v]
					   : back != GRAPH_NONE ? layer[back * n + t]
								: 0;
		}
	}
}

/* Hosts that are back go on with the lanes that they had, as far as these are there still. */
static gboolean give_back(const Reroute *r, GError **error)
{
	gsize n = r->graph->n_switches;
	guint16 there = (guint16)((1u << r->before->layers->n_layers) - 1);
	Layers *layers = r->layers;
	if (!r->before->back)
		return TRUE;
	if (!layers->also && !(layers->also = g_try_new0(guint16, n * n + 1)))
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof *layers->also);
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		for (guint32 v = 0, t = r->graph->dests[d].vertex; v < n; v++) {
			guint lane = lane_before(r, v, t);
			if (lane == LAYERS_MAX)
				continue;
			layers->layer[d * n + v] = (guint8)lane;
			layers->also[v * n + t] |= r->before->back[v * n + t] & there & (guint16) ~(1u << lane);
		}
	return TRUE;
}

gboolean settle_lanes(Reroute *r, GError **error)
{
	gsize n = r->graph->n_switches;
	g_autofree guint8 *settled = g_try_malloc(n + 1);
	g_autofree guint32 *example = g_try_new(guint32, n + 1);
	if (!settled || !example)
		return sssp_error_memory(error, "switches", n * sizeof(guint32));
	if (!(r->layers = layers_copy(r->graph, r->before->layers, error)))
		return FALSE;
	r->layers->in_use = TRUE;
	find_settled(r, settled);
	find_examples(r, example);
	lend_lanes(r, example);
	if (!give_back(r, error))
		return FALSE;
	if (r->freely)
		g_clear_pointer(&r->layers->also, g_free);
	return mark_unsettled(r, settled, error);
}
