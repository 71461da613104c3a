/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Each tree is walked twice: outwards for the lanes of its routes, inwards for the routes that come through. Threads
 * take trees, and count into tables of their own. Trees of one switch that are the same, as direct routes are, are
 * walked once.
 */
#include "core/lanes/turn_load.h"

#include "core/graph/bfs.h"
#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

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
	const guint32 *run; /* [n_runs + 1] the first of destinations in a row that are on one switch */
	guint32 n_runs;
	TurnLoad *load;
} Count;

/* Marks the pairs that one tree leaves without a lane. */
static void mark_without_lane(const Count *count, guint32 dest, guint32 times)
{
	(void)times;
	const Graph *g = count->graph;
	guint32 target = count->bfs->order[0];
	lane_set_legal(count->lanes, count->routes, dest, count->bfs, count->legal);
	for (guint32 i = 1; i < count->bfs->n_reached; i++) {
		guint32 v = count->bfs->order[i];
		if (!count->legal[v])
			__atomic_store_n(&count->without_lane[(gsize)v * g->n_switches + target], 1, __ATOMIC_RELAXED);
	}
}

/* Adds the routes of so many equal trees to the loads of their turns. */
static void count_tree(const Count *count, guint32 dest, guint32 times)
{
	const Graph *g = count->graph;
	const guint8 *row = routes_row(count->routes, dest);
	guint32 target = count->bfs->order[0];
	guint64 factor = g->dests[dest].is_host ? TURN_LOAD_HOST : 0;
	for (guint32 i = 1; i < count->bfs->n_reached; i++) {
		guint32 v = count->bfs->order[i];
		count->through[v] = times * (g->hosts[v] * factor + (pair_of_hosts(g, v, target) ? 1 : 0));
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

/* Destinations that a thread takes at a time: all those of so many switches. */
#define SHARE 16

typedef void (*Visit)(const Count *count, guint32 dest, guint32 times);

static gboolean are_alike(const Count *count, guint32 a, guint32 b)
{
	return count->graph->dests[a].is_host == count->graph->dests[b].is_host &&
	       !memcmp(routes_row(count->routes, a), routes_row(count->routes, b), count->graph->n_switches);
}

static void visit_run(const Count *count, guint32 begin, guint32 end, Visit visit)
{
	bfs_run(count->graph, count->graph->dests[begin].vertex, count->bfs);
	for (guint32 d = begin, next; d < end; d = next) {
		for (next = d + 1; next < end && are_alike(count, d, next);)
			next++;
		visit(count, d, next - d);
	}
}

static void visit_share(const Count *count, guint32 share, Visit visit)
{
	guint32 end = MIN((share + 1) * SHARE, count->n_runs);
	for (guint32 run = share * SHARE; run < end; run++)
		visit_run(count, count->run[run], count->run[run + 1], visit);
}

static void mark_share(gpointer data, guint32 share)
{
	visit_share(data, share, mark_without_lane);
}

static void count_share(gpointer data, guint32 share)
{
	visit_share(data, share, count_tree);
}

/* Destinations in a row that are on one switch; n + 1 numbers, the last of them n_dests. */
static guint32 list_runs(const Graph *graph, guint32 *run)
{
	guint32 n = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!d || graph->dests[d].vertex != graph->dests[d - 1].vertex)
			run[n++] = d;
	run[n] = graph->n_dests;
	return n;
}

static gboolean prepare(Count *count, const Count *all, TurnLoad *load, GError **error)
{
	gsize n = all->graph->n_switches, n_turns = all->lanes->turns->first[all->graph->n_channels];
	*count = *all;
	count->load = load ? load : g_try_new0(TurnLoad, n_turns + 1);
	count->through = g_try_new(guint64, n + 1);
	count->unserved = g_try_new(guint64, n + 1);
	count->legal = g_try_new(LaneMask, n + 1);
	if (!count->load || !count->through || !count->unserved || !count->legal)
		return sssp_error_memory(error, "loads", n_turns * sizeof(TurnLoad));
	return (count->bfs = bfs_new(all->graph, error)) != NULL;
}

/* What a thread other than the first has counted is added: a sum is the same whoever counted what. */
static void finish(const Count *count, TurnLoad *load)
{
	gsize n_turns = count->lanes->turns->first[count->graph->n_channels];
	for (gsize i = 0; count->load && count->load != load && i < n_turns; i++) {
		load[i].all += count->load[i].all;
		load[i].unserved += count->load[i].unserved;
	}
	if (count->load != load)
		g_free(count->load);
	g_free(count->through);
	g_free(count->unserved);
	g_free(count->legal);
	bfs_free(count->bfs);
}

static gboolean count_all(const Count *all, TurnLoad *load, GError **error)
{
	const Graph *g = all->graph;
	guint n = graph_threads_with(g, g->n_dests, all->lanes->turns->first[g->n_channels] * sizeof(TurnLoad));
	guint32 shares = (all->n_runs + SHARE - 1) / SHARE;
	g_autofree Count *worker = g_new0(Count, n);
	g_autofree gpointer *workers = g_new0(gpointer, n);
	gboolean ready = TRUE;
	for (guint i = 0; ready && i < n; i++) {
		workers[i] = &worker[i];
		ready = prepare(&worker[i], all, i ? NULL : load, error);
	}
	if (ready) {
		crew_run(workers, n, shares, &(CrewJob){.work = mark_share});
		crew_run(workers, n, shares, &(CrewJob){.work = count_share});
	}
	for (guint i = 0; i < n && worker[i].graph; i++)
		finish(&worker[i], load);
	return ready;
}

gboolean turn_load_count(const LaneSet *lanes, const Graph *graph, const Routes *routes, TurnLoad *load, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *without_lane = g_try_malloc0(n * n + 1);
	g_autofree guint32 *run = g_try_new(guint32, (gsize)graph->n_dests + 1);
	if (!without_lane || !run)
		return sssp_error_memory(error, "loads", n * n);
	Count all = {.lanes = lanes, .graph = graph, .routes = routes, .without_lane = without_lane, .run = run};
	all.n_runs = list_runs(graph, run);
	return count_all(&all, load, error);
}
