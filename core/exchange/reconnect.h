/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the connections that have to be opened again because the new routes close a cycle on their previous SLs. */
#ifndef SSSP_CORE_EXCHANGE_RECONNECT_H
#define SSSP_CORE_EXCHANGE_RECONNECT_H

#include "core/exchange/in_force.h"

/*
 * Lists the connections that send packets over the routes of `illegal` (ExchangePair) on previous SLs. These are the
 * connections of those pairs, and connections that were opened in the opposite direction: a reply has the SL of the
 * request. Appends them to `pairs` (ExchangePair), each once, by destination and then by row. FALSE with
 * SSSP_ERROR_MEMORY. O(pairs + switches x LIDs).
 */
gboolean reconnect_both_ways(const GArray *illegal, const Graph *graph, GArray *pairs, GError **error);

#endif
