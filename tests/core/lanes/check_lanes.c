/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks lanes of grids as sets of turns: every set is without a cycle and its own mirror image, routes chosen under
 * them stay in the lanes of their pairs, and all that torus_lanes() hands out closes no cycle.
 */
#include "core/graph/spanning_tree.h"
#include "core/lanes/layers.h"
#include "core/torus/balance_lanes.h"
#include "core/torus/grid.h"
#include "core/torus/grid_plan.h"
#include "core/torus/grid_rule.h"
#include "core/torus/grid_trees.h"
#include "core/torus/torus_lanes.h"
#include "tests/core/lanes/lane_case.h"

#include <string.h>

static const char *const grids[] = {"torus:5x3,hosts=1",
				    "torus:5x5,hosts=2",
				    "torus:6x6x6,hosts=1",
				    "torus:8x8,hosts=1,fail=links:2%,seed=3",
				    "torus:12x5,hosts=1,fail=switches:1,seed=2",
				    "mesh:4x4,hosts=2",
				    "mesh:6x5x3,hosts=1,fail=links:3%,seed=1"};

/* ---- sets of turns */

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

/* A fabric with its grid and the lanes of a plan. */
typedef struct {
	Case c;
	Grid *grid;
	GridPlan plan;
	LaneSet *lanes;
} Lanes;

/* The lanes of the cuts, and so many more in other orders of the dimensions. */
static Lanes lanes_new(const char *spec, gboolean symmetric, guint more)
{
	g_autoptr(GError) error = NULL;
	Lanes l = {.c = case_new(spec)};
	l.grid = grid_find(l.c.graph, &error);
	ck_assert_msg(l.grid != NULL, "%s is no grid", spec);
	ck_assert(grid_plan_find(l.grid, 8, 0, &l.plan));
	l.lanes = lane_set_new(l.c.turns, symmetric, &error);
	ck_assert(grid_plan_add_lanes(l.c.graph, l.grid, &l.plan, l.plan.cuts.n_lanes + more, l.lanes, &error));
	assert_no_error(error);
	return l;
}

static void lanes_clear(Lanes *l)
{
	lane_set_free(l->lanes);
	grid_free(l->grid);
	case_clear(&l->c);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Lanes, lanes_clear)

START_TEST(sets_are_acyclic_and_mirror_themselves)
{
	for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
		g_auto(Lanes) l = lanes_new(grids[i], TRUE, 3);
		assert_acyclic(&l.c, l.lanes);
		assert_mirrored(&l.c, l.lanes);
		for (guint32 t = 0; t < l.c.turns->first[l.c.graph->n_channels]; t++)
			ck_assert_uint_lt(l.lanes->allowed[t], 1u << l.lanes->n_lanes);
	}
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
 * Every route arrives, but for those that infrastructure_fit() is to copy from hosts'; its pair, or in asymmetric mode
 * it alone (`legal`), has the lanes that are promised. Returns the routes of hosts that have none.
 */
static guint64 check_all_routes(const Case *c, const LaneSet *lanes, const LaneMask *common, const LaneMask *legal,
				const Routes *routes)
{
	const Graph *g = c->graph;
	gsize n = g->n_switches;
	guint64 left = 0;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++) {
			guint hops;
			if (v == t || route_follows_host(g, d))
				continue;
			LaneMask mask = walk(c, lanes, routes, d, v, &hops);
			LaneMask promised = legal ? legal[d * n + v] : common[v * n + t];
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

/* Pairs of switches with hosts that have no lane. */
static guint64 count_without(const Graph *g, const LaneMask *common)
{
	guint64 without = 0;
	for (guint32 s = 0; s < g->n_switches; s++)
		for (guint32 t = 0; t < g->n_switches; t++)
			without += s != t && pair_of_hosts(g, s, t) && !common[(gsize)s * g->n_switches + t];
	return without;
}

/* Returns the pairs of switches that have no lane: in symmetric mode those that had one keep one. */
static guint64 balance(const char *spec, gboolean symmetric, guint more, guint passes)
{
	g_autoptr(GError) error = NULL;
	g_auto(Lanes) l = lanes_new(spec, symmetric, more);
	const Graph *g = l.c.graph;
	g_autoptr(GridRule) rule = grid_rule_new(g, l.grid, &l.plan, &error);
	g_autoptr(PairRoutes) trees = grid_trees(rule, l.lanes, l.c.hops, &error);
	g_autofree LaneMask *legal = symmetric ? NULL : g_new0(LaneMask, (gsize)g->n_dests * g->n_switches);
	g_autoptr(Routes) routes = routes_new(g, NULL);
	guint64 without = count_without(g, trees->common);
	ck_assert_uint_eq(trees->n_without, without);
	ck_assert(balance_lanes(g, l.lanes, trees, passes, routes, legal, &error));
	assert_no_error(error);
	ck_assert_uint_eq(routes->passes, passes);
	g_autoptr(Routes) recounted = routes_copy(g, routes, NULL);
	routes_recount(g, recounted);
	ck_assert_mem_eq(routes->load, recounted->load, g->n_channels * sizeof *routes->load);
	guint64 left = check_all_routes(&l.c, l.lanes, trees->common, legal, routes);
	if (symmetric)
		ck_assert_uint_eq(count_without(g, trees->common), without);
	else if (!without)
		ck_assert_uint_eq(left, 0);
	if (l.grid->whole)
		ck_assert_uint_eq(without, 0);
	return without;
}

/* Where nothing is lost all have a lane; else further lanes, in other orders of the dimensions, leave fewer without. */
START_TEST(balanced_routes_keep_a_lane_for_each_pair)
{
	guint64 without[2] = {0, 0};
	for (guint i = 0; i < G_N_ELEMENTS(grids); i++)
		for (guint symmetric = 0; symmetric < 2; symmetric++)
			for (guint more = 0; more < 2; more++)
				without[more] += balance(grids[i], symmetric, 3 * more, 1 + i % 3);
	ck_assert_uint_gt(without[0], 0);
	ck_assert_uint_lt(without[1], without[0]);
}
END_TEST

/* ---- all of it */

/* Of the fewest lanes, or as many as there may be. Returns the longer pairs. */
static guint64 lanes_of(const char *spec, const TorusOptions *options, gboolean most, guint *n_needed)
{
	g_autoptr(GError) error = NULL;
	g_auto(Case) c = case_new(spec);
	g_autoptr(Routes) routes = routes_new(c.graph, NULL);
	g_autoptr(Torus) torus = torus_new(c.graph, c.hops, options, &error);
	Layers *made = NULL;
	assert_no_error(error);
	ck_assert_msg(torus != NULL, "%s is no torus", spec);
	ck_assert(torus_route(torus, most ? torus->most : torus->fewest, 0, routes, &made, &error));
	assert_no_error(error);
	g_autoptr(Layers) layers = made;
	ck_assert_msg(layers != NULL, "%s: no lanes", spec);
	ck_assert(!layers->unproven);
	ck_assert(layers_are_acyclic(c.graph, routes, LAYERS_OF_HOSTS, layers->layer, layers->n_layers, NULL));
	/* The check itself must see a loop: everything on one lane has one. */
	ck_assert(!layers_are_acyclic(c.graph, routes, LAYERS_OF_HOSTS, NULL, 1, NULL));
	ck_assert_uint_le(layers->n_layers, options->max_lanes);
	*n_needed = layers->n_needed;
	if (torus->grid->whole)
		ck_assert_uint_eq(layers->n_layers, options->spread ? options->max_lanes : layers->n_needed);
	return routes_nonminimal(c.graph, routes, c.hops);
}

START_TEST(tori_get_lanes_and_shortest_paths)
{
	static const struct {
		const char *spec;
		guint lanes;
	} tori[] = {{"torus:8x8,hosts=2", 3},     {"torus:6x6x6,hosts=1", 4}, {"torus:8x8x8,hosts=1", 5},
		    {"torus:16x8,hosts=1", 4},    {"torus:12,hosts=3", 2},    {"torus:7x3x4,hosts=1", 2},
		    {"torus:5x5x5x5,hosts=1", 5}, {"torus:10x10,hosts=1", 3}};
	for (guint i = 0; i < G_N_ELEMENTS(tori); i++)
		for (guint kind = 0; kind < 4; kind++) {
			TorusOptions options = {
				.max_lanes = 8, .passes = 1, .asymmetric = kind % 2, .spread = kind / 2};
			guint needed = 0;
			ck_assert_uint_eq(lanes_of(tori[i].spec, &options, FALSE, &needed), 0);
			ck_assert_uint_eq(needed, tori[i].lanes);
		}
}
END_TEST

START_TEST(damaged_grids_get_lanes)
{
	static const char *const damaged[] = {
		"torus:8x8,hosts=2,fail=links:3%,seed=5", "torus:6x6x6,hosts=1,fail=links:1%,seed=3",
		"torus:10x5,hosts=1,fail=switches:1,seed=4", "mesh:6x6x6,hosts=1,fail=links:2%,seed=1"};
	for (guint i = 0; i < G_N_ELEMENTS(damaged); i++)
		for (guint most = 0; most < 2; most++) {
			TorusOptions options = {.max_lanes = 8, .passes = 2};
			guint needed = 0;
			ck_assert_uint_eq(lanes_of(damaged[i], &options, most, &needed), 0);
		}
}
END_TEST

/* Where the lanes do not suffice a few pairs have longer paths, or with rings as rows more, but no channel is full. */
START_TEST(too_few_lanes_make_paths_longer)
{
	static const struct {
		const char *spec;
		guint max_lanes;
	} few[] = {{"torus:8x8,hosts=1", 2},
		   {"torus:6x6x6,hosts=1", 3},
		   {"torus:8x8,hosts=1", 1},
		   {"torus:6x6x6,hosts=1", 1},
		   {"torus:7x5,hosts=1,fail=links:2,seed=1", 1}};
	for (guint i = 0; i < G_N_ELEMENTS(few); i++)
		for (guint rows = 0; rows < 2; rows++) {
			g_auto(Case) c = case_new(few[i].spec);
			g_autoptr(GError) error = NULL;
			g_autoptr(Routes) routes = routes_new(c.graph, NULL);
			TorusOptions options = {.max_lanes = few[i].max_lanes, .passes = 1, .rows = rows};
			g_autoptr(Torus) torus = torus_new(c.graph, c.hops, &options, &error);
			Layers *made = NULL;
			ck_assert(torus && torus->suffices == rows);
			ck_assert(torus_route(torus, torus->fewest, 0, routes, &made, &error));
			assert_no_error(error);
			g_autoptr(Layers) layers = made;
			ck_assert_msg(layers || (!rows && few[i].max_lanes == 1), "%s: no lanes", few[i].spec);
			if (!layers)
				continue;
			ck_assert_uint_le(layers->n_layers, few[i].max_lanes);
			ck_assert(layers_are_acyclic(c.graph, routes, LAYERS_OF_HOSTS, layers->layer, layers->n_layers,
						     NULL));
			ck_assert_uint_gt(routes_nonminimal(c.graph, routes, c.hops), 0);
			ck_assert_uint_le(routes_efi(c.graph, routes), 3 * routes_efi(c.graph, c.routes));
		}
}
END_TEST

START_TEST(what_is_no_grid_has_no_lanes)
{
	g_auto(Case) c = case_new("karytree:3,3");
	g_autoptr(GError) error = NULL;
	TorusOptions options = {.max_lanes = 8, .passes = 1};
	g_autoptr(Torus) torus = torus_new(c.graph, c.hops, &options, &error);
	assert_no_error(error);
	ck_assert(!torus);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {sets_are_acyclic_and_mirror_themselves,
				      the_spanning_tree_joins_everything,
				      balanced_routes_keep_a_lane_for_each_pair,
				      tori_get_lanes_and_shortest_paths,
				      damaged_grids_get_lanes,
				      too_few_lanes_make_paths_longer,
				      what_is_no_grid_has_no_lanes,
				      NULL};
	return fixture_run("lanes", tests);
}
