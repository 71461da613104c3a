/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds the dependencies of finished routes, or of turns (a channel and the next) that were marked, to an empty
 * dependency graph. Routes have VLs by ports; marked turns are added on VL 0. One sort at the end tells whether they
 * close a cycle. The entries of a destination are a tree: each switch on it is visited once, no matter how many routes
 * cross it. dependency_read_vls() reads the VLs by ports out of a graph.
 */
#include "core/dependency/dependency.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	DependencyGraph *deps;
	const Graph *graph;
	const PortVls *vls;
	guint32 *met; /* [n_switches] 1 + the destination whose packets were followed from there on */
} Fill;

/* Gives the state (b, c) the VL that it has by ports. */
static gboolean set_state(const Fill *f, guint32 b, guint32 c)
{
	guint8 vl = f->vls->state[cdg_turn(f->deps->turns, b, c)];
	return dependency_state_vl(f->deps, b, c) != DEPENDENCY_NO_VL ||
	       (vl != PORT_VLS_NONE && dependency_set_state(f->deps, b, c, vl));
}

static gboolean set_sent(const Fill *f, guint32 c)
{
	guint8 vl = f->vls->sent[c];
	return dependency_sent_vl(f->deps, c) != DEPENDENCY_NO_VL ||
	       (vl != PORT_VLS_NONE && dependency_set_sent(f->deps, c, vl));
}

/*
 * Adds the dependencies of packets that leave v by channel a and the next switch by b (GRAPH_NONE: they have arrived):
 * of a on b, if v sends such packets itself, and of b on the channel after it.
 */
static gboolean add_hop(const Fill *f, const guint8 *row, guint32 dest, guint32 v, guint32 a, guint32 b)
{
	gboolean sends = route_carries_data(f->graph, v, dest);
	if (sends && !set_sent(f, a))
		return FALSE;
	if (b == GRAPH_NONE)
		return TRUE;
	guint32 c = route_channel(f->graph, row, f->graph->to[b]);
	if (!set_state(f, a, b) || (c != GRAPH_NONE && !set_state(f, b, c)))
		return FALSE;
	return (!sends || dependency_put(f->deps, a, dependency_sent_vl(f->deps, a), b)) &&
	       (c == GRAPH_NONE || dependency_put(f->deps, b, dependency_state_vl(f->deps, a, b), c));
}

static gboolean add_row(const Fill *f, const guint8 *row, guint32 dest)
{
	const Graph *graph = f->graph;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!route_carries_data(graph, v, dest))
			continue;
		for (guint32 w = v, a; f->met[w] != dest + 1 && (a = route_channel(graph, row, w)) != GRAPH_NONE;) {
			guint32 b = route_channel(graph, row, graph->to[a]);
			f->met[w] = dest + 1;
			if (!add_hop(f, row, dest, w, a, b))
				return FALSE;
			dependency_keep(f->deps); /* nothing is taken back, so the log stays empty */
			w = graph->to[a];
		}
	}
	return TRUE;
}

gboolean dependency_fill(DependencyGraph *deps, const Routes *routes, const PortVls *vls, GError **error)
{
	const Graph *graph = deps->graph;
	g_autofree guint32 *met = g_try_new0(guint32, graph->n_switches + 1);
	Fill f = {.deps = deps, .graph = graph, .vls = vls, .met = met};
	if (!met)
		return sssp_error_memory(error, "the dependencies of routes", graph->n_switches * sizeof *met);
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!add_row(&f, routes_row(routes, d), d))
			return FALSE;
	return dependency_sort(deps);
}

gboolean dependency_fill_used(DependencyGraph *deps, const guint8 *used)
{
	const Graph *graph = deps->graph;
	for (guint32 a = 0; a < graph->n_channels; a++)
		for (guint32 b = graph->first[graph->to[a]]; b < graph->first[graph->to[a] + 1]; b++)
			if (used[cdg_turn(deps->turns, a, b)] && !dependency_put(deps, a, 0, b))
				return FALSE;
	return dependency_sort(deps);
}

void dependency_read_vls(const DependencyGraph *deps, PortVls *vls)
{
	const Graph *graph = deps->graph;
	guint32 n = deps->turns->first[graph->n_channels];
	for (guint32 i = 0; i < n; i++)
		if (deps->state_vl[i] != DEPENDENCY_NO_VL)
			vls->state[i] = deps->state_vl[i];
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (deps->sent_vl[c] != DEPENDENCY_NO_VL)
			vls->sent[c] = deps->sent_vl[c];
}
