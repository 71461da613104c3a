/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes min-hop routes as subnet managers do by default: of the ports on minimal routes each switch takes the one
 * that fewest LIDs leave by so far. P-SSSP is compared with it. Its routes may need several lanes; where there are not
 * enough, P-SSSP's routes are taken instead (choose_lanes()).
 */
#include "core/graph/bfs.h"
#include "core/engines/engine.h"
#include "core/engines/port_counts.h"

static void find_minimal(gpointer graph, guint32 target, Bfs *paths)
{
	bfs_run(graph, target, paths);
}

static gboolean compute(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	(void)passes;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	return bfs && port_counts_route(graph, find_minimal, (gpointer)graph, bfs, routes, error);
}

const RouteEngine engine_minhop = {
	.name = "minhop",
	.summary = "minimal routes, each switch by its least used port (for comparison)",
	.compute = compute,
};
