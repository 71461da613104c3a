/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds lanes for pairs of switches with hosts that found none (fit_hosts.h). To make room, pairs whose paths cross
 * theirs are taken off their lanes, and served again after them.
 */
#ifndef SSSP_CORE_FIT_FIT_ROOM_H
#define SSSP_CORE_FIT_FIT_ROOM_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/* Which paths pairs may get: minimal ones, longer ones where these leave some pairs unserved, or any. */
typedef enum { FIT_ROOM_MINIMAL, FIT_ROOM_MINIMAL_FIRST, FIT_ROOM_ANY } FitRoomPaths;

/* Whether fit_room() is worth its cost when `left` of `pairs` pairs found no lane: few enough are left. O(1). */
gboolean fit_room_may_serve(guint64 left, guint64 pairs);

/*
 * Serves marked pairs as fit_hosts() does, without `keep`, but any number of entries that are not frozen may be changed
 * for a pair. Pairs that find no lane, or that were `tried` before and found none, come first in a further round. In
 * this round, pairs whose paths cross the switch where theirs begin are served anew, too; after further failures, the
 * pairs whose paths cross a later switch of theirs. FALSE with SSSP_ERROR_MEMORY. Costs a bounded number of times what
 * fit_hosts() costs.
 */
gboolean fit_room(const Graph *graph, const guint8 *hops, guint max_lanes, FitRoomPaths paths, gboolean tried,
		  Routes *routes, Layers *layers, guint64 *looks, guint64 *left, GError **error);

#endif
