/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whose connections have to be opened again when previous SLs close a loop. */
#ifndef SSSP_CORE_EXCHANGE_RECONNECT_H
#define SSSP_CORE_EXCHANGE_RECONNECT_H

#include "core/exchange/in_force.h"

/*
 * Connections by which packets come to the routes of `illegal` on previous SLs: those that were opened so, and those
 * that were opened the other way, for replies come on the SL of the request. Pairs (ExchangePair), each once, by
 * destination and row. NULL with SSSP_ERROR_MEMORY. O(pairs + switches x LIDs).
 */
GArray *reconnect_both_ways(const GArray *illegal, const Graph *graph, GError **error);

#endif
