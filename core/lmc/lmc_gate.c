/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Admits entries for further LIDs, from the destination outward. An entry adds the dependencies of its channel and of
 * the next two channels of the path; those of switches farther away are added with their own entries.
 */
#include "core/lmc/lmc_gate.h"

#include "core/base/error.h"

#include <string.h>

void lmc_gate_free(LmcGate *gate)
{
	if (!gate)
		return;
	dependency_tree_free(gate->tree);
	lane_set_free(gate->lanes);
	cdg_turns_free(gate->turns);
	g_free(gate->legal);
	g_free(gate->loose);
	g_free(gate);
}

/* Returns the VLs that states have; with one lane all have the lowest. Readers pass over states that no route has. */
static PortVls *base_vls(const Graph *graph, const Layers *layers, guint n_vls, GError **error)
{
	PortVls *vls = layers->vls ? port_vls_copy(graph, layers->vls, error) : port_vls_new_zero(graph, 1, error);
	if (vls)
		vls->n_vls = MAX(vls->n_vls, n_vls);
	return vls;
}

/* ---- states that may have any VL */

enum { USED = 1, NOT_LOOSE = 2 };

/*
 * Marks the states of routes to base LIDs. A state may have any VL (it is loose) if no path has a channel before its
 * two channels or after them, and the multicast tree does not have it.
 */
static void mark_states(LmcGate *gate, const guint8 *in_tree)
{
	const Graph *graph = gate->graph;
	const CdgTurns *turns = gate->deps->turns;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const guint8 *row = routes_row(gate->routes, d);
		for (guint32 v = 0; v < graph->n_switches && !graph->dests[d].sibling; v++) {
			guint32 a = route_channel(graph, row, v);
			guint32 b = a == GRAPH_NONE ? GRAPH_NONE : route_channel(graph, row, graph->to[a]);
			guint32 c = b == GRAPH_NONE ? GRAPH_NONE : route_channel(graph, row, graph->to[b]);
			if (b != GRAPH_NONE)
				gate->loose[cdg_turn(turns, a, b)] |= USED | (c == GRAPH_NONE ? 0 : NOT_LOOSE);
			if (c != GRAPH_NONE)
				gate->loose[cdg_turn(turns, b, c)] |= NOT_LOOSE;
		}
	}
	for (guint32 b = 0; b < graph->n_channels; b++)
		for (guint32 c = graph->first[graph->to[b]]; c < graph->first[graph->to[b] + 1]; c++)
			gate->loose[cdg_turn(turns, b, c)] |= in_tree && in_tree[b] && in_tree[c] ? NOT_LOOSE : 0;
}

/* Whether only packets that switches' own ports send are on VL 0. */
static gboolean is_lowest_sent(const LmcGate *gate)
{
	const DependencyGraph *deps = gate->deps;
	guint32 n_states = deps->turns->first[gate->graph->n_channels];
	for (guint32 c = 0; c < gate->graph->n_channels; c++)
		if (deps->sent_vl[c] && deps->sent_vl[c] != DEPENDENCY_NO_VL)
			return FALSE;
	return !memchr(deps->state_vl, 0, n_states);
}

static gboolean go_on_by(LmcGate *gate, guint32 b, guint32 c, guint32 d, guint vl)
{
	DependencyGraph *deps = gate->deps;
	guint32 mark = dependency_mark(deps);
	if ((d == GRAPH_NONE ? graph_has_lane(gate->graph, c, vl) : dependency_add(deps, c, vl, d)) &&
	    dependency_set_state(deps, b, c, vl))
		return TRUE;
	dependency_return(deps, mark);
	return FALSE;
}

/*
 * Adds a hop as dependency_add_hop() does, on the VL that the state had (`hint`), or the highest that fits, not below
 * gate->lowest.
 */
static gboolean add_hop(LmcGate *gate, guint32 b, guint32 c, guint32 d)
{
	DependencyGraph *deps = gate->deps;
	if (deps->n_vls == 1 || dependency_state_vl(deps, b, c) != DEPENDENCY_NO_VL)
		return dependency_add_hop(deps, b, c, d);
	guint had = gate->hint ? gate->hint->state[cdg_turn(deps->turns, b, c)] : PORT_VLS_NONE;
	if (had < deps->n_vls && go_on_by(gate, b, c, d, had))
		return TRUE;
	if (!gate->lowest)
		return dependency_add_hop(deps, b, c, d);
	for (guint vl = deps->n_vls; vl-- > gate->lowest;)
		if (go_on_by(gate, b, c, d, vl))
			return TRUE;
	return FALSE;
}

static void loosen(LmcGate *gate)
{
	const Graph *graph = gate->graph;
	DependencyGraph *deps = gate->deps;
	for (guint32 b = 0; b < graph->n_channels; b++)
		for (guint32 c = graph->first[graph->to[b]]; c < graph->first[graph->to[b] + 1]; c++) {
			guint32 state = cdg_turn(deps->turns, b, c);
			gate->loose[state] = gate->loose[state] == USED && deps->state_vl[state] != DEPENDENCY_NO_VL;
			if (!gate->loose[state])
				continue;
			dependency_remove(deps, b, dependency_sent_vl(deps, b), c);
			deps->state_vl[state] = DEPENDENCY_NO_VL;
		}
	dependency_forget(deps);
	dependency_keep(deps);
}

/* Gives each loose state a VL, with its dependencies. FALSE where there is none for one of them. */
static gboolean give_loose_vls(LmcGate *gate)
{
	const Graph *graph = gate->graph;
	DependencyGraph *deps = gate->deps;
	for (guint32 b = 0; b < graph->n_channels; b++)
		for (guint32 c = graph->first[graph->to[b]]; c < graph->first[graph->to[b] + 1]; c++) {
			if (gate->loose[cdg_turn(deps->turns, b, c)] &&
			    (!add_hop(gate, b, c, GRAPH_NONE) || !dependency_send(deps, b, c)))
				return FALSE;
			dependency_keep(deps);
		}
	return TRUE;
}

static gboolean begin_by_ports(LmcGate *gate, const guint8 *in_tree, guint n_vls, gboolean loose, GError **error)
{
	const Graph *graph = gate->graph;
	g_autoptr(PortVls) vls = base_vls(graph, gate->layers, n_vls, error);
	if (!vls)
		return FALSE;
	gate->tree = dependency_tree_new(graph, gate->routes, vls, error);
	if (!gate->tree || !dependency_tree_fit(gate->tree, in_tree))
		return FALSE;
	gate->deps = dependency_tree_graph(gate->tree);
	if (gate->deps->n_vls == 1 || !loose)
		return TRUE;
	gate->loose = g_try_malloc0(gate->deps->turns->first[graph->n_channels] + (gsize)1);
	if (!gate->loose)
		return sssp_error_memory(error, "dependencies", gate->deps->turns->first[graph->n_channels]);
	gate->lowest = is_lowest_sent(gate) ? 1 : 0;
	mark_states(gate, in_tree);
	loosen(gate);
	return TRUE;
}

/*
 * Allows all turns that ascend in an order of the channels of a lane, in which its routes, and on lane 0 the tree,
 * ascend. FALSE with SSSP_ERROR_MEMORY, or without an error where they close a cycle.
 */
static gboolean allow_lane(LmcGate *gate, const guint16 *made, guint lane, const guint8 *in_tree, GError **error)
{
	const Graph *graph = gate->graph;
	g_autofree guint8 *used = g_try_malloc(gate->turns->first[graph->n_channels] + (gsize)1);
	g_autoptr(Cdg) cdg = used ? cdg_new(gate->turns, error) : NULL;
	if (!used)
		return sssp_error_memory(error, "dependencies", gate->turns->first[graph->n_channels]);
	if (!cdg)
		return FALSE;
	layers_pick_lane(made, lane, gate->turns, used);
	const guint8 *in_use = gate->layers->used[lane]; /* by connections, too */
	for (guint32 t = 0; in_use && t < gate->turns->first[graph->n_channels]; t++)
		used[t] |= in_use[t];
	if (in_tree && lane == 0)
		cdg_mark_tree(gate->turns, in_tree, used);
	if (!cdg_fill(cdg, used, error))
		return FALSE;
	lane_set_add(gate->lanes, cdg->place);
	return TRUE;
}

static gboolean begin_by_sl(LmcGate *gate, const guint8 *in_tree, GError **error)
{
	const Graph *graph = gate->graph;
	g_autofree guint16 *made = NULL;
	if (!(gate->turns = cdg_turns_new(graph, error)) || !(gate->lanes = lane_set_new(gate->turns, FALSE, error)))
		return FALSE;
	made = g_try_new0(guint16, gate->turns->first[graph->n_channels] + (gsize)1);
	gate->legal = g_try_new(LaneMask, graph->n_switches + (gsize)1);
	if (!made || !gate->legal)
		return sssp_error_memory(error, "dependencies", gate->turns->first[graph->n_channels] * sizeof *made);
	if (!layers_mark_lanes(graph, gate->routes, LAYERS_OF_ALL, gate->layers, gate->turns, made, error))
		return FALSE;
	for (guint lane = 0; lane < gate->layers->n_layers; lane++)
		if (!allow_lane(gate, made, lane, in_tree, error))
			return FALSE;
	return TRUE;
}

LmcGate *lmc_gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *in_tree,
		      guint n_vls, const PortVls *hint, gboolean loose, GError **error)
{
	g_autoptr(LmcGate) gate = g_new0(LmcGate, 1);
	*gate = (LmcGate){.graph = graph, .routes = routes, .layers = layers, .hint = hint};
	if (layers->layer ? begin_by_sl(gate, in_tree, error) : begin_by_ports(gate, in_tree, n_vls, loose, error))
		return g_steal_pointer(&gate);
	return NULL;
}

void lmc_gate_begin(LmcGate *gate, guint32 dest, guint32 base)
{
	gate->dest = dest;
	gate->base = base;
	gate->mark = gate->deps ? dependency_mark(gate->deps) : 0;
}

static gboolean take_by_sl(LmcGate *gate, const guint32 *next, guint32 v, guint32 b)
{
	guint32 target = gate->graph->dests[gate->dest].vertex;
	LaneMask wanted = layers_of_route(gate->graph, gate->layers, v, gate->base);
	LaneMask has = lane_set_route(gate->lanes, b, target, next, gate->legal);
	if (wanted & ~has)
		return FALSE;
	gate->legal[v] = has;
	return TRUE;
}

gboolean lmc_gate_admit(LmcGate *gate, const guint32 *next, guint32 v, guint32 b)
{
	if (!gate->deps)
		return take_by_sl(gate, next, v, b);
	const Graph *graph = gate->graph;
	DependencyGraph *deps = gate->deps;
	guint32 c = next[graph->to[b]], d = c == GRAPH_NONE ? GRAPH_NONE : next[graph->to[c]];
	guint32 mark = dependency_mark(deps);
	if ((c == GRAPH_NONE || add_hop(gate, b, c, d)) && dependency_send(deps, b, c))
		return TRUE;
	dependency_return(deps, mark);
	return FALSE;
}

void lmc_gate_keep(LmcGate *gate)
{
	if (gate->deps)
		dependency_keep(gate->deps);
}

void lmc_gate_take_back(LmcGate *gate)
{
	if (gate->deps)
		dependency_return(gate->deps, gate->mark);
}

PortVls *lmc_gate_vls(LmcGate *gate, GError **error)
{
	if (gate->loose && !give_loose_vls(gate))
		return NULL;
	PortVls *vls = port_vls_new(gate->graph, gate->deps->n_vls, error);
	if (vls)
		dependency_read_vls(gate->deps, vls);
	return vls;
}
