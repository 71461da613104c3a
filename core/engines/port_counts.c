/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts for each channel the hosts' LIDs that leave by it, and routes each LID over the channel with the fewest. */
#include "core/engines/port_counts.h"

#include "core/balance/balance.h"
#include "core/base/error.h"

typedef struct {
	const Graph *graph;
	Balance *loads;  /* for routes->load */
	guint64 *leaves; /* [n_channels] hosts' LIDs that leave by a channel; none are counted where it is ignored */
} PortCounts;

/* Of two channels that leave one switch, the one with fewer LIDs for its data rate. */
static guint32 less_used(const PortCounts *counts, guint32 a, guint32 b)
{
	guint64 of_a = balance_rated(counts->loads, a, counts->leaves[a] + 1);
	guint64 of_b = balance_rated(counts->loads, b, counts->leaves[b] + 1);
	return of_b < of_a ? b : a;
}

/* Switches' own LIDs carry next to nothing: they take what is least used and leave the counts as they are. */
static void route(PortCounts *counts, const Bfs *paths, guint32 dest, Routes *routes)
{
	const Graph *graph = counts->graph;
	const GraphDest *d = &graph->dests[dest];
	guint8 *row = routes_row(routes, dest);
	row[d->vertex] = 0;
	for (guint32 i = 1; i < paths->n_reached; i++) {
		guint32 best = paths->channel[paths->first[i]];
		for (guint32 k = paths->first[i] + 1; k < paths->first[i + 1]; k++)
			best = less_used(counts, best, paths->channel[k]);
		row[paths->order[i]] = graph->port[best];
		if (d->is_host && !(graph->ignored && graph->ignored[best]))
			counts->leaves[best]++;
	}
	balance_count_order(graph, paths->order, paths->n_reached, counts->loads, dest, 1, routes);
}

gboolean port_counts_route(const Graph *graph, Updown *updown, Routes *routes, GError **error)
{
	g_autoptr(Balance) loads = balance_new(graph, error);
	g_autoptr(Bfs) paths = loads ? bfs_new(graph, error) : NULL;
	g_autofree guint64 *leaves = g_try_new0(guint64, (gsize)graph->n_channels + 1);
	guint32 target = GRAPH_NONE;
	if (!paths)
		return FALSE;
	if (!leaves)
		return sssp_error_memory(error, "the ports' counts", graph->n_channels * sizeof *leaves);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		if (target != graph->dests[d].vertex) {
			target = graph->dests[d].vertex;
			if (updown)
				updown_find_legal(updown, target, paths);
			else
				bfs_run(graph, target, paths);
		}
		route(&(PortCounts){graph, loads, leaves}, paths, d, routes);
	}
	routes->passes = 1;
	return TRUE;
}
