/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts for each channel the hosts' LIDs that leave by it, and routes each LID over the channel with the fewest. */
#include "core/engines/port_counts.h"

#include "core/base/error.h"

PortCounts *port_counts_new(const Graph *graph, GError **error)
{
	g_autoptr(PortCounts) counts = g_new0(PortCounts, 1);
	counts->graph = graph;
	if (!(counts->loads = balance_new(graph, error)))
		return NULL;
	if (!(counts->leaves = g_try_new0(guint64, (gsize)graph->n_channels + 1)))
		return sssp_error_memory_null(error, "the ports' counts", graph->n_channels * sizeof(guint64));
	return g_steal_pointer(&counts);
}

void port_counts_free(PortCounts *counts)
{
	if (!counts)
		return;
	balance_free(counts->loads);
	g_free(counts->leaves);
	g_free(counts);
}

/* Of two channels that leave one switch, the one with fewer LIDs for its data rate. */
static guint32 less_used(const PortCounts *counts, guint32 a, guint32 b)
{
	guint64 of_a = balance_rated(counts->loads, a, counts->leaves[a] + 1);
	guint64 of_b = balance_rated(counts->loads, b, counts->leaves[b] + 1);
	return of_b < of_a ? b : a;
}

/* Switches' own LIDs carry next to nothing: they take what is least used and leave the counts as they are. */
void port_counts_route(PortCounts *counts, const Bfs *paths, guint32 dest, Routes *routes)
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
