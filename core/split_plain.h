/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * P-SSSP's routes as they are, split over the lanes, in place of routes that were chosen for lanes and are uneven:
 * where there are lanes enough nothing is more even.
 */
#ifndef SSSP_CORE_SPLIT_PLAIN_H
#define SSSP_CORE_SPLIT_PLAIN_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/routing_options.h"
#include "core/routing_result.h"

/*
 * Takes those routes, their lanes and the name of it where the fullest channel of `routes`, which layers->plain_efi is
 * compared with, has too much to carry, max_lanes suffice for all and steps remain, which shrink, and they are worth
 * more (search/search.h). FALSE with SSSP_ERROR_MEMORY. O(passes x LIDs x minimal channels), and what
 * layers_first_fit_within() and infrastructure_fit() take.
 */
gboolean split_plain(const Graph *graph, const RoutingOptions *options, guint max_lanes, Routes *routes, Layers *layers,
		     Routing *routing, GError **error);

#endif
