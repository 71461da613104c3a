/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How routes get their virtual lanes: a table of strategies, tried in order until one answers. The first rows keep the
 * engine's routes, and are the only ones for an engine whose routes stay as they are; those after them choose routes
 * anew with the lanes in mind; the last always answers.
 */
#ifndef SSSP_CORE_STRATEGIES_H
#define SSSP_CORE_STRATEGIES_H

#include "core/base/steps.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/routing_options.h"

#include <glib.h>

/*
 * Lanes, `max_lanes` at most, for `routes` as the engine of the options left them: P-SSSP's of its first pass, or all
 * of another engine's. `routes` may be others afterwards. `*strategy` gets the name of the row that answered, a string
 * that lives on. `steps` shrink (base/steps.h). NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES where routes stay as
 * they are and lanes do not suffice. The strategies' own costs are in their headers.
 */
Layers *strategies_run(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint max_lanes,
		       Steps *steps, Routes *routes, const char **strategy, GError **error);

#endif
