/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A word for each turn; what minimal routes a lane leaves is found from each target outwards, shared out among
 * threads.
 */
#include "core/lanes/lane_set.h"

#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

LaneSet *lane_set_new(const CdgTurns *turns, gboolean symmetric, GError **error)
{
	LaneSet *lanes = g_new0(LaneSet, 1);
	gsize n = turns->first[turns->graph->n_channels];
	lanes->turns = turns;
	lanes->symmetric = symmetric;
	lanes->allowed = g_try_new0(LaneMask, n + 1);
	if (lanes->allowed)
		return lanes;
	sssp_error_memory(error, "lanes", n * sizeof(LaneMask));
	lane_set_free(lanes);
	return NULL;
}

void lane_set_free(LaneSet *lanes)
{
	if (!lanes)
		return;
	g_free(lanes->allowed);
	g_free(lanes);
}

void lane_set_drop(LaneSet *lanes)
{
	gsize n = lanes->turns->first[lanes->turns->graph->n_channels];
	lanes->n_lanes--;
	for (gsize i = 0; i < n; i++)
		lanes->allowed[i] &= lane_set_all(lanes);
}

void lane_set_legal(const LaneSet *lanes, const Routes *routes, guint32 dest, const Bfs *bfs, LaneMask *legal)
{
	const Graph *g = lanes->turns->graph;
	const guint8 *row = routes_row(routes, dest);
	LaneMask all = lane_set_all(lanes);
	guint32 target = bfs->order[0];
	legal[target] = all;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], c = route_channel(g, row, v), w = g->to[c];
		legal[v] = w == target ? all : legal[w] & lane_set_turn(lanes, c, route_channel(g, row, w));
	}
}

void lane_set_allow_forward(LaneSet *lanes, LaneMask bit, const guint32 *place)
{
	const Graph *g = lanes->turns->graph;
	LaneMask *turn = lanes->allowed;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++, turn++)
			*turn = (LaneMask)((*turn & ~bit) | (b != g->reverse[a] && place[a] < place[b] ? bit : 0));
}

typedef struct {
	const LaneSet *lanes;
	const Graph *graph;
	LaneMask *reach; /* [n_channels] lanes of some minimal route that starts with a channel */
	Bfs *bfs;
	LaneMask *covered; /* [from][to]; each target has a column of its own */
} Cover;

/* Lanes of the minimal routes to `target` that start with channel c, whose end is settled. */
static LaneMask reach_over(const Cover *cover, guint32 c, guint32 target)
{
	const Graph *g = cover->graph;
	const guint8 *hops = cover->bfs->hops;
	guint32 v = g->to[c];
	LaneMask mask = 0;
	if (v == target)
		return lane_set_all(cover->lanes);
	guint nearer = hops[v] - 1u;
	const LaneMask *allowed = cover->lanes->allowed + cover->lanes->turns->first[c];
	for (guint32 next = g->first[v]; next < g->first[v + 1]; next++, allowed++)
		if (hops[g->to[next]] == nearer)
			mask |= cover->reach[next] & *allowed;
	return mask;
}

static void cover_target(const Cover *cover, const Bfs *bfs, guint32 target, LaneMask *covered)
{
	gsize n = cover->graph->n_switches;
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		LaneMask mask = i == 0 ? lane_set_all(cover->lanes) : 0;
		for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
			guint32 c = bfs->channel[k];
			cover->reach[c] = reach_over(cover, c, target);
			mask |= cover->reach[c];
		}
		covered[bfs->order[i] * n + target] = mask;
	}
}

static void cover_item(gpointer data, guint32 target)
{
	Cover *cover = data;
	bfs_run(cover->graph, target, cover->bfs);
	cover_target(cover, cover->bfs, target, cover->covered);
}

gboolean lane_set_cover(const LaneSet *lanes, const Graph *graph, LaneMask *covered, GError **error)
{
	guint n = graph_threads_for(graph, graph->n_switches);
	g_autofree Cover *worker = g_new0(Cover, n);
	g_autofree gpointer *workers = g_new0(gpointer, n);
	gboolean ready = TRUE;
	memset(covered, 0, (gsize)graph->n_switches * graph->n_switches * sizeof(LaneMask));
	if (!lanes->n_lanes)
		return TRUE;
	for (guint i = 0; ready && i < n; i++) {
		worker[i] = (Cover){lanes, graph, g_try_new0(LaneMask, graph->n_channels + 1), NULL, covered};
		workers[i] = &worker[i];
		ready = worker[i].reach ? (worker[i].bfs = bfs_new(graph, error)) != NULL
					: sssp_error_memory(error, "lanes", graph->n_channels * sizeof(LaneMask));
	}
	if (ready)
		crew_run(workers, n, graph->n_switches, &(CrewJob){.work = cover_item});
	for (guint i = 0; i < n; i++) {
		bfs_free(worker[i].bfs);
		g_free(worker[i].reach);
	}
	return ready;
}
