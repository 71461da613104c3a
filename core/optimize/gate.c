/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The new ways are added before the old ones are taken out, so that a refusal leaves the old ones untouched.
 */
#include "core/optimize/gate.h"

#include "core/base/error.h"

#include <string.h>

static gboolean counts(const Gate *gate, guint32 v, guint32 d)
{
	const Graph *g = gate->graph;
	const guint8 *unproven = gate->layers->unproven;
	return route_carries_data(g, v, d) && (!unproven || !unproven[(gsize)v * g->n_switches + g->dests[d].vertex]);
}

static Cdg *lane_of(const Gate *gate, guint32 v, guint32 d)
{
	const Layers *layers = gate->layers;
	return gate->lane[layers->layer ? layers->layer[(gsize)d * gate->graph->n_switches + v] : 0];
}

/* ---- as it begins */

static void mark_tree(const Gate *gate, const guint8 *tree, guint8 *used)
{
	const Graph *g = gate->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; tree[a] && b < g->first[g->to[a] + 1]; b++)
			if (tree[b] && b != g->reverse[a])
				used[cdg_turn(gate->turns, a, b)] = 1;
}

static gboolean open_lane(Gate *gate, const Routes *routes, guint lane, const guint8 *tree, guint8 *used,
			  GError **error)
{
	guint32 n = gate->turns->first[gate->graph->n_channels];
	GError *failure = NULL;
	memset(used, 0, n);
	if (lane == 0 && tree)
		mark_tree(gate, tree, used);
	g_autofree guint8 *fixed = g_try_malloc(n + 1);
	if (!fixed)
		return sssp_error_memory(error, "turns", n);
	memcpy(fixed, used, n);
	if (!layers_mark_lane(gate->graph, routes, LAYERS_OF_ALL, gate->layers, lane, gate->turns, used, error) ||
	    !(gate->lane[lane] = cdg_new(gate->turns, error)))
		return FALSE;
	if (!cdg_fill(gate->lane[lane], used, &failure)) {
		if (failure)
			g_propagate_error(error, failure);
		else
			g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "lane %u has a credit loop", lane);
		return FALSE;
	}
	for (guint32 turn = 0; turn < n; turn++)
		gate->lane[lane]->count[turn] = fixed[turn];
	return TRUE;
}

static void count_routes(Gate *gate, const Routes *routes)
{
	const Graph *g = gate->graph;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++) {
			const guint8 *row = routes_row(routes, d);
			guint32 a = route_channel(g, row, v), b;
			if (v == g->dests[d].vertex || a == GRAPH_NONE || !counts(gate, v, d))
				continue;
			Cdg *lane = lane_of(gate, v, d);
			for (; (b = route_channel(g, row, g->to[a])) != GRAPH_NONE; a = b)
				lane->count[cdg_turn(gate->turns, a, b)]++;
		}
}

Gate *gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *tree, GError **error)
{
	g_autoptr(Gate) gate = g_new0(Gate, 1);
	gate->graph = graph;
	gate->layers = layers;
	if (!(gate->turns = cdg_turns_new(graph, error)))
		return NULL;
	g_autofree guint8 *used = g_try_malloc0(gate->turns->first[graph->n_channels] + 1);
	if (!used) {
		sssp_error_memory(error, "turns", gate->turns->first[graph->n_channels]);
		return NULL;
	}
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (!open_lane(gate, routes, lane, tree, used, error))
			return NULL;
	count_routes(gate, routes);
	return g_steal_pointer(&gate);
}

void gate_free(Gate *gate)
{
	if (!gate)
		return;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		cdg_free(gate->lane[lane]);
	cdg_turns_free(gate->turns);
	g_free(gate);
}

/* ---- changes */

typedef struct {
	Gate *gate;
	const Change *change;
	guint32 d;
} Passage;

/* Turn k of the way of source number `source`: 0 is the one at the switch of the change. FALSE: it makes none there. */
static gboolean turn(const Passage *p, const guint32 *way, guint32 n, guint32 source, guint32 k, guint32 *a, guint32 *b)
{
	*a = k ? way[k - 1] : p->change->arrival[source];
	*b = k < n ? way[k] : p->change->after;
	return *a != GRAPH_NONE && *b != GRAPH_NONE;
}

/* Takes the first `turns` turns of a source out. */
static void take_out(const Passage *p, const guint32 *way, guint32 n, guint32 source, guint32 turns)
{
	Cdg *lane = lane_of(p->gate, p->change->source[source], p->d);
	guint32 a, b;
	for (guint32 k = 0; k < turns; k++)
		if (turn(p, way, n, source, k, &a, &b))
			cdg_remove(lane, a, b);
}

/* Adds the turns of the new way; how many were added, n_new + 1: all. */
static guint32 put_in(const Passage *p, guint32 source)
{
	Cdg *lane = lane_of(p->gate, p->change->source[source], p->d);
	guint32 n = p->change->n_new, a, b;
	for (guint32 k = 0; k <= n; k++)
		if (turn(p, p->change->new_way, n, source, k, &a, &b) && !cdg_add(lane, a, b))
			return k;
	return n + 1;
}

static gboolean has_lane(const Passage *p, guint32 v)
{
	const Layers *layers = p->gate->layers;
	guint lane = layers->layer ? layers->layer[(gsize)p->d * p->gate->graph->n_switches + v] : 0;
	for (guint32 k = 0; p->gate->graph->lanes && k < p->change->n_new; k++)
		if (!graph_has_lane(p->gate->graph, p->change->new_way[k], lane))
			return FALSE;
	return TRUE;
}

gboolean gate_pass(Gate *gate, guint32 d, const Change *change)
{
	Passage p = {gate, change, d};
	guint32 n = change->n_new;
	for (guint32 k = 0; k < change->n_sources; k++) {
		if (!counts(gate, change->source[k], d))
			continue;
		guint32 added = has_lane(&p, change->source[k]) ? put_in(&p, k) : 0;
		if (added == n + 1)
			continue;
		take_out(&p, change->new_way, n, k, added);
		while (k--)
			if (counts(gate, change->source[k], d))
				take_out(&p, change->new_way, n, k, n + 1);
		return FALSE;
	}
	for (guint32 k = 0; k < change->n_sources; k++)
		if (counts(gate, change->source[k], d))
			take_out(&p, change->old_way, change->n_old, k, change->n_old + 1);
	return TRUE;
}
