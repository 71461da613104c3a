/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chooses which entries and lanes of previous tables stay in a rerouting. */
#ifndef SSSP_CORE_REROUTE_KEEP_H
#define SSSP_CORE_REROUTE_KEEP_H

#include "core/reroute/work.h"

#include <glib.h>

/*
 * Fills `routes` with the previous entries that stay, ROUTE_NONE where one is missing: those whose port leads along a
 * minimal path, and longer routes that arrive as they did, between switches that have come no nearer; but those of
 * hosts only while the previous routes have as many lanes as there may be.
 * lost[n_dests] gets 1 for destinations that miss some entry. Following entries that stay ends at the destination or
 * where one is missing, never in a loop. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean keep_entries(const PreviousRoutes *before, const Graph *graph, const guint8 *hops, guint max_lanes,
		      Routes *routes, guint8 *lost, GError **error);

/*
 * Fills r->layers: new LIDs on a switch get the lanes of those that were there, pairs of switches that had none are
 * marked as unproven. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean keep_lanes(Reroute *r, GError **error);

#endif
