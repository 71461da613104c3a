/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Each trial begins with the dependencies of the routes; those of the tree are added until one closes a cycle. */
#include "core/mcast_ports.h"

#include "core/dependency/dependency_fill.h"

struct McastPorts {
	const Graph *graph;
	CdgTurns *turns;
	DependencyGraph *routes, *trial;
};

McastPorts *mcast_ports_new(const Graph *graph, const Routes *routes, const PortVls *vls, GError **error)
{
	g_autoptr(McastPorts) ports = g_new0(McastPorts, 1);
	ports->graph = graph;
	if (!(ports->turns = cdg_turns_new(graph, error)) ||
	    !(ports->routes = dependency_new(ports->turns, vls->n_vls, error)) ||
	    !(ports->trial = dependency_new(ports->turns, vls->n_vls, error)) ||
	    !dependency_fill(ports->routes, routes, vls, error))
		return NULL;
	return g_steal_pointer(&ports);
}

void mcast_ports_free(McastPorts *ports)
{
	if (!ports)
		return;
	if (ports->routes)
		dependency_free(ports->routes);
	if (ports->trial)
		dependency_free(ports->trial);
	if (ports->turns)
		cdg_turns_free(ports->turns);
	g_free(ports);
}

static gboolean is_pair(const Graph *graph, const guint8 *in_tree, guint32 b, guint32 c)
{
	return in_tree[b] && in_tree[c] && c != graph->reverse[b];
}

/* States of the tree that have no VL get this one, or the lowest where a link lacks it; what is sent the lowest. */
static void set_vls(McastPorts *ports, const guint8 *in_tree, guint vl)
{
	const Graph *graph = ports->graph;
	DependencyGraph *deps = ports->trial;
	for (guint32 b = 0; b < graph->n_channels; b++) {
		if (in_tree[b] && dependency_sent_vl(deps, b) == DEPENDENCY_NO_VL)
			dependency_set_sent(deps, b, 0);
		for (guint32 w = graph->to[b], c = graph->first[w]; c < graph->first[w + 1]; c++)
			if (is_pair(graph, in_tree, b, c) && dependency_state_vl(deps, b, c) == DEPENDENCY_NO_VL)
				dependency_set_state(deps, b, c, graph_has_lane(graph, c, vl) ? vl : 0);
		dependency_keep(deps);
	}
}

/* What comes over b goes on by c: what its switch sends, and what came there over the tree. */
static gboolean add_pair(McastPorts *ports, const guint8 *in_tree, guint32 b, guint32 c)
{
	const Graph *graph = ports->graph;
	DependencyGraph *deps = ports->trial;
	guint32 v = graph->from[b];
	gboolean fits = dependency_add(deps, b, dependency_sent_vl(deps, b), c);
	for (guint32 k = graph->first[v]; fits && k < graph->first[v + 1]; k++) {
		guint32 a = graph->reverse[k];
		if (is_pair(graph, in_tree, a, b))
			fits = dependency_add(deps, b, dependency_state_vl(deps, a, b), c);
	}
	dependency_keep(deps);
	return fits;
}

static gboolean fits_on(McastPorts *ports, const guint8 *in_tree, guint vl)
{
	const Graph *graph = ports->graph;
	gboolean fits = TRUE;
	dependency_copy(ports->trial, ports->routes);
	set_vls(ports, in_tree, vl);
	for (guint32 b = 0; b < graph->n_channels && fits; b++)
		for (guint32 w = graph->to[b], c = graph->first[w]; fits && c < graph->first[w + 1]; c++)
			fits = !is_pair(graph, in_tree, b, c) || add_pair(ports, in_tree, b, c);
	return fits;
}

gboolean mcast_ports_fit(McastPorts *ports, const guint8 *in_tree)
{
	for (guint vl = ports->routes->n_vls; vl-- > 0;)
		if (fits_on(ports, in_tree, vl))
			return TRUE;
	return FALSE;
}

void mcast_ports_read_vls(const McastPorts *ports, PortVls *vls)
{
	dependency_read_vls(ports->trial, vls);
}
