/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lanes as sets of turns: every set is without a cycle and its own mirror image, trees keep the promises they make, and
 * routes chosen under them stay in the lanes of their pairs.
 */
#include "core/graph/spanning_tree.h"
#include "core/search/balance_covered.h"
#include "core/search/balance_lanes.h"
#include "core/strategies.h"
#include "tests/core/lane_case.h"

#include <string.h>

static void add(Case *c, LaneSet *lanes, gboolean cover, gboolean spanning_tree)
{
	add_way(c, lanes, LANE_FOR_DEMAND, cover, spanning_tree);
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
	add_way(&c, lanes, aim, FALSE, FALSE);
	add_way(&c, lanes, aim, TRUE, FALSE);
	add_way(&c, lanes, aim, TRUE, TRUE);
	ck_assert_uint_eq(lanes->n_lanes, 3);
	assert_acyclic(&c, lanes);
	assert_mirrored(&c, lanes);
	lane_set_drop(lanes);
	for (guint32 t = 0; t < c.turns->first[c.graph->n_channels]; t++)
		ck_assert_uint_lt(lanes->allowed[t], 4);
}

START_TEST(sets_are_acyclic_and_mirror_themselves)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint symmetric = 0; symmetric < 2; symmetric++) {
			three_lanes(specs[i], symmetric, LANE_FOR_ROUTES);
			three_lanes(specs[i], symmetric, LANE_FOR_DEMAND);
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

/* ---- routes under lanes */

/* The lanes that allow all turns of a route, and its length into `*hops`. */
static LaneMask walk(const Case *c, const LaneSet *lanes, const Routes *routes, guint32 dest, guint32 v, guint *hops)
{
	const Graph *g = c->graph;
	const guint8 *row = routes_row(routes, dest);
	LaneMask mask = lane_set_all(lanes);
	guint32 channel = route_channel(g, row, v);
	for (*hops = 1; g->to[channel] != g->dests[dest].vertex; ++*hops) {
		guint32 next = route_channel(g, row, g->to[channel]);
		ck_assert_uint_ne(next, GRAPH_NONE);
		ck_assert_uint_lt(*hops, g->n_switches);
		mask &= lane_set_turn(lanes, channel, next);
		channel = next;
	}
	return mask;
}

/*
 * Every route arrives; its pair, or in asymmetric mode it alone (`legal`), has the lanes that are promised. Returns the
 * routes of hosts that have none.
 */
static guint64 judge(const Case *c, const LaneSet *lanes, const LaneMask *common, const LaneMask *legal,
		     const Routes *routes, gboolean minimal)
{
	const Graph *g = c->graph;
	gsize n = g->n_switches;
	guint64 left = 0;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++) {
			guint hops;
			if (v == t)
				continue;
			LaneMask mask = walk(c, lanes, routes, d, v, &hops);
			LaneMask promised = legal ? legal[d * n + v] : common[v * n + t];
			if (minimal)
				ck_assert_uint_eq(hops, c->hops[v * n + t]);
			if (!route_of_hosts(g, v, d))
				continue;
			ck_assert(legal || common[v * n + t] == common[t * n + v]);
			ck_assert_msg(!(promised & ~mask), "%u to %u was promised lanes that its route does not have",
				      v, t);
			left += !promised;
		}
	return left;
}

/* Lanes, and the lanes that each pair may have: those in which both of its ways can be minimal, or all. */
static LaneSet *make_lanes(Case *c, guint n_lanes, gboolean symmetric, gboolean all, LaneMask *common)
{
	gsize n = c->graph->n_switches;
	LaneSet *lanes = lane_set_new(c->turns, symmetric, NULL);
	for (guint i = 0; i < n_lanes; i++)
		add(c, lanes, TRUE, i == 0);
	ck_assert(lane_set_cover(lanes, c->graph, c->covered, NULL));
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			common[s * n + t] = all ? lane_set_all(lanes) : c->covered[s * n + t] & c->covered[t * n + s];
	return lanes;
}

static guint64 cover(const char *spec, guint n_lanes, gboolean symmetric, gboolean spanning, guint passes)
{
	g_autoptr(GError) error = NULL;
	g_auto(Case) c = case_new(spec);
	gsize n = c.graph->n_switches;
	g_autofree LaneMask *common = g_new0(LaneMask, n * n);
	g_autofree LaneMask *legal = symmetric ? NULL : g_new0(LaneMask, c.graph->n_dests * n);
	g_autoptr(LaneSet) lanes = make_lanes(&c, n_lanes, symmetric, spanning, common);
	g_autofree guint8 *tree = spanning ? spanning_tree_find(c.graph, c.hops, NULL) : NULL;
	g_autoptr(Routes) routes = routes_new(c.graph, NULL);
	guint64 effort = G_MAXUINT64;
	Steps steps = {.left = G_MAXUINT64};
	const CoveredOptions options = {
		.spanning = tree, .ways = TRUE, .effort = &effort, .steps = &steps, .passes = passes};
	ck_assert(balance_covered(c.graph, lanes, common, &options, routes, legal, &error));
	assert_no_error(error);
	ck_assert_uint_eq(routes->passes, passes);
	g_autoptr(Routes) recounted = routes_copy(c.graph, routes, NULL);
	routes_recount(c.graph, recounted);
	ck_assert_mem_eq(routes->load, recounted->load, c.graph->n_channels * sizeof *routes->load);
	return judge(&c, lanes, common, legal, routes, !spanning);
}

START_TEST(covered_routes_are_minimal_and_in_their_lanes)
{
	guint64 left[2] = {0, 0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint symmetric = 0; symmetric < 2; symmetric++)
			for (guint lanes = 1; lanes <= 4; lanes += 3)
				left[lanes > 1] += cover(specs[i], lanes, symmetric, FALSE, 1 + i % 3);
	ck_assert_uint_gt(left[0], 0); /* one lane leaves some where it is too small for minimal routes */
	ck_assert_uint_lt(left[1], left[0]);
}
END_TEST

/* Whatever the fabric: the spanning tree is always there to be gone. */
START_TEST(one_lane_serves_every_pair_somehow)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint symmetric = 0; symmetric < 2; symmetric++)
			for (guint passes = 1; passes <= 3; passes++)
				ck_assert_uint_eq(cover(specs[i], 1, symmetric, TRUE, passes), 0);
}
END_TEST

/* Pairs of switches with hosts that have no lane. */
static guint64 count_without(const Graph *g, const LaneMask *common)
{
	guint64 without = 0;
	for (guint32 s = 0; s < g->n_switches; s++)
		for (guint32 t = 0; t < g->n_switches; t++)
			without += s != t && pair_of_hosts(g, s, t) && !common[(gsize)s * g->n_switches + t];
	return without;
}

/* Returns the pairs of switches that have a lane: in symmetric mode those that had one keep one. */
static guint64 balance(const char *spec, guint n_lanes, gboolean symmetric, guint passes)
{
	g_auto(Case) c = case_new(spec);
	gsize n = c.graph->n_switches;
	g_autoptr(PairRoutes) trees = pair_routes_new((guint32)n, NULL);
	g_autoptr(LaneSet) lanes = make_lanes(&c, n_lanes, symmetric, FALSE, trees->common);
	g_autofree LaneMask *legal = symmetric ? NULL : g_new0(LaneMask, c.graph->n_dests * n);
	g_autoptr(Routes) routes = routes_new(c.graph, NULL);
	Steps steps = {.left = G_MAXUINT64};
	ck_assert(pair_routes_find(c.graph, lanes, trees, NULL));
	guint64 without = count_without(c.graph, trees->common);
	ck_assert(balance_lanes(c.graph, lanes, trees, passes, &steps, routes, legal, NULL));
	ck_assert_uint_eq(routes->passes, passes);
	ck_assert_uint_lt(steps.left, G_MAXUINT64);
	g_autoptr(Routes) recounted = routes_copy(c.graph, routes, NULL);
	routes_recount(c.graph, recounted);
	ck_assert_mem_eq(routes->load, recounted->load, c.graph->n_channels * sizeof *routes->load);
	guint64 left = judge(&c, lanes, trees->common, legal, routes, TRUE);
	if (symmetric)
		ck_assert_uint_eq(count_without(c.graph, trees->common), without);
	else if (!without)
		ck_assert_uint_eq(left, 0);
	return n * n - without;
}

START_TEST(balanced_routes_keep_a_lane_for_each_pair)
{
	guint64 served[2] = {0, 0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint symmetric = 0; symmetric < 2; symmetric++)
			for (guint lanes = 1; lanes <= 4; lanes += 3)
				served[lanes > 1] += balance(specs[i], lanes, symmetric, 1 + i % 3);
	ck_assert_uint_gt(served[0], 0);
	ck_assert_uint_gt(served[1], served[0]);
}
END_TEST

START_TEST(spreading_uses_idle_lanes_and_can_be_left)
{
	for (guint spread = 0; spread < 2; spread++) {
		g_auto(Case) c = case_new("torus:5x5,hosts=2");
		RoutingOptions options = {.passes = 1, .no_spread = !spread};
		Steps steps = {.left = G_MAXUINT64};
		const char *strategy = NULL;
		g_autoptr(Layers) layers =
			strategies_run(c.graph, c.hops, &options, 8, &steps, c.routes, &strategy, NULL);
		ck_assert_uint_gt(layers->n_needed, 1);
		ck_assert_uint_lt(layers->n_needed, 8);
		ck_assert_uint_eq(layers->n_layers, spread ? 8 : layers->n_needed);
		ck_assert(
			layers_are_acyclic(c.graph, c.routes, LAYERS_OF_HOSTS, layers->layer, layers->n_layers, NULL));
		/* The check itself must see a loop: everything on one lane has one. */
		ck_assert(!layers_are_acyclic(c.graph, c.routes, LAYERS_OF_HOSTS, NULL, 1, NULL));
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		sets_are_acyclic_and_mirror_themselves,    a_set_is_maximal_when_nothing_is_refused_for_haste,
		the_spanning_tree_joins_everything,        covered_routes_are_minimal_and_in_their_lanes,
		one_lane_serves_every_pair_somehow,        balanced_routes_keep_a_lane_for_each_pair,
		spreading_uses_idle_lanes_and_can_be_left, NULL};
	return fixture_run("lanes", tests);
}
