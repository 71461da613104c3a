/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Each tree is walked twice: outwards for the lanes of its routes, inwards for the routes that come through. */
#include "core/lanes/turn_load.h"

#include "core/graph/bfs.h"
#include "core/base/error.h"

/* Scratch for the trees that loads are counted over. */
typedef struct {
	const LaneSet *lanes;
	const Graph *graph;
	const Routes *routes;
	Bfs *bfs;
	guint64 *through, *unserved; /* [n_switches] routes that come through a switch */
	LaneMask *legal;             /* [n_switches] lanes of the route from there */
	/* [from][to] 1 when some route between two switches has no lane yet: a pair is served as a whole */
	guint8 *without_lane;
	TurnLoad *load;
} Count;

/* Marks the pairs that one tree leaves without a lane. */
static void mark_without_lane(const Count *count, guint32 dest)
{
	const Graph *g = count->graph;
	guint32 target = count->bfs->order[0];
	lane_set_legal(count->lanes, count->routes, dest, count->bfs, count->legal);
	for (guint32 i = 1; i < count->bfs->n_reached; i++) {
		guint32 v = count->bfs->order[i];
		if (!count->legal[v])
			count->without_lane[(gsize)v * g->n_switches + target] = 1;
	}
}

/* Adds the routes of one tree to the loads of their turns. */
static void count_tree(const Count *count, guint32 dest)
{
	const Graph *g = count->graph;
	const guint8 *row = routes_row(count->routes, dest);
	guint32 target = count->bfs->order[0];
	guint64 factor = g->dests[dest].is_host ? TURN_LOAD_HOST : 0;
	for (guint32 i = 1; i < count->bfs->n_reached; i++) {
		guint32 v = count->bfs->order[i];
		count->through[v] = g->hosts[v] * factor + (pair_of_hosts(g, v, target) ? 1 : 0);
		count->unserved[v] = count->without_lane[(gsize)v * g->n_switches + target] ? count->through[v] : 0;
	}
	for (guint32 i = count->bfs->n_reached; i-- > 1;) {
		guint32 v = count->bfs->order[i], c = route_channel(g, row, v), w = g->to[c];
		if (w == target)
			continue;
		TurnLoad *turn = &count->load[cdg_turn(count->lanes->turns, c, route_channel(g, row, w))];
		turn->all += count->through[v];
		turn->unserved += count->unserved[v];
		count->through[w] += count->through[v];
		count->unserved[w] += count->unserved[v];
	}
}

static void for_each_tree(const Count *count, void (*visit)(const Count *count, guint32 dest))
{
	const Graph *g = count->graph;
	guint32 target = GRAPH_NONE;
	for (guint32 d = 0; d < g->n_dests; d++) {
		if (target != g->dests[d].vertex) {
			target = g->dests[d].vertex;
			bfs_run(g, target, count->bfs);
		}
		visit(count, d);
	}
}

gboolean turn_load_count(const LaneSet *lanes, const Graph *graph, const Routes *routes, TurnLoad *load, GError **error)
{
	gsize n = graph->n_switches;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autofree guint64 *through = g_try_new(guint64, n + 1);
	g_autofree guint64 *unserved = g_try_new(guint64, n + 1);
	g_autofree LaneMask *legal = g_try_new(LaneMask, n + 1);
	g_autofree guint8 *without_lane = g_try_malloc0(n * n + 1);
	if (!bfs)
		return FALSE;
	if (!through || !unserved || !legal || !without_lane)
		return sssp_error_memory(error, "loads", n * n);
	Count count = {lanes, graph, routes, bfs, through, unserved, legal, without_lane, load};
	for_each_tree(&count, mark_without_lane);
	for_each_tree(&count, count_tree);
	return TRUE;
}
