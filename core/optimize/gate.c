/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lets changes of routes pass that close no cycle of channel dependencies on any lane. Each lane has a graph of its
 * dependencies with the number of routes that make each. The new paths are added before the old ones are taken out, so
 * that a refusal leaves the old ones untouched. With `beside` the old ones are never taken out.
 */
#include "core/optimize/gate.h"

#include "core/base/error.h"

#include <string.h>

/* Whether the route from v to d has to be free of cycles: it carries data, and the lanes were proven for it. */
static gboolean counts(const Gate *gate, guint32 v, guint32 d)
{
	const Graph *g = gate->graph;
	return route_carries_data(g, v, d) &&
	       layers_pair_is_proven(gate->layers, (gsize)v * g->n_switches + g->dests[d].vertex);
}

static Cdg *lane_of(const Gate *gate, guint32 v, guint32 d)
{
	const Layers *layers = gate->layers;
	return gate->lane[layers->layer ? layers->layer[(gsize)d * gate->graph->n_switches + v] : 0];
}

/* ---- as it begins */

/*
 * Marks in used[turns] all dependencies of a lane, and in fixed[turns] those that no change takes out: the tree's, and
 * with gate->beside all. `alone`: of what is in use only the present routes. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean mark_lane(Gate *gate, const Routes *routes, guint lane, const guint8 *tree, gboolean alone,
			  guint8 *fixed, guint8 *used, GError **error)
{
	const Layers *layers = gate->layers;
	guint32 n = gate->turns->first[gate->graph->n_channels];
	memset(used, 0, n);
	if (gate->beside && layers->used[lane] && !alone)
		memcpy(used, layers->used[lane], n);
	else if (gate->beside &&
		 !layers_mark_lane(gate->graph, routes, LAYERS_OF_ALL, layers, lane, gate->turns, used, error))
		return FALSE;
	if (lane == 0 && tree)
		cdg_mark_tree(gate->turns, tree, used);
	memcpy(fixed, used, n);
	return gate->beside ||
	       layers_mark_lane(gate->graph, routes, LAYERS_OF_ALL, layers, lane, gate->turns, used, error);
}

/*
 * Fills a lane with the tree and the present routes alone, on the lanes of older connections as well. The tree was
 * found beside these routes (mcast_tree.h) and need not fit beside all else that is in use. FALSE with
 * SSSP_ERROR_MEMORY, or without an error if that does not apply to the lane or still has a cycle.
 */
static gboolean beside_routes(Gate *gate, const Routes *routes, guint lane, const guint8 *tree, guint8 *fixed,
			      guint8 *used, GError **error)
{
	return gate->beside && !lane && tree && gate->layers->used[lane] &&
	       mark_lane(gate, routes, lane, tree, TRUE, fixed, used, error) && cdg_fill(gate->lane[lane], used, error);
}

static gboolean open_lane(Gate *gate, const Routes *routes, guint lane, const guint8 *tree, guint8 *used,
			  GError **error)
{
	guint32 n = gate->turns->first[gate->graph->n_channels];
	GError *failure = NULL;
	g_autofree guint8 *fixed = g_try_malloc(n + 1);
	if (!fixed)
		return sssp_error_memory(error, "turns", n);
	if (!mark_lane(gate, routes, lane, tree, FALSE, fixed, used, error) ||
	    !(gate->lane[lane] = cdg_new(gate->turns, error)))
		return FALSE;
	if (!cdg_fill(gate->lane[lane], used, &failure) &&
	    (failure || !beside_routes(gate, routes, lane, tree, fixed, used, &failure))) {
		return failure ? sssp_error_pass(error, failure)
			       : sssp_error_set(error, SSSP_ERROR_LANES, "lane %u has a credit loop", lane);
	}
	for (guint32 turn = 0; turn < n; turn++)
		gate->lane[lane]->count[turn] = fixed[turn];
	return TRUE;
}

/* Counts in each lane how many routes make a dependency, so that it goes with the last one. FALSE: told to stop. */
static gboolean count_routes(Gate *gate, const Routes *routes, StopCheck *stop)
{
	const Graph *g = gate->graph;
	for (guint32 d = 0; d < g->n_dests; d++) {
		if (stop_wanted(stop))
			return FALSE;
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
	return TRUE;
}

Gate *gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *tree, gboolean beside,
	       StopCheck *stop, GError **error)
{
	g_autoptr(Gate) gate = g_new0(Gate, 1);
	gate->graph = graph;
	gate->layers = layers;
	gate->beside = beside;
	if (!(gate->turns = cdg_turns_new(graph, error)))
		return NULL;
	g_autofree guint8 *used = g_try_malloc0(gate->turns->first[graph->n_channels] + 1);
	if (!used)
		return sssp_error_memory_null(error, "turns", gate->turns->first[graph->n_channels]);
	if (layers->vls)
		return (gate->ports = gate_ports_new(graph, routes, layers->vls, tree, error)) ? g_steal_pointer(&gate)
											       : NULL;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (stop_wanted(stop) || !open_lane(gate, routes, lane, tree, used, error))
			return NULL;
	return beside || count_routes(gate, routes, stop) ? g_steal_pointer(&gate) : NULL;
}

void gate_free(Gate *gate)
{
	if (!gate)
		return;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		cdg_free(gate->lane[lane]);
	gate_ports_free(gate->ports);
	cdg_turns_free(gate->turns);
	g_free(gate);
}

/* ---- changes */

typedef struct {
	Gate *gate;
	const Change *change;
	guint32 d;
} Passage;

/*
 * Finds turn k, from channel *a to channel *b, of the route of source number `source` by path[n]. Turn 0 is at the
 * switch of the change. FALSE: the route makes no such turn, as it starts or ends there.
 */
static gboolean turn(const Passage *p, const guint32 *path, guint32 n, guint32 source, guint32 k, guint32 *a,
		     guint32 *b)
{
	*a = k ? path[k - 1] : p->change->arrival[source];
	*b = k < n ? path[k] : p->change->after;
	return *a != GRAPH_NONE && *b != GRAPH_NONE;
}

/* Takes the first `turns` turns of a source out of a lane. */
static void take_out(const Passage *p, const guint32 *path, guint32 n, guint32 source, guint lane, guint32 turns)
{
	guint32 a, b;
	for (guint32 k = 0; k < turns; k++)
		if (turn(p, path, n, source, k, &a, &b))
			cdg_remove(p->gate->lane[lane], a, b);
}

/* Adds the turns of the new path; FALSE, with nothing added, when one closes a cycle. */
static gboolean put_in(const Passage *p, guint32 source, guint lane)
{
	guint32 n = p->change->n_new, a, b;
	for (guint32 k = 0; k <= n; k++) {
		if (!turn(p, p->change->new_path, n, source, k, &a, &b) || cdg_add(p->gate->lane[lane], a, b))
			continue;
		take_out(p, p->change->new_path, n, source, lane, k);
		return FALSE;
	}
	return TRUE;
}

/* Whether all channels of the new path have this lane. */
static gboolean has_lane(const Passage *p, guint lane)
{
	for (guint32 k = 0; p->gate->graph->lanes && k < p->change->n_new; k++)
		if (!graph_has_lane(p->gate->graph, p->change->new_path[k], lane))
			return FALSE;
	return TRUE;
}

/* The lanes, as a mask, of the route of source number `source`; 0 if the route does not count. */
static guint16 lanes_of(const Passage *p, guint32 source)
{
	guint32 v = p->change->source[source];
	return counts(p->gate, v, p->d) ? layers_of_route(p->gate->graph, p->gate->layers, v, p->d) : 0;
}

/* Takes a path out on all lanes of the first `sources` sources, and on lanes below `below` of the next source. */
static void take_out_all(const Passage *p, const guint32 *path, guint32 n, guint32 sources, guint below)
{
	for (guint32 k = 0; k < p->change->n_sources && k <= sources; k++) {
		guint16 lanes = lanes_of(p, k);
		for (guint lane = 0; lanes >> lane && (k < sources || lane < below); lane++)
			if (lanes >> lane & 1)
				take_out(p, path, n, k, lane, n + 1);
	}
}

gboolean gate_pass(Gate *gate, guint32 d, const Change *change)
{
	Passage p = {gate, change, d};
	if (gate->ports)
		return gate_ports_pass(gate->ports, d, change);
	for (guint32 k = 0; k < change->n_sources; k++) {
		guint16 lanes = lanes_of(&p, k);
		for (guint lane = 0; lanes >> lane; lane++) {
			if (!(lanes >> lane & 1) || (has_lane(&p, lane) && put_in(&p, k, lane)))
				continue;
			take_out_all(&p, change->new_path, change->n_new, k, lane);
			return FALSE;
		}
	}
	if (!gate->beside)
		take_out_all(&p, change->old_path, change->n_old, change->n_sources, 0);
	return TRUE;
}

guint64 gate_looked(const Gate *gate)
{
	guint64 looked = 0;
	if (gate->ports)
		return gate_ports_looked(gate->ports);
	for (guint lane = 0; lane < gate->layers->n_layers; lane++)
		looked += gate->lane[lane]->looked;
	return looked;
}
