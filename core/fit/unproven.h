/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the pairs with management ports that stay out of the proof (that no lane has a cycle), for finished routes and
 * lanes that must not change. The routes of all other pairs are proven then.
 */
#ifndef SSSP_CORE_FIT_UNPROVEN_H
#define SSSP_CORE_FIT_UNPROVEN_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * Sets layers->unproven and n_unproven to pairs of switches, one of them without CA ports, whose routes would close a
 * cycle with others or lack their lane on a link; NULL and 0 when there are none. All other routes have no cycle then.
 * FALSE with SSSP_ERROR_MEMORY, or without `error` when the routes between CA ports have a cycle. O(switches x LIDs x
 * hops), and what cdg_add() takes for each turn.
 */
gboolean unproven_find(const Graph *graph, const Routes *routes, Layers *layers, GError **error);

#endif
