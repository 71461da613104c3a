/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Layers: each route (source switch, destination LID) gets a virtual lane so that the channel dependency graph of
 * every lane has no cycle. The lane is the path's service level.
 *
 * Routes that carry data are those between two hosts, and between a host and a switch's own LID, both ways; only
 * these are layered. Other switch-to-switch routes carry none and keep layer 0.
 */
#ifndef SSSP_CORE_LAYERS_H
#define SSSP_CORE_LAYERS_H

#include "core/graph.h"
#include "core/routes.h"

#include <glib.h>

typedef struct {
	guint n_layers;
	guint8 *layer; /* [n_dests][n_switches] layer of the route from a switch to a destination; NULL when n_layers
			  is 1 */
} Layers;

/*
 * Plain first fit: destination by destination, switches in ascending hops, each route goes to the first lane where
 * it closes no cycle (T. Hoefler et al. 2009, section III.D; T. Skeie et al., LASH). A single lane is recognised by
 * one sort of all dependencies. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when `max_layers` do not suffice.
 */
Layers *layers_first_fit(const Graph *graph, const Routes *routes, guint max_layers, GError **error);
void layers_free(Layers *layers); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Layers, layers_free)

#endif
