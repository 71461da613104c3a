/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses ports by counting at each switch alone how many LIDs leave by each, as subnet managers' simplest engines do:
 * of the channels that lead on, the one with the fewest so far takes the next LID. What the other switches chose, or
 * how many hosts send over the channel, makes no difference: that is what the SSSP engines do better.
 */
#ifndef SSSP_CORE_ENGINES_PORT_COUNTS_H
#define SSSP_CORE_ENGINES_PORT_COUNTS_H

#include "core/graph/bfs.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/*
 * Says in `paths`, in bfs.h's form, which channels each switch may take towards `target`; lists every switch after
 * those that these lead to. The hops are not looked at.
 */
typedef void (*PortCountsFind)(gpointer data, guint32 target, Bfs *paths);

/*
 * Fills the rows of all destinations, and adds up their loads. `paths` is scratch. The lowest port wins a tie. FALSE
 * with SSSP_ERROR_MEMORY. O(channels in `paths`) for each LID, and find() for each switch.
 */
gboolean port_counts_route(const Graph *graph, PortCountsFind find, gpointer data, Bfs *paths, Routes *routes,
			   GError **error);

#endif
