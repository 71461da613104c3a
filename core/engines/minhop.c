/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes min-hop routes as subnet managers do by default: of the ports on minimal routes each switch takes the one
 * that fewest LIDs leave by so far. The engine is there to compare P-SSSP, the default one, with. Its routes may need
 * several lanes; where there are not enough, P-SSSP's routes are taken instead (choose_lanes()).
 */
#include "core/engines/engine.h"
#include "core/engines/port_counts.h"

static gboolean compute(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	(void)passes;
	return port_counts_route(graph, NULL, routes, error);
}

const RouteEngine engine_minhop = {
	.name = "minhop",
	.summary = "minimal routes, each switch by its least used port (for comparison)",
	.compute = compute,
};
