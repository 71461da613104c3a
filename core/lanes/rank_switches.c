/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A greedy choice from the lowest rank up; what a switch costs shrinks as its neighbours are ranked. */
#include "core/lanes/rank_switches.h"

#include "core/base/error.h"
#include "core/lanes/turn_load.h"

typedef struct {
	const Graph *graph;
	const CdgTurns *turns;
	TurnLoad *load; /* [turns] */
	TurnLoad *cost; /* [n_switches] load that turns there between switches without a rank */
	guint32 *rank;  /* [n_switches] GRAPH_NONE: none yet */
} Ranking;

static gboolean costs_less(const TurnLoad *a, const TurnLoad *b)
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

static void take_away(TurnLoad *cost, const TurnLoad *load)
{
	cost->unserved -= load->unserved;
	cost->all -= load->all;
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
			take_away(&r->cost[v], &r->load[cdg_turn(r->turns, a, b)]);
			take_away(&r->cost[v], &r->load[cdg_turn(r->turns, g->reverse[b], g->reverse[a])]);
		}
	}
}

static void rank_all(Ranking *r)
{
	const Graph *g = r->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 turn = r->turns->first[a]; turn < r->turns->first[a + 1]; turn++) {
			r->cost[g->to[a]].unserved += r->load[turn].unserved;
			r->cost[g->to[a]].all += r->load[turn].all;
		}
	for (guint32 v = 0; v < g->n_switches; v++)
		r->rank[v] = GRAPH_NONE;
	for (guint32 i = 0; i < g->n_switches; i++) {
		guint32 low = cheapest(r);
		withdraw(r, low);
		r->rank[low] = i;
	}
}

gboolean rank_switches(const LaneSet *lanes, const Graph *graph, const Routes *routes, guint32 *rank, GError **error)
{
	guint32 n = lanes->turns->first[graph->n_channels];
	g_autofree TurnLoad *load = g_try_new0(TurnLoad, n + 1);
	g_autofree TurnLoad *cost = g_try_new0(TurnLoad, graph->n_switches + 1);
	if (!load || !cost)
		return sssp_error_memory(error, "loads", n * sizeof(TurnLoad));
	if (!turn_load_count(lanes, graph, routes, load, error))
		return FALSE;
	rank_all(&(Ranking){graph, lanes->turns, load, cost, rank});
	return TRUE;
}
