/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses ports by counting at each switch alone how many LIDs leave by each, as subnet managers' simplest engines do:
 * of the channels that lead on, the one with the fewest so far takes the next LID. What the other switches chose, or
 * how many hosts send over the channel, makes no difference: that is what the SSSP engines do better.
 */
#ifndef SSSP_CORE_ENGINES_PORT_COUNTS_H
#define SSSP_CORE_ENGINES_PORT_COUNTS_H

#include "core/engines/updown.h"
#include "core/graph/routes.h"

/*
 * Fills the rows of all destinations with routes that are legal in the order of `updown`, with minimal ones where it is
 * NULL, and adds up their loads. The lowest port wins a tie. FALSE with SSSP_ERROR_MEMORY. O(channels) for each LID.
 */
gboolean port_counts_route(const Graph *graph, Updown *updown, Routes *routes, GError **error);

#endif
