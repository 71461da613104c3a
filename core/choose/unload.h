/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Moves routes from channels that are overloaded because the choice of lanes left no better paths. */
#ifndef SSSP_CORE_CHOOSE_UNLOAD_H
#define SSSP_CORE_CHOOSE_UNLOAD_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * Moves routes of hosts off the fullest channels, where the highest load is clearly above `plain`, the highest load of
 * P-SSSP's routes without regard to lanes (with `splits`: above `plain` at all). No route gets longer, no lane gets a
 * cycle. A path is taken when the sum of the fourth powers of the loads on it is less. Without `splits` the routes of a
 * destination are taken out of the loads first; with it they stay in, single switches are moved, and there is one
 * round, so that the routes of one destination spread over several channels. The lane of each pair stays; a tree that
 * multicast can have is in layers->tree afterwards. FALSE with SSSP_ERROR_MEMORY. O(LIDs x switches x hops) a round, of
 * which there are a few, within a bounded number of looks.
 */
gboolean unload_full(const Graph *graph, const guint8 *hops, guint64 plain, gboolean splits, Routes *routes,
		     Layers *layers, GError **error);

#endif
