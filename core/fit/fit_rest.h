/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds lanes for the last pairs of switches with hosts, when all others have one: pair by pair, with another path
 * where needed. Where that leaves some pairs without a lane, or puts some on longer paths, they are served again, and
 * other pairs are moved to make room.
 */
#ifndef SSSP_CORE_FIT_FIT_REST_H
#define SSSP_CORE_FIT_FIT_REST_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/* Whether so many ordered pairs of switches are few enough to be served path by path. O(1). */
gboolean fit_rest_are_few(const Graph *graph, guint64 pairs);

/*
 * Serves the pairs of hosts that layers->unproven marks, with other routes if need be, on at most max_lanes lanes.
 * Paths get longer than minimal only where all these lanes are in use, where nothing else serves all pairs, or where no
 * looks are left. `*left`: how many pairs of switches stay without a lane, and marked; if 0, layers->unproven is NULL.
 * FALSE with SSSP_ERROR_MEMORY. Costs what fit_hosts() and fit_room() cost, within about `*looks` looks at channels;
 * those taken are taken off.
 */
gboolean fit_rest(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  guint64 *looks, guint64 *left, GError **error);

#endif
