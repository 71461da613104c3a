/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Direct routes: every switch sends to all LIDs of another switch over its first minimal channel, so one path joins two
 * switches. On meshes, tori and hypercubes cabled dimension by dimension this is dimension-order routing. Where all
 * switches have hosts, paths that stay together can hinder each other less than ones spread over everything: random
 * bisections get up to a tenth more of such cubes. Whether a fabric is of that kind is measured (probe.h), not guessed.
 */
#ifndef SSSP_CORE_SEARCH_DIRECT_H
#define SSSP_CORE_SEARCH_DIRECT_H

#include "core/graph/graph.h"
#include "core/search/search.h"
#include "core/graph/routes.h"

#include <glib.h>

/*
 * Fills `routes` (fresh). Further LIDs of a port take further channels. FALSE with SSSP_ERROR_MEMORY. O(LIDs x
 * channels).
 */
gboolean direct_routes(const Graph *graph, Routes *routes, GError **error);

/*
 * Lanes for `routes` as they are, a lane after the other; the last pairs get one path by path. What comes of it is the
 * best so far, if it is. FALSE with SSSP_ERROR_MEMORY. O(lanes x switches x LIDs).
 */
gboolean direct_lanes(Search *l, const Routes *routes, GError **error);

#endif
