/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How many routes make each turn, and how many of those belong to pairs of switches that no lane serves yet. */
#ifndef SSSP_CORE_LANES_TURN_LOAD_H
#define SSSP_CORE_LANES_TURN_LOAD_H

#include "core/lanes/lane_set.h"
#include "core/graph/routes.h"

#include <glib.h>

/* What a host's route weighs where one to a switch's own LID weighs one. */
#define TURN_LOAD_HOST 16

typedef struct {
	guint64 unserved; /* of pairs with some route that has no lane yet: a pair is served as a whole */
	guint64 all;
} TurnLoad;

/*
 * Adds the loads of minimal `routes` to load[turns], which the caller gives zeroed. FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs).
 */
gboolean turn_load_count(const LaneSet *lanes, const Graph *graph, const Routes *routes, TurnLoad *load,
			 GError **error);

#endif
