/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * P-SSSP's routes as they are, split over the lanes, in place of routes that were chosen for lanes and are uneven: where
 * there are lanes enough nothing is more even.
 */
#ifndef SSSP_CORE_SPLIT_PLAIN_H
#define SSSP_CORE_SPLIT_PLAIN_H

#include "core/base/steps.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/routing_options.h"

/*
 * Takes those routes, their lanes and the name `*strategy` where the fullest channel of `routes` has too much to carry,
 * max_lanes suffice and `steps` remain, which shrink, and they are worth more (search/search.h). (*layers)->plain_efi is
 * filled in either way. FALSE with SSSP_ERROR_MEMORY, nothing changed. O(passes x LIDs x minimal channels), and what
 * layers_first_fit_within() takes.
 */
gboolean split_plain(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint max_lanes,
		     Steps *steps, Routes *routes, Layers **layers, const char **strategy, GError **error);

#endif
