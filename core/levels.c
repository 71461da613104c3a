/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/levels.h"

#include "core/error.h"
#include "core/lane_flow.h"

typedef struct {
	const Graph *graph;
	const CdgTurns *turns;
	LaneFlow *flow; /* [turns] */
	LaneFlow *cost; /* [n_switches] flow that turns there between switches without a rank */
	guint32 *rank;  /* [n_switches] GRAPH_NONE: none yet */
} Ranking;

static gboolean costs_less(const LaneFlow *a, const LaneFlow *b)
{
	return a->unserved != b->unserved ? a->unserved < b->unserved : a->all < b->all;
}

static guint32 cheapest(const Ranking *r)
{
	guint32 best = GRAPH_NONE;
	for (guint32 v = 0; v < r->graph->n_switches; v++)
		if (r->rank[v] == GRAPH_NONE && (best == GRAPH_NONE || costs_less(&r->cost[v], &r->cost[best])))
			best = v;
	return best;
}

static void take_away(LaneFlow *cost, const LaneFlow *flow)
{
	cost->unserved -= flow->unserved;
	cost->all -= flow->all;
}

/* Turns that have their one end, or the other, at a switch that is now ranked are no valleys any more. */
static void withdraw(Ranking *r, guint32 low)
{
	const Graph *g = r->graph;
	for (guint32 a = g->first[low]; a < g->first[low + 1]; a++) {
		guint32 v = g->to[a];
		if (r->rank[v] != GRAPH_NONE)
			continue;
		for (guint32 b = g->first[v]; b < g->first[v + 1]; b++) {
			if (r->rank[g->to[b]] != GRAPH_NONE)
				continue;
			take_away(&r->cost[v], &r->flow[cdg_turn(r->turns, a, b)]);
			take_away(&r->cost[v], &r->flow[cdg_turn(r->turns, g->reverse[b], g->reverse[a])]);
		}
	}
}

static void rank_all(Ranking *r)
{
	const Graph *g = r->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 turn = r->turns->first[a]; turn < r->turns->first[a + 1]; turn++) {
			r->cost[g->to[a]].unserved += r->flow[turn].unserved;
			r->cost[g->to[a]].all += r->flow[turn].all;
		}
	for (guint32 v = 0; v < g->n_switches; v++)
		r->rank[v] = GRAPH_NONE;
	for (guint32 i = 0; i < g->n_switches; i++) {
		guint32 low = cheapest(r);
		withdraw(r, low);
		r->rank[low] = i;
	}
}

gboolean levels_rank(const LaneSet *lanes, const Graph *graph, const Routes *routes, guint32 *rank, GError **error)
{
	guint32 n = lanes->turns->first[graph->n_channels];
	g_autofree LaneFlow *flow = g_try_new0(LaneFlow, n + 1);
	g_autofree LaneFlow *cost = g_try_new0(LaneFlow, graph->n_switches + 1);
	if (!flow || !cost)
		return sssp_error_memory(error, "flows", n * sizeof(LaneFlow));
	if (!lane_flow_count(lanes, graph, routes, flow, error))
		return FALSE;
	rank_all(&(Ranking){graph, lanes->turns, flow, cost, rank});
	return TRUE;
}

enum { STUCK, CLIMBS, DESCENDS };

/* What a route that starts with channel c may do from its end on. */
static guint8 way_over(const Graph *graph, const guint32 *rank, const guint8 *way, guint32 c)
{
	guint8 beyond = way[graph->to[c]];
	if (rank[graph->to[c]] > rank[graph->from[c]])
		return beyond == STUCK ? STUCK : CLIMBS;
	return beyond == DESCENDS ? DESCENDS : STUCK;
}

/* Whether a switch with that way of its own may use a channel that leads that way. */
static gboolean is_good(guint8 own, guint8 over)
{
	return own == STUCK || (own == CLIMBS && over != STUCK) || over == own;
}

/* Whether some switch one hop farther off would come down to v: only then v's own route must not climb. */
static gboolean is_passed_downwards(const Graph *graph, const guint32 *rank, const Bfs *bfs, guint32 v)
{
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
		if (bfs->hops[graph->to[c]] == bfs->hops[v] + 1 && rank[graph->to[c]] > rank[v])
			return TRUE;
	return FALSE;
}

gboolean levels_restrict(const Graph *graph, const guint32 *rank, Bfs *bfs, guint8 *way)
{
	guint32 target = bfs->order[0], n = 0, begin = 0;
	gboolean served = TRUE;
	way[target] = DESCENDS;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], end = bfs->first[i + 1];
		way[v] = STUCK;
		for (guint32 k = begin; k < end; k++)
			way[v] = MAX(way[v], way_over(graph, rank, way, bfs->channel[k]));
		if (way[v] == DESCENDS && !is_passed_downwards(graph, rank, bfs, v))
			way[v] = CLIMBS;
		served = served && (way[v] != STUCK || !lane_carries(graph, v, target));
		bfs->first[i] = n;
		for (guint32 k = begin; k < end; k++)
			if (is_good(way[v], way_over(graph, rank, way, bfs->channel[k])))
				bfs->channel[n++] = bfs->channel[k];
		begin = end;
	}
	bfs->first[bfs->n_reached] = n;
	return served;
}

gboolean levels_serves(const Graph *graph, const guint32 *rank, gboolean *served, GError **error)
{
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autofree guint8 *way = g_try_malloc(graph->n_switches + 1);
	if (!bfs)
		return FALSE;
	if (!way)
		return sssp_error_memory(error, "ranks", graph->n_switches);
	*served = TRUE;
	for (guint32 target = 0; *served && target < graph->n_switches; target++) {
		bfs_run(graph, target, bfs);
		*served = levels_restrict(graph, rank, bfs, way);
	}
	return TRUE;
}
