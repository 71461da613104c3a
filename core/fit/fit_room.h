/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds lanes for pairs of hosts that found none (fit_hosts.h) by having others make room for them. */
#ifndef SSSP_CORE_FIT_FIT_ROOM_H
#define SSSP_CORE_FIT_FIT_ROOM_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * Does what fit_hosts() does, and more: any number of entries that nobody uses may be changed for a pair, and those
 * that are left after all come first in another round, in which who comes by where they begin is served anew, too; who
 * comes by farther on if that fails. With `minimal` nobody gets a longer route. FALSE with SSSP_ERROR_MEMORY. A bounded
 * number of times what fit_hosts() costs.
 */
gboolean fit_room(const Graph *graph, const guint8 *hops, guint max_lanes, gboolean minimal, Routes *routes,
		  Layers *layers, guint64 *effort, guint64 *left, GError **error);

#endif
