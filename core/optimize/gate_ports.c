/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lets changes of routes pass that close no cycle, where switches choose VLs by input and output port. A state is a
 * channel into a switch and one out of it, and has one VL; the states of the new path are added to a dependency graph.
 * They are added from the end of the path backwards to the sources, as a state needs the VL of the state that follows
 * it.
 */
#include "core/optimize/gate_ports.h"

#include "core/base/error.h"
#include "core/dependency/dependency_tree.h"

struct GatePorts {
	const Graph *graph;
	const Routes *routes;
	PortVls *vls;
	DependencyTree *tree;
	DependencyGraph *deps; /* owned by `tree` */
};

GatePorts *gate_ports_new(const Graph *graph, const Routes *routes, PortVls *vls, const guint8 *tree, GError **error)
{
	g_autoptr(GatePorts) gate = g_new0(GatePorts, 1);
	gate->graph = graph;
	gate->routes = routes;
	gate->vls = vls;
	if (!(gate->tree = dependency_tree_new(graph, routes, vls, error)))
		return error && *error ? NULL
				       : sssp_error_null(error, SSSP_ERROR_LANES, "lanes by ports have a credit loop");
	if (!dependency_tree_fit(gate->tree, tree))
		return sssp_error_null(error, SSSP_ERROR_LANES, "the tree of multicast has a credit loop");
	gate->deps = dependency_tree_graph(gate->tree);
	return g_steal_pointer(&gate);
}

void gate_ports_free(GatePorts *gate)
{
	if (!gate)
		return;
	dependency_tree_free(gate->tree);
	g_free(gate);
}

/*
 * Channel k of the new path; k == n_new: the first channel that both paths have in common. GRAPH_NONE: the path ends
 * before.
 */
static guint32 channel_at(const Change *change, guint32 k)
{
	return k < change->n_new ? change->new_path[k] : k == change->n_new ? change->after : GRAPH_NONE;
}

/* The channel after change->after; GRAPH_NONE: there is none. */
static guint32 channel_behind(const GatePorts *gate, const guint8 *row, const Change *change)
{
	return change->after == GRAPH_NONE ? GRAPH_NONE
					   : route_channel(gate->graph, row, gate->graph->to[change->after]);
}

/* Adds the states along the new path. FALSE: one closes a cycle. */
static gboolean add_path(GatePorts *gate, const guint8 *row, const Change *change)
{
	guint32 n = change->n_new + (change->after == GRAPH_NONE ? 0 : 1), next = channel_behind(gate, row, change);
	for (guint32 k = n; k-- > 1;) {
		if (!dependency_add_hop(gate->deps, channel_at(change, k - 1), channel_at(change, k), next))
			return FALSE;
		next = channel_at(change, k);
	}
	return TRUE;
}

/*
 * Adds the states of source number k at the switch of the change and at the switch before it: the state there depends
 * on the state after it. FALSE: one closes a cycle.
 */
static gboolean add_source(GatePorts *gate, const guint8 *row, const Change *change, guint32 k)
{
	const Graph *graph = gate->graph;
	guint32 first = change->new_path[0], second = channel_at(change, 1), v = change->source[k];
	guint32 arrival = change->arrival[k];
	if (arrival == GRAPH_NONE)
		return dependency_send(gate->deps, first, second);
	if (!dependency_add_hop(gate->deps, arrival, first, second))
		return FALSE;
	if (graph->from[arrival] == v)
		return dependency_send(gate->deps, arrival, first);
	guint32 before = route_channel(graph, row, v);
	while (before != GRAPH_NONE && graph->to[before] != graph->from[arrival])
		before = route_channel(graph, row, graph->to[before]);
	return before == GRAPH_NONE || dependency_add_hop(gate->deps, before, arrival, first);
}

/* Copies the VL of the state of channels b and c to `vls`, if there are both. */
static void read_state(GatePorts *gate, guint32 b, guint32 c)
{
	if (b != GRAPH_NONE && c != GRAPH_NONE)
		gate->vls->state[cdg_turn(gate->deps->turns, b, c)] = (guint8)dependency_state_vl(gate->deps, b, c);
}

/* Copies the VLs of all states that a change has added to `vls`. */
static void read_vls(GatePorts *gate, const Change *change)
{
	for (guint32 k = 1; k <= change->n_new; k++)
		read_state(gate, channel_at(change, k - 1), channel_at(change, k));
	for (guint32 k = 0; k < change->n_sources; k++) {
		guint32 c = change->arrival[k] == GRAPH_NONE ? change->new_path[0] : change->arrival[k];
		read_state(gate, change->arrival[k], change->new_path[0]);
		if (dependency_sent_vl(gate->deps, c) != DEPENDENCY_NO_VL)
			gate->vls->sent[c] = (guint8)dependency_sent_vl(gate->deps, c);
	}
}

gboolean gate_ports_pass(GatePorts *gate, guint32 dest, const Change *change)
{
	const guint8 *row = routes_row(gate->routes, dest);
	gboolean fits = add_path(gate, row, change);
	for (guint32 k = 0; fits && k < change->n_sources; k++)
		if (route_carries_data(gate->graph, change->source[k], dest))
			fits = add_source(gate, row, change, k);
	if (fits)
		read_vls(gate, change);
	else
		dependency_return(gate->deps, 0);
	dependency_keep(gate->deps);
	return fits;
}

guint64 gate_ports_looked(const GatePorts *gate)
{
	return gate->deps->visited;
}
