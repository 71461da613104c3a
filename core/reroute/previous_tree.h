/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The multicast tree of a routing that an earlier process has left, on the channels of a new graph. */
#ifndef SSSP_CORE_REROUTE_PREVIOUS_TREE_H
#define SSSP_CORE_REROUTE_PREVIOUS_TREE_H

#include "core/reroute/previous.h"

/* Fills before->tree where there is no stand, which would know. FALSE with SSSP_ERROR_MEMORY. O(switches). */
gboolean previous_tree_find(const PreviousTables *previous, const Graph *graph, PreviousRoutes *before, GError **error);

#endif
