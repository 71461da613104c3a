/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds a path for what is no host's where no single entry makes one: over entries that nobody uses yet. */
#ifndef SSSP_CORE_REROUTE_PATH_SEARCH_H
#define SSSP_CORE_REROUTE_PATH_SEARCH_H

#include "core/reroute/tree.h"

#include <glib.h>

/*
 * Sends v, which has no entry, a path that closes no cycle in any lane on which somebody comes by, and asks at most so
 * much of these (LANE_USE_..); it may be a few hops longer than need be. Entries on it change where nobody comes by.
 * FALSE, with nothing changed, when none was found. O(channels x degree) additions, tree->path_steps in all.
 */
gboolean path_search_find(Tree *tree, guint32 v, guint most);

/*
 * The same for whatever comes by at v, over entries that others use, too: these change where all who come by there fit
 * the other one as well, and it is as short. Up to two hops longer than need be. O(channels x degree) additions.
 */
gboolean path_search_move(Tree *tree, guint32 v);

#endif
