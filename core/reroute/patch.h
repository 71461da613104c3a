/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a routing hands out, made of what the previous one did: most of it is the same. */
#ifndef SSSP_CORE_REROUTE_PATCH_H
#define SSSP_CORE_REROUTE_PATCH_H

#include "core/reroute/previous.h"

#include <glib.h>

/*
 * lft_from_routes(), from the previous tables and the stand that they are of. NULL without `error` when these are of
 * other switches or LIDs, or of no stand; with SSSP_ERROR_MEMORY else. O(switches x LIDs), which are copied.
 */
Lft *patch_lft(const PreviousTables *previous, const PreviousRoutes *before, const Graph *graph, const Routes *routes,
	       GError **error);

/*
 * in_tree[n_channels] gets 1 for the channels of the multicast tree that the stand has. FALSE, with nothing of use
 * there, when one is gone, or leads back by another port, or there is no such tree. O(channels).
 */
gboolean patch_mcast(const PreviousRoutes *before, const Graph *graph, guint8 *in_tree);

#endif
