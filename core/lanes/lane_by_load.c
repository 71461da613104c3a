/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Growing the turn set of one lane. All sources of turns (the spanning tree, routes for pairs that no lane serves,
 * turns by how many unserved routes make them) put them through the same gate, which keeps the dependency graph
 * acyclic.
 */
#include "core/lanes/lane_by_load.h"

#include "core/base/error.h"
#include "core/lanes/turn_load.h"
#include "core/lanes/lane_growth.h"

#include <string.h>

/* Minimal routes tried for a pair that no lane serves; more hardly ever find one where these did not. */
#define COVER_TRIES 6
#define COVER_SEED 7

/* Tries a few minimal routes for each pair that `lanes` lanes serve so far. */
static void allow_pairs(Growth *growth, guint lanes, guint tries, GRand *rand)
{
	const Graph *g = growth->graph;
	gsize n = g->n_switches;
	guint32 route[GRAPH_FAR];
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = growth->lanes->symmetric ? s + 1 : 0; t < n; t++) {
			if (s == t || (guint)__builtin_popcount(growth->plan->covered[s * n + t]) != lanes ||
			    !pair_of_hosts(g, s, t) || growth->plan->hops[s * n + t] == GRAPH_FAR)
				continue;
			for (guint i = 0; i < tries && growth->cdg->looked < growth->end; i++)
				if (growth_allow_route(growth, route, growth_draw_route(growth, s, t, rand, route)))
					break;
		}
}

/* Pairs that no lane serves come first, then those that have no choice. */
static void allow_unserved_pairs(Growth *growth)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(COVER_SEED);
	growth->end = growth->cdg->looked + GROWTH_STEP_EFFORT;
	allow_pairs(growth, 0, COVER_TRIES, rand);
	if (growth->lanes->n_lanes)
		allow_pairs(growth, 1, 2, rand);
}

/* ---- all turns, those that most unserved routes make first */

typedef struct {
	TurnLoad load;
	guint32 a, b;
} Candidate;

/* Largest loads first; the turn's number settles ties. */
static int compare_candidates(gconstpointer first, gconstpointer second, gpointer unused)
{
	const Candidate *x = first, *y = second;
	(void)unused;
	if (x->load.unserved != y->load.unserved)
		return x->load.unserved > y->load.unserved ? -1 : 1;
	if (x->load.all != y->load.all)
		return x->load.all > y->load.all ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}

/* In symmetric sets a turn and its mirror come together: one candidate stands for both. */
static guint32 list_candidates(const Growth *growth, const TurnLoad *load, Candidate *list)
{
	const Graph *g = growth->graph;
	const CdgTurns *turns = growth->lanes->turns;
	guint32 n = 0;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++) {
			guint32 turn = cdg_turn(turns, a, b);
			guint32 mirror = cdg_turn(turns, g->reverse[b], g->reverse[a]);
			if (g->reverse[a] == b || (growth->lanes->symmetric && mirror < turn))
				continue;
			list[n] = (Candidate){load[turn], a, b};
			if (growth->lanes->symmetric && mirror != turn) {
				list[n].load.all += load[mirror].all;
				list[n].load.unserved += load[mirror].unserved;
			}
			n++;
		}
	return n;
}

/*
 * Where a channel stands: its place in the topological order; in symmetric sets that minus the place of its mirror,
 * which is an order too (a turn a -> b and its mirror put a before b and reverse(b) before reverse(a)) and mirrors
 * itself.
 */
static gint64 rank_of(const Growth *growth, guint32 c)
{
	gint64 place = growth->cdg->place[c];
	return growth->lanes->symmetric ? place - growth->cdg->place[growth->graph->reverse[c]] : place;
}

/* Allows all turns that agree with the order reached: no search can be needed for them. */
static void fill(Growth *growth)
{
	const Graph *g = growth->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++)
			if (g->reverse[a] != b && rank_of(growth, a) < rank_of(growth, b))
				growth->lanes->allowed[cdg_turn(growth->lanes->turns, a, b)] |= growth->bit;
}

static gboolean allow_by_load(Growth *growth, GError **error)
{
	guint32 n_turns = growth->lanes->turns->first[growth->graph->n_channels];
	g_autofree TurnLoad *load = g_try_new0(TurnLoad, n_turns + 1);
	g_autofree Candidate *list = g_try_new(Candidate, n_turns + 1);
	if (!load || !list)
		return sssp_error_memory(error, "loads", n_turns * sizeof(Candidate));
	if (!turn_load_count(growth->lanes, growth->graph, growth->plan->routes, load, error))
		return FALSE;
	guint32 n = list_candidates(growth, load, list);
	if (n)
		g_qsort_with_data(list, (gint)n, sizeof *list, compare_candidates, NULL);
	growth->end = growth->cdg->looked + GROWTH_STEP_EFFORT;
	for (guint32 i = 0; i < n && list[i].load.unserved && growth->cdg->looked < growth->end; i++)
		growth_allow(growth, list[i].a, list[i].b);
	fill(growth);
	return TRUE;
}

gboolean lane_by_load(LaneSet *lanes, const LanePlan *plan, GError **error)
{
	g_autoptr(Cdg) cdg = cdg_new(lanes->turns, error);
	if (!cdg)
		return FALSE;
	Growth growth = {.lanes = lanes,
			 .plan = plan,
			 .graph = plan->graph,
			 .cdg = cdg,
			 .bit = (LaneMask)(1u << lanes->n_lanes),
			 .mirrored = lanes->symmetric};
	/* Until n_lanes grows, lane_set_all() and the loads see the lanes before this one only. */
	if (plan->spanning_tree && !growth_allow_tree(&growth, error))
		return FALSE;
	cdg->search_limit = plan->search_limit;
	if (plan->cover)
		allow_unserved_pairs(&growth);
	if (!allow_by_load(&growth, error))
		return FALSE;
	lanes->n_lanes++;
	return TRUE;
}
