/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Orders that lanes are made from: of channels, of switches, and the demand they are made for. */
#include "core/search/direct.h"
#include "core/lanes/turn_demand.h"
#include "core/graph/spanning_tree.h"
#include "core/lanes/channel_order.h"
#include "core/lanes/layers.h"
#include "core/graph/ranks.h"
#include "core/lanes/rank_switches.h"
#include "core/engines/psssp.h"
#include "core/engines/trunk.h"
#include "tests/core/lane_case.h"

static guint32 *order(const Case *c, const guint64 *flow, const guint32 *fixed)
{
	g_autoptr(GError) error = NULL;
	guint32 *place = g_new0(guint32, c->graph->n_channels + 1);
	ck_assert(channel_order_find(c->turns, flow, fixed, TRUE, place, &error));
	assert_no_error(error);
	return place;
}

START_TEST(an_order_places_each_channel_once_and_mirrors_itself)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_auto(Case) c = case_new(specs[i]);
		guint32 n = c.graph->n_channels, n_turns = c.turns->first[n];
		g_autofree guint64 *flow = g_new0(guint64, n_turns + 1);
		g_autofree guint8 *taken = g_malloc0(n + 1);
		g_autoptr(GRand) rand = g_rand_new_with_seed(i);
		for (guint32 t = 0; t < n_turns; t++)
			flow[t] = (guint64)g_rand_int_range(rand, 0, 1000);
		g_autofree guint32 *place = order(&c, flow, NULL);
		for (guint32 ch = 0; ch < n; ch++) {
			ck_assert_uint_lt(place[ch], n);
			ck_assert_uint_eq(taken[place[ch]]++, 0);
			ck_assert_uint_eq(place[c.graph->reverse[ch]], n - 1 - place[ch]);
		}
	}
}
END_TEST

/* Where all of the flow can run forward, as for the routes of a full tree, it does. */
START_TEST(an_order_without_conflict_is_found)
{
	g_auto(Case) c = case_new("karytree:3,3");
	g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
	gsize n = c.graph->n_switches;
	add_way(&c, lanes, LANE_FOR_ROUTES, FALSE, FALSE);
	ck_assert(lane_set_cover(lanes, c.graph, c.covered, NULL));
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			ck_assert(c.covered[s * n + t] || !pair_carries_data(c.graph, (guint32)s, (guint32)t));
}
END_TEST

START_TEST(hard_turns_run_forward_against_any_flow)
{
	g_auto(Case) c = case_new("torus:4x4,hosts=1");
	const Graph *g = c.graph;
	guint32 n_turns = c.turns->first[g->n_channels];
	g_autofree guint64 *flow = g_new0(guint64, n_turns + 1);
	g_autofree guint32 *fixed = g_new0(guint32, n_turns + 1);
	for (guint32 t = 0; t < n_turns; t++)
		flow[t] = 1000;
	g_autofree guint32 *unforced = order(&c, flow, NULL);
	/* All turns that ran backward: the order the other way round has them forward, so they close no cycle. */
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++)
			fixed[cdg_turn(c.turns, a, b)] = b != g->reverse[a] && unforced[a] > unforced[b];
	g_autofree guint32 *place = order(&c, flow, fixed);
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++)
			if (fixed[cdg_turn(c.turns, a, b)])
				ck_assert_uint_lt(place[a], place[b]);
}
END_TEST

START_TEST(a_lane_from_an_order_keeps_the_spanning_tree)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_auto(Case) c = case_new(specs[i]);
		const Graph *g = c.graph;
		g_autofree guint8 *tree = spanning_tree_find(g, c.hops, NULL);
		g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
		add_way(&c, lanes, LANE_FOR_DEMAND, TRUE, TRUE);
		for (guint32 a = 0; a < g->n_channels; a++)
			for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++)
				if (tree[a] && tree[b] && g->reverse[a] != b)
					ck_assert(lane_set_turn(lanes, a, b) & 1);
	}
}
END_TEST

/* Each pair puts its weight on as many turns as its minimal routes make, whatever ways it is split over. */
START_TEST(demand_is_shared_among_minimal_routes)
{
	g_auto(Case) c = case_new("torus:4x4,hosts=1");
	guint32 n = c.graph->n_switches, n_turns = c.turns->first[c.graph->n_channels];
	g_autofree guint32 *weight = g_new0(guint32, (gsize)n * n);
	g_autofree guint64 *flow = g_new0(guint64, n_turns + 1);
	guint64 one = 0;
	for (guint distance = 2; distance <= 4; distance++) {
		guint64 sum = 0, turns = 0;
		for (gsize i = 0; i < (gsize)n * n; i++) {
			weight[i] = c.hops[i] == distance ? 100 : 0;
			turns += weight[i] * (c.hops[i] - 1u);
		}
		ck_assert(turn_demand_count(c.turns, weight, flow, NULL));
		for (guint32 t = 0; t < n_turns; t++)
			sum += flow[t];
		double unit = (double)sum / (double)turns;
		one = one ? one : (guint64)(unit + 0.5);
		ck_assert_double_eq_tol(unit, (double)one, 0.01 * (double)one);
	}
	ck_assert_uint_gt(one, 0);
}
END_TEST

/* Whatever channel is chosen at each switch, no route climbs after it descended. Trees lose nothing by it. */
START_TEST(ranked_routes_climb_once)
{
	static const char *const trees[] = {"karytree:3,3", "fattree:ports=8,levels=3,oversubscription=2",
					    "clos:leaves=6,hosts=3,spines=3,links=2",
					    "fattree:ports=8,levels=2,fail=links:8%,seed=3"};
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_auto(Case) c = case_new(trees[i]);
		const Graph *g = c.graph;
		g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
		g_autofree guint32 *rank = g_new0(guint32, g->n_switches);
		g_autoptr(Routes) routes = routes_new(g, NULL);
		gboolean served = FALSE;
		ck_assert(rank_switches(lanes, g, c.routes, rank, NULL));
		ck_assert(ranks_serve(g, rank, &served, NULL));
		ck_assert_msg(served, "%s", trees[i]);
		ck_assert(psssp_compute(g, &(PssspOptions){.passes = 2, .rank = rank}, routes, NULL));
		ck_assert(layers_are_acyclic(g, routes, LAYERS_OF_HOSTS, NULL, 1, NULL));
		ck_assert_uint_eq(routes_nonminimal(g, routes, c.hops), 0);
	}
}
END_TEST

START_TEST(ranks_do_not_serve_a_ring)
{
	g_auto(Case) c = case_new("torus:5,hosts=1");
	g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
	g_autofree guint32 *rank = g_new0(guint32, c.graph->n_switches);
	gboolean served = TRUE;
	ck_assert(rank_switches(lanes, c.graph, c.routes, rank, NULL));
	ck_assert(ranks_serve(c.graph, rank, &served, NULL));
	ck_assert(!served);
}
END_TEST

/* ---- trunks and direct routes */

/* On a full tree every way down carries one destination; every channel into a leaf has the same load. */
START_TEST(trunks_share_the_ways_down)
{
	g_auto(Case) c = case_new("karytree:3,3");
	g_autoptr(Routes) routes = routes_new(c.graph, NULL);
	ck_assert(psssp_compute(c.graph, &(PssspOptions){.first_only = TRUE}, routes, NULL));
	for (guint32 ch = 0; ch < c.graph->n_channels; ch++)
		if (c.graph->hosts[c.graph->to[ch]])
			ck_assert_uint_eq(routes->load[ch],
					  24); /* 27 hosts less the leaf's own 3, one destination each */
	ck_assert_uint_eq(routes_nonminimal(c.graph, routes, c.hops), 0);
}
END_TEST

START_TEST(flat_fabrics_have_no_trunks)
{
	g_auto(Case) flat = case_new("torus:4x4,hosts=2"), tree = case_new("karytree:3,3");
	g_autoptr(Trunk) none = trunk_new(flat.graph, NULL), some = trunk_new(tree.graph, NULL);
	ck_assert(none->flat);
	ck_assert(!some->flat);
	for (guint32 v = 0; v < tree.graph->n_switches; v++)
		ck_assert_uint_eq(some->level[v], v < 9 ? 0 : v < 18 ? 1 : 2);
}
END_TEST

/* Aggregation nodes that count as hosts: the last LID's, too. */
START_TEST(aggregation_counts_as_hosts)
{
	static const char *const with[] = {"karytree:3,3,an=all", "karytree:2,2,an=all", "torus:4,hosts=1,an=all"};
	for (guint i = 0; i < G_N_ELEMENTS(with); i++) {
		g_auto(Case) c = case_new(with[i]);
		guint32 all = c.graph->n_hosts + c.graph->n_aggregation, hosts = 0;
		graph_count_aggregation(c.graph);
		ck_assert_uint_eq(c.graph->n_hosts, all);
		for (guint32 d = 0; d < c.graph->n_dests; d++) {
			ck_assert_int_eq(!c.graph->dests[d].is_host, !c.graph->dests[d].is_port);
			hosts += c.graph->dests[d].is_host ? 1 : 0;
		}
		ck_assert_uint_eq(hosts, all);
	}
}
END_TEST

/* One path joins two switches whatever the LID, and in a mesh such routes need one lane. */
START_TEST(direct_routes_stay_together)
{
	g_auto(Case) c = case_new("mesh:4x4,hosts=2");
	const Graph *g = c.graph;
	g_autoptr(Routes) routes = routes_new(g, NULL);
	ck_assert(direct_routes(g, routes, NULL));
	ck_assert(layers_are_acyclic(g, routes, LAYERS_OF_HOSTS, NULL, 1, NULL));
	ck_assert_uint_eq(routes_nonminimal(g, routes, c.hops), 0);
	for (guint32 d = 1; d < g->n_dests; d++)
		if (g->dests[d].vertex == g->dests[d - 1].vertex)
			ck_assert_mem_eq(routes_row(routes, d), routes_row(routes, d - 1), g->n_switches);
}
END_TEST

/* Lanes for routes as they are: none has a cycle, and in symmetric mode both ways of a pair share one. */
START_TEST(direct_routes_find_lanes)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint asymmetric = 0; asymmetric < 2; asymmetric++) {
			g_autoptr(GError) error = NULL;
			g_auto(Case) c = case_new(specs[i]);
			gsize n = c.graph->n_switches;
			Steps steps = {.left = G_MAXUINT64};
			SearchOptions options = {.max_lanes = 8, .asymmetric = asymmetric, .steps = &steps};
			g_autoptr(Routes) routes = routes_new(c.graph, NULL);
			ck_assert(direct_routes(c.graph, routes, NULL));
			g_autoptr(Search) search = search_new(c.graph, c.hops, &options, c.routes, &error);
			ck_assert(search && direct_lanes(search, routes, &error));
			assert_no_error(error);
			const Layers *layers = search->layers;
			if (!layers)
				continue;
			ck_assert_uint_le(layers->n_layers, options.max_lanes);
			ck_assert(layers_are_acyclic(c.graph, search->routes, LAYERS_OF_HOSTS, layers->layer,
						     layers->n_layers, NULL));
			for (guint32 d = 0; !asymmetric && d < c.graph->n_hosts; d++)
				for (guint32 e = 0; e < c.graph->n_hosts; e++)
					ck_assert_uint_eq(layers->layer[d * n + c.graph->dests[e].vertex],
							  layers->layer[e * n + c.graph->dests[d].vertex]);
		}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {an_order_places_each_channel_once_and_mirrors_itself,
				      an_order_without_conflict_is_found,
				      hard_turns_run_forward_against_any_flow,
				      a_lane_from_an_order_keeps_the_spanning_tree,
				      demand_is_shared_among_minimal_routes,
				      ranked_routes_climb_once,
				      ranks_do_not_serve_a_ring,
				      trunks_share_the_ways_down,
				      flat_fabrics_have_no_trunks,
				      aggregation_counts_as_hosts,
				      direct_routes_stay_together,
				      direct_routes_find_lanes,
				      NULL};
	return fixture_run("lane_order", tests);
}
