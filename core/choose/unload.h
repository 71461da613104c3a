/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Moves routes from channels that lanes have left overloaded: the last step of routes made afresh. */
#ifndef SSSP_CORE_CHOOSE_UNLOAD_H
#define SSSP_CORE_CHOOSE_UNLOAD_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * Where the fullest channel has more than a little above `plain`, what that of P-SSSP's routes without regard to lanes
 * has, routes of hosts are moved off full channels: none gets longer, no lane a cycle. A path is taken when the sum of
 * the fourth powers of the loads on it is less, for each tree on what all others load. With `splits` no tree is taken as
 * a whole: channels come down to `plain`, in one go, by what single switches send to a destination, whose routes arrive
 * by several channels then. The lane of each pair stays, and so does a tree that multicast can have (layers->tree).
 * FALSE with SSSP_ERROR_MEMORY. O(LIDs x switches x hops) a round, of which there are a few, within a bounded effort.
 */
gboolean unload_full(const Graph *graph, const guint8 *hops, guint64 plain, gboolean splits, Routes *routes,
		     Layers *layers, GError **error);

#endif
