/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes of grids that have fewer lanes than minimal ones need, on small ones, which sssp-route searches otherwise; and
 * the order of switches that those of damaged grids go by.
 */
#include "core/engines/psssp.h"
#include "core/engines/updown.h"
#include "core/graph/bfs.h"
#include "core/search/search.h"
#include "core/torus/grid_plan.h"
#include "core/torus/torus_longer.h"
#include "tests/core/lane_case.h"

/* ---- the order */

/* What comes next by its definition: the highest beside one that is there, else the highest of all that are left. */
static guint32 next_by_definition(const Graph *g, const guint32 *height, const guint8 *there)
{
	guint32 best = GRAPH_NONE;
	gboolean best_beside = FALSE;
	for (guint32 v = 0; v < g->n_switches; v++) {
		gboolean beside = FALSE;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
			beside |= there[g->to[c]];
		if (there[v] || (best != GRAPH_NONE && best_beside > beside))
			continue;
		if (best == GRAPH_NONE || beside > best_beside || height[v] > height[best]) {
			best = v;
			best_beside = beside;
		}
	}
	return best;
}

START_TEST(an_order_goes_down_from_the_top_of_each_piece)
{
	static const char *const all[] = {"torus:7x5,hosts=1", "random:switches=40,ports=8,hosts=3,seed=5",
					  "torus:6x6,hosts=1,fail=links:45%,seed=3", "mesh:9x4,hosts=1"};
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	for (guint i = 0; i < 40 * G_N_ELEMENTS(all); i++) {
		g_auto(Case) c = case_new(all[i % G_N_ELEMENTS(all)]);
		guint32 n = c.graph->n_switches;
		g_autoptr(Updown) updown = updown_new(c.graph, NULL);
		g_autofree guint32 *height = g_new(guint32, n);
		g_autofree guint8 *there = g_malloc0(n);
		for (guint32 v = 0; v < n; v++)
			height[v] = (guint32)g_rand_int_range(rand, 0, i % 3 ? 12 : 1000000);
		updown_order_by(updown, height);
		for (guint32 k = 0; k < n; k++) {
			guint32 v = next_by_definition(c.graph, height, there);
			ck_assert_uint_eq(updown->sorted[k], v);
			ck_assert_uint_eq(updown->place[v], k);
			there[v] = 1;
		}
	}
}
END_TEST

/* ---- routes */

typedef struct {
	Case c;
	Steps steps;
	Routes *routes;
	Layers *layers;
	gboolean whole;
} Longer;

static Longer longer_new(const char *spec, guint max_lanes, gboolean asymmetric)
{
	Longer x = {.c = case_new(spec), .steps = {.left = G_MAXUINT64 / 2}};
	g_autoptr(GError) error = NULL;
	const Graph *g = x.c.graph;
	PssspOptions first = {.passes = 1};
	SearchOptions options = {
		.max_lanes = max_lanes, .passes = 1, .asymmetric = asymmetric, .spread = TRUE, .steps = &x.steps};
	x.routes = routes_new(g, &error);
	ck_assert(psssp_compute(g, &first, x.c.routes, &error));
	g_autoptr(Search) search = search_new(g, x.c.hops, &options, x.c.routes, &error);
	assert_no_error(error);
	ck_assert(torus_longer(search, &x.whole, &error));
	if (search->routes)
		x.layers = search_take(search, x.routes);
	return x;
}

static void longer_clear(Longer *x)
{
	layers_free(x->layers);
	routes_free(x->routes);
	case_clear(&x->c);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Longer, longer_clear)

/* Hops from a switch to a destination; 0 with no route. Adds what its hosts send to `load` where that is given. */
static guint32 walk(const Longer *x, guint32 v, guint32 dest, guint64 *load)
{
	const Graph *g = x->c.graph;
	const guint8 *row = routes_row(x->routes, dest);
	guint32 hops = 0, hosts = g->hosts[v];
	for (; v != g->dests[dest].vertex && row[v] != ROUTE_NONE && hops <= g->n_switches; hops++) {
		guint32 channel = graph_channel(g, v, row[v]);
		if (load)
			load[channel] += hosts;
		v = g->to[channel];
	}
	ck_assert_uint_le(hops, g->n_switches);
	return v == g->dests[dest].vertex ? hops : 0;
}

static void assert_sound(const Longer *x, const char *spec)
{
	const Graph *g = x->c.graph;
	ck_assert_msg(x->layers != NULL, "%s: no routes", spec);
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (v != g->dests[d].vertex && x->c.hops[(gsize)v * g->n_switches + g->dests[d].vertex] != 0xff)
				ck_assert_msg(walk(x, v, d, NULL) > 0, "%s: no route from %u to LID %u", spec, v,
					      g->dests[d].lid);
	ck_assert_msg(layers_are_acyclic(g, x->routes, LAYERS_OF_HOSTS, x->layers->layer, x->layers->n_layers, NULL),
		      "%s: a cycle", spec);
}

/* Hops of a way that goes no ring that is a row by `plan` straight through its switch 0, and all others the shorter way. */
static guint32 hops_by_plan(const Grid *grid, const GridPlan *plan, guint32 n, guint32 v, guint32 w)
{
	guint32 hops = 0;
	for (guint d = 0; d < grid->n; d++) {
		guint32 from = grid->at[(gsize)d * n + v], to = grid->at[(gsize)d * n + w];
		guint32 apart = from > to ? from - to : to - from;
		gboolean round = grid->ring[d] && (!plan->row[d] || !from || !to);
		hops += round ? MIN(apart, grid->size[d] - apart) : apart;
	}
	return hops;
}

static GridPlan first_plan(const Grid *grid, guint max_lanes)
{
	GridPlan plan;
	guint rows = 0;
	while (!grid_plan_find(grid, rows, max_lanes, &plan))
		ck_assert_uint_le(++rows, grid_plan_rings(grid));
	return plan;
}

START_TEST(routes_of_a_whole_grid_are_as_short_as_its_plan_says)
{
	static const char *const whole[] = {"torus:5x5,hosts=2", "torus:6x5x4,hosts=1", "torus:7x3x5,hosts=1,links=2",
					    "mesh:5x4,hosts=3",  "torus:4x4x4,hosts=1", "torus:6x6,hosts=1,an=all"};
	for (guint i = 0; i < G_N_ELEMENTS(whole); i++)
		for (guint lanes = 1; lanes <= 8; lanes++) {
			g_auto(Longer) x = longer_new(whole[i], lanes, lanes % 3 == 2);
			const Graph *g = x.c.graph;
			g_autoptr(Grid) grid = grid_find(g, NULL);
			GridPlan plan = first_plan(grid, lanes);
			ck_assert(x.whole == (grid_plan_rings(grid) > 0));
			assert_sound(&x, whole[i]);
			ck_assert_uint_le(x.layers->n_layers, lanes);
			for (guint32 d = 0; d < g->n_dests; d++)
				for (guint32 v = 0; g->dests[d].is_host && v < g->n_switches; v++)
					ck_assert_msg(walk(&x, v, d, NULL) == hops_by_plan(grid, &plan, g->n_switches,
											   v, g->dests[d].vertex),
						      "%s, %u lanes, from %u to LID %u", whole[i], lanes, v,
						      g->dests[d].lid);
		}
}
END_TEST

/* Cables side by side carry alike: no host more than what one destination adds. */
START_TEST(cables_side_by_side_share)
{
	static const char *const all[] = {"torus:7x3x5,hosts=2,links=2", "mesh:5x4,hosts=3,links=3",
					  "torus:5x5,hosts=2,links=2,fail=switches:1,seed=2"};
	for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
		g_auto(Longer) x = longer_new(all[i], 2, FALSE);
		const Graph *g = x.c.graph;
		g_autofree guint64 *load = g_new0(guint64, g->n_channels);
		guint64 most = 0;
		assert_sound(&x, all[i]);
		for (guint32 d = 0; d < g->n_dests; d++)
			for (guint32 v = 0; g->dests[d].is_host && v < g->n_switches; v++)
				walk(&x, v, d, load);
		for (guint32 v = 0; v < g->n_switches; v++)
			most = MAX(most, g->hosts[v]);
		for (guint32 a = 0; a < g->n_channels; a++)
			for (guint32 b = g->first[g->from[a]]; b < g->first[g->from[a] + 1]; b++)
				ck_assert_msg(g->to[a] != g->to[b] || load[a] <= load[b] + most * g->n_switches,
					      "%s: %u and %u beside it", all[i], (guint)load[a], (guint)load[b]);
	}
}
END_TEST

START_TEST(damaged_grids_have_routes_on_any_number_of_lanes)
{
	static const char *const damaged[] = {"torus:6x5,hosts=2,fail=links:10%", "mesh:6x4x3,hosts=1,fail=switches:2",
					      "torus:4x5x4,hosts=1,fail=links:5%,fail=switches:1",
					      "torus:7x6,hosts=1,links=2,fail=links:15%,an=leaf"};
	guint found = 0;
	for (guint i = 0; i < G_N_ELEMENTS(damaged); i++)
		for (guint seed = 0; seed < 12; seed++) {
			g_autofree char *spec = g_strdup_printf("%s,seed=%u", damaged[i], seed);
			g_auto(Longer) x = longer_new(spec, 1 + seed % 8, seed % 4 == 1);
			g_autoptr(Grid) grid = grid_find(x.c.graph, NULL);
			if (!grid)
				continue;
			ck_assert(x.whole == (grid->whole && grid_plan_rings(grid)));
			assert_sound(&x, spec);
			found++;
		}
	ck_assert_uint_gt(found, 24);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {an_order_goes_down_from_the_top_of_each_piece,
				      routes_of_a_whole_grid_are_as_short_as_its_plan_says, cables_side_by_side_share,
				      damaged_grids_have_routes_on_any_number_of_lanes, NULL};
	return fixture_run("grids with few lanes", tests);
}
