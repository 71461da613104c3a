/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the most central switch of a piece of the fabric, the best root of trees that all traffic of a kind takes. */
#ifndef SSSP_CORE_GRAPH_CENTER_H
#define SSSP_CORE_GRAPH_CENTER_H

#include "core/graph/graph.h"

#include <glib.h>

/* Hops from v to all switches that it can reach, in sum; `hops` from graph_hops(). O(switches). */
guint64 center_distance(const Graph *graph, const guint8 *hops, guint32 v);

/*
 * Returns the switch of v's piece of the fabric with the least center_distance(), the lowest GUID among equals; one of
 * graph->root where the piece has some. Where links have different numbers of lanes, a switch with the most links of
 * few lanes comes first: routes over these fit well beside a tree that is rooted there. O(switches^2 + channels).
 */
guint32 center_find(const Graph *graph, const guint8 *hops, guint32 v);

#endif
