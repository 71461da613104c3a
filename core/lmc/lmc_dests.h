/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts the further LIDs of a graph's ports, and hides them until the base LIDs are routed. */
#ifndef SSSP_CORE_LMC_LMC_DESTS_H
#define SSSP_CORE_LMC_LMC_DESTS_H

#include "core/graph/graph.h"

#include <glib.h>

/*
 * The destinations of a graph, all and base LIDs alone, while further LIDs are hidden; `base` is NULL while they are
 * not.
 */
typedef struct {
	GraphDest *all, *base;
	guint32 n_all;
} LmcDests;

/* Whether ports of hosts have several LIDs. O(destinations). */
gboolean lmc_has_further(const Graph *graph);

/* The most LIDs that a host's port has. O(destinations). */
guint lmc_most_lids(const Graph *graph);

/* The destination that is the base LID of the same port. O(1). */
static inline guint32 lmc_base_of(const Graph *graph, guint32 dest)
{
	return graph_dest(graph, graph->dests[dest].lid - graph->dests[dest].sibling);
}

/* Leaves the graph base LIDs only, in their order. FALSE with SSSP_ERROR_MEMORY. O(destinations). */
gboolean lmc_hide(Graph *graph, LmcDests *dests, GError **error);
void lmc_show(Graph *graph, LmcDests *dests); /* fine without lmc_hide(), and twice */

#endif
