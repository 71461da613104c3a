/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds lanes for the pairs of hosts that are left when all others have one: as they come, then with room made by
 * others.
 */
#ifndef SSSP_CORE_FIT_FIT_REST_H
#define SSSP_CORE_FIT_FIT_REST_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/* Whether so many pairs of switches, ordered, are few enough to be served path by path. O(1). */
gboolean fit_rest_are_few(const Graph *graph, guint64 pairs);

/*
 * Serves the pairs of hosts that layers->unproven marks, with other routes if need be, on at most max_lanes lanes; with
 * longer ones only where these are all in use, or nothing else serves all. `*left`: pairs that stay without a lane, and
 * marked; when there are none the marks are gone. FALSE with SSSP_ERROR_MEMORY. What fit_hosts() and fit_room() cost,
 * within a bounded effort.
 */
gboolean fit_rest(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  guint64 *left, GError **error);

#endif
