/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses ports by counting at each switch alone how many LIDs leave by each, as subnet managers' simplest engines do:
 * of the channels that lead on, the one with the fewest so far takes the next LID. What the other switches chose, or
 * how many hosts send over the channel, makes no difference: that is what the SSSP engines do better.
 */
#ifndef SSSP_CORE_ENGINES_PORT_COUNTS_H
#define SSSP_CORE_ENGINES_PORT_COUNTS_H

#include "core/balance/balance.h"
#include "core/graph/bfs.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	Balance *loads;  /* for routes->load */
	guint64 *leaves; /* [n_channels] hosts' LIDs that leave by a channel; none are counted where it is ignored */
} PortCounts;

/* The graph must outlive it. NULL with SSSP_ERROR_MEMORY. */
PortCounts *port_counts_new(const Graph *graph, GError **error);
void port_counts_free(PortCounts *counts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PortCounts, port_counts_free)

/*
 * Fills the row of a destination and adds up its loads. `paths` says in bfs.h's form which channels each switch may
 * take and lists every switch after those that these lead to; its hops are not looked at. The lowest port wins a tie.
 * O(channels in `paths`).
 */
void port_counts_route(PortCounts *counts, const Bfs *paths, guint32 dest, Routes *routes);

#endif
