/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lanes as sets of turns: every set is without a cycle and its own mirror image, trees keep the promises they make, and
 * routes chosen under them stay in the lanes of their pairs.
 */
#include "core/lanes/spanning_tree.h"
#include "core/search/balance_lanes.h"
#include "core/search/pair_search.h"
#include "core/strategies.h"
#include "tests/core/lane_case.h"

static void add(Case *c, LaneSet *lanes, gboolean cover, gboolean spanning_tree)
{
	add_way(c, lanes, LANE_BY_LOAD, cover, spanning_tree);
}

static void assert_acyclic(const Case *c, const LaneSet *lanes)
{
	guint32 n = c->turns->first[c->graph->n_channels];
	g_autofree guint8 *used = g_malloc0(n + 1);
	for (guint lane = 0; lane < lanes->n_lanes; lane++) {
		for (guint32 i = 0; i < n; i++)
			used[i] = lanes->allowed[i] >> lane & 1;
		ck_assert_msg(cdg_is_acyclic(c->turns, used, NULL), "lane %u has a cycle", lane);
	}
}

static void assert_mirrored(const Case *c, const LaneSet *lanes)
{
	const Graph *g = c->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++) {
			ck_assert_uint_eq(lane_set_turn(lanes, a, b),
					  lane_set_turn(lanes, g->reverse[b], g->reverse[a]));
			ck_assert(g->reverse[a] != b || !lane_set_turn(lanes, a, b));
		}
}

static void three_lanes(const char *spec, gboolean symmetric, LaneAim aim)
{
	g_auto(Case) c = case_new(spec);
	g_autoptr(LaneSet) lanes = lane_set_new(c.turns, symmetric, NULL);
	add_way(&c, lanes, way, FALSE, FALSE);
	add_way(&c, lanes, way, TRUE, FALSE);
	add_way(&c, lanes, way, TRUE, TRUE);
	ck_assert_uint_eq(lanes->n_lanes, 3);
	assert_acyclic(&c, lanes);
	if (symmetric || way != LANE_BY_LOAD)
		assert_mirrored(&c, lanes);
	lane_set_drop(lanes);
	for (guint32 t = 0; t < c.turns->first[c.graph->n_channels]; t++)
		ck_assert_uint_lt(lanes->allowed[t], 4);
}

START_TEST(sets_are_acyclic_and_mirror_themselves)
{
	static const LaneWay ways[] = {LANE_BY_LOAD, LANE_FOR_ROUTES, LANE_FOR_DEMAND};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint way = 0; way < G_N_ELEMENTS(ways); way++) {
			three_lanes(specs[i], FALSE, ways[way]);
			three_lanes(specs[i], TRUE, ways[way]);
		}
}
END_TEST

START_TEST(a_set_is_maximal_when_nothing_is_refused_for_haste)
{
	/* Three switches in a line: no cycle is possible, so every turn but U-turns is allowed. */
	g_auto(Case) c = case_new("mesh:3,hosts=1");
	g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
	add(&c, lanes, FALSE, FALSE);
	const Graph *g = c.graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++)
			ck_assert_uint_eq(lane_set_turn(lanes, a, b), g->reverse[a] != b);
}
END_TEST

START_TEST(the_spanning_tree_joins_everything)
{
	g_auto(Case) c = case_new("torus:4x4,hosts=1");
	g_autofree guint8 *tree = spanning_tree_find(c.graph, c.hops, NULL);
	guint n = 0;
	for (guint32 i = 0; i < c.graph->n_channels; i++) {
		n += tree[i];
		ck_assert_uint_eq(tree[i], tree[c.graph->reverse[i]]);
	}
	ck_assert_uint_eq(n, 2 * 15);
}
END_TEST

/* Follows every route of a tree: legal says the lanes that all its turns allow. */
static void assert_tree(const Case *c, const LaneSet *lanes, const PairRoutes *trees, guint32 target)
{
	const Graph *g = c->graph;
	guint32 n = g->n_switches;
	const guint32 *next = trees->next + (gsize)target * n;
	for (guint32 v = 0; v < n; v++) {
		if (v == target)
			continue;
		LaneMask mask = lane_set_all(lanes);
		guint32 steps = 0, channel = next[v];
		for (; g->to[channel] != target; channel = next[g->to[channel]]) {
			mask &= lane_set_turn(lanes, channel, next[g->to[channel]]);
			ck_assert_uint_lt(steps++, n);
		}
		if (pair_carries_data(g, v, target))
			ck_assert_msg(trees->common[v * n + target] & mask, "%u to %u has no lane", v, target);
		ck_assert_msg((trees->common[v * n + target] & ~mask) == 0 || !pair_carries_data(g, v, target),
			      "%u to %u was promised lanes that its route does not have", v, target);
	}
}

/* Trees that leave no pair without a lane, once searches have looked at `end` channels more. */
static PairRoutes *join_all(const Case *c, const LaneSet *lanes, const LaneMask *covered, guint64 end)
{
	lanes->effort->end = end == G_MAXUINT64 ? end : lanes->effort->looked + end;
	PairRoutes *trees = pair_search(c->graph, c->hops, lanes, covered, PAIR_SEARCH_ALL, NULL);
	ck_assert_uint_eq(trees->n_without, 0);
	for (guint32 target = 0; target < c->graph->n_switches; target++)
		assert_tree(c, lanes, trees, target);
	return trees;
}

START_TEST(one_lane_serves_every_pair_somehow)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint symmetric = 0; symmetric < 2; symmetric++) {
			g_auto(Case) c = case_new(specs[i]);
			gsize pairs = (gsize)c.graph->n_switches * c.graph->n_switches;
			g_autoptr(LaneSet) lanes = lane_set_new(c.turns, symmetric, NULL);
			add(&c, lanes, TRUE, TRUE);
			g_autoptr(PairRoutes) trees = join_all(&c, lanes, NULL, G_MAXUINT64);
			/* searches that cannot succeed are saved, and nothing else changes */
			ck_assert(lane_set_cover(lanes, c.graph, c.covered, NULL));
			g_autoptr(PairRoutes) again = join_all(&c, lanes, c.covered, G_MAXUINT64);
			ck_assert_mem_eq(trees->next, again->next, pairs * sizeof(guint32));
			ck_assert_mem_eq(trees->common, again->common, pairs * sizeof(LaneMask));
		}
}
END_TEST

/* Whatever the searches may look at, there are trees, and what is looked at beyond that is a few sweeps over all. */
START_TEST(searches_end)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint64 end = 0; end < 1000000; end = end ? end * 8 : 1000) {
			g_auto(Case) c = case_new(specs[i]);
			guint64 sweep = (guint64)c.graph->n_switches * (c.graph->n_channels + c.graph->n_switches);
			g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
			add(&c, lanes, TRUE, TRUE);
			pair_routes_free(join_all(&c, lanes, NULL, end));
			ck_assert_uint_lt(lanes->effort->looked, lanes->effort->end + 40 * sweep);
		}
}
END_TEST

START_TEST(balanced_routes_keep_a_lane_for_each_pair)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_auto(Case) c = case_new(specs[i]);
		guint32 n = c.graph->n_switches;
		g_autoptr(LaneSet) lanes = lane_set_new(c.turns, TRUE, NULL);
		add(&c, lanes, FALSE, FALSE);
		add(&c, lanes, TRUE, TRUE);
		g_autoptr(PairRoutes) trees = pair_search(c.graph, c.hops, lanes, NULL, PAIR_SEARCH_ALL, NULL);
		g_autoptr(Routes) routes = routes_new(c.graph, NULL);
		ck_assert(balance_lanes(c.graph, lanes, trees, 2, routes, NULL, NULL));
		for (guint32 s = 0; s < n; s++)
			for (guint32 t = 0; t < n; t++) {
				ck_assert_uint_eq(trees->common[s * n + t], trees->common[t * n + s]);
				ck_assert(s == t || !pair_carries_data(c.graph, s, t) || trees->common[s * n + t]);
			}
	}
}
END_TEST

START_TEST(spreading_uses_idle_lanes_and_can_be_left)
{
	for (guint spread = 0; spread < 2; spread++) {
		g_auto(Case) c = case_new("torus:5x5,hosts=2");
		RoutingOptions options = {.passes = 1, .no_spread = !spread};
		const char *strategy = NULL;
		g_autoptr(Layers) layers = strategies_run(c.graph, c.hops, &options, 8, c.routes, &strategy, NULL);
		ck_assert_uint_gt(layers->n_needed, 1);
		ck_assert_uint_lt(layers->n_needed, 8);
		ck_assert_uint_eq(layers->n_layers, spread ? 8 : layers->n_needed);
		ck_assert(layers_are_acyclic(c.graph, c.routes, LAYERS_OF_HOSTS, layers->layer, layers->n_layers, NULL));
		/* The check itself must see a loop: everything on one lane has one. */
		ck_assert(!layers_are_acyclic(c.graph, c.routes, LAYERS_OF_HOSTS, NULL, 1, NULL));
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {sets_are_acyclic_and_mirror_themselves,
				      a_set_is_maximal_when_nothing_is_refused_for_haste,
				      the_spanning_tree_joins_everything,
				      one_lane_serves_every_pair_somehow,
				      searches_end,
				      balanced_routes_keep_a_lane_for_each_pair,
				      spreading_uses_idle_lanes_and_can_be_left,
				      NULL};
	return fixture_run("lanes", tests);
}
