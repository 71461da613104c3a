/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Hides the further LIDs of a graph: the list of destinations is exchanged for a shorter one; channels keep their
 * numbers.
 */
#include "core/lmc/lmc_dests.h"

#include "core/base/error.h"

gboolean lmc_has_further(const Graph *graph)
{
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].sibling)
			return TRUE;
	return FALSE;
}

guint lmc_most_lids(const Graph *graph)
{
	guint most = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host)
			most = MAX(most, graph->dests[d].sibling + 1u);
	return most;
}

gboolean lmc_hide(Graph *graph, LmcDests *dests, GError **error)
{
	dests->base = g_try_new(GraphDest, graph->n_dests + (gsize)1);
	if (!dests->base)
		return sssp_error_memory(error, "destinations", graph->n_dests * sizeof *dests->base);
	dests->all = graph->dests;
	dests->n_all = graph->n_dests;
	graph->dests = dests->base;
	graph->n_dests = 0;
	for (guint32 d = 0; d < dests->n_all; d++)
		if (!dests->all[d].sibling)
			graph->dests[graph->n_dests++] = dests->all[d];
	graph_index_lids(graph);
	return TRUE;
}

void lmc_show(Graph *graph, LmcDests *dests)
{
	if (!dests->base)
		return;
	graph->dests = dests->all;
	graph->n_dests = dests->n_all;
	graph_index_lids(graph);
	g_clear_pointer(&dests->base, g_free);
}
