/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks grids found from their cables, cuts of their rings, and what comes of them: lanes of tori. */
#include "core/torus/grid.h"
#include "core/torus/grid_cuts.h"
#include "core/routing.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>

static Grid *grid_of(const char *spec, Graph **graph)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_synth(spec);
	*graph = graph_new(fabric, &error);
	Grid *grid = grid_find(*graph, &error);
	assert_no_error(error);
	return grid;
}

static int ascending(const void *a, const void *b)
{
	guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
	return x < y ? -1 : x > y;
}

/* Each cable joins points that are next to each other in its dimension and the same in all others. */
static void assert_coordinates(const Graph *g, const Grid *grid)
{
	for (guint32 c = 0; c < g->n_channels; c++)
		for (guint d = 0; d < grid->n; d++) {
			const guint32 *at = grid->at + (gsize)d * g->n_switches;
			guint32 from = at[g->from[c]], to = at[g->to[c]], apart = from > to ? from - to : to - from;
			ck_assert_uint_lt(from, grid->size[d]);
			if (d != grid->dimension[c])
				ck_assert_uint_eq(apart, 0);
			else
				ck_assert(apart == 1 || (grid->ring[d] && apart == grid->size[d] - 1));
		}
}

static void assert_sizes(const Grid *grid, const guint32 *wanted, guint n)
{
	guint32 size[GRID_DIMENSIONS];
	ck_assert_uint_eq(grid->n, n);
	for (guint d = 0; d < n; d++)
		size[d] = grid->size[d];
	qsort(size, n, sizeof *size, ascending);
	for (guint d = 0; d < n; d++)
		ck_assert_uint_eq(size[d], wanted[d]);
}

START_TEST(grids_are_found_whatever_their_shape)
{
	static const struct {
		const char *spec;
		guint n, rings;
		guint32 size[GRID_DIMENSIONS]; /* ascending; a ring of four is two rows of two */
	} grids[] = {
		{"torus:5", 1, 1, {5}},
		{"torus:3x3", 2, 2, {3, 3}},
		{"torus:4x4", 4, 0, {2, 2, 2, 2}},
		{"torus:5x3,hosts=2", 2, 2, {3, 5}},
		{"torus:7x6x5", 3, 3, {5, 6, 7}},
		{"torus:5x4x2,links=3", 4, 1, {2, 2, 2, 5}},
		{"torus:5x5x3x3", 4, 4, {3, 3, 5, 5}},
		{"mesh:4x4,hosts=1", 2, 0, {4, 4}},
		{"mesh:2x3x7", 3, 0, {2, 3, 7}},
		{"hypercube:6", 6, 0, {2, 2, 2, 2, 2, 2}},
	};
	for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
		g_autoptr(Graph) graph = NULL;
		g_autoptr(Grid) grid = grid_of(grids[i].spec, &graph);
		guint rings = 0;
		ck_assert_msg(grid != NULL, "%s is no grid", grids[i].spec);
		assert_sizes(grid, grids[i].size, grids[i].n);
		assert_coordinates(graph, grid);
		for (guint d = 0; d < grid->n; d++)
			rings += grid->ring[d];
		ck_assert_uint_eq(rings, grids[i].rings);
		for (guint d = 1; d < grid->n; d++)
			ck_assert_msg(d < rings || d == rings || grid->size[d - 1] >= grid->size[d],
				      "%s: a short row before a long one", grids[i].spec);
		for (guint d = 0; d < grid->n; d++)
			ck_assert_msg(grid->ring[d] == (d < rings), "%s: a row before a ring", grids[i].spec);
	}
}
END_TEST

/* Where a switch stands in a dimension, by its name: torus-2-0-5. */
static int place_of(const Fabric *fabric, guint32 v, guint d)
{
	g_auto(GStrv) part = g_strsplit(fabric_name(fabric, fabric->switches[v]), "-", -1);
	return atoi(part[d + 1]);
}

/*
 * Coordinates are those of the whole torus but for where counting begins, which way it goes, and the order of the
 * dimensions: for each dimension there is one in which the same switches are alike.
 */
static void assert_same_places(const Fabric *fabric, const Graph *g, const Grid *grid, const char *spec)
{
	guint matched = 0;
	for (guint d = 0; d < grid->n; d++)
		for (guint e = 0; e < grid->n; e++) {
			const guint32 *at = grid->at + (gsize)e * g->n_switches;
			gboolean same = TRUE;
			for (guint32 v = 1; v < g->n_switches && same; v++)
				same = (at[v] == at[0]) == (place_of(fabric, v, d) == place_of(fabric, 0, d));
			matched += same;
		}
	ck_assert_msg(matched == grid->n, "%s: other places", spec);
}

START_TEST(damaged_grids_are_found)
{
	static const struct {
		const char *spec;
		guint n;
		guint32 size[3];
	} tori[] = {{"torus:6x6", 2, {6, 6}},      {"torus:8x5", 2, {5, 8}},      {"torus:6x6x6", 3, {6, 6, 6}},
		    {"torus:8x8x8", 3, {8, 8, 8}}, {"torus:5x7x9", 3, {5, 7, 9}}, {"torus:5x5x5", 3, {5, 5, 5}}};
	static const char *const damage[] = {"links:1%",  "links:2%",   "links:3%",
					     "links:10%", "switches:1", "switches:1%"};
	guint found = 0, all = 0;
	for (guint i = 0; i < G_N_ELEMENTS(tori); i++) {
		guint32 whole = 1;
		for (guint d = 0; d < tori[i].n; d++)
			whole *= tori[i].size[d];
		for (guint k = 0; k < G_N_ELEMENTS(damage); k++)
			for (guint seed = 1; seed <= 5; seed++) {
				g_autofree char *spec =
					g_strdup_printf("%s,hosts=1,fail=%s,seed=%u", tori[i].spec, damage[k], seed);
				g_autoptr(GError) error = NULL;
				g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
				if (!fabric)
					continue;
				g_autoptr(Graph) graph = graph_new(fabric, &error);
				g_autoptr(Grid) grid = grid_find(graph, &error);
				assert_no_error(error);
				all++;
				if (!grid)
					continue;
				found++;
				assert_coordinates(graph, grid);
				ck_assert_int_eq(grid->whole, graph->n_channels == whole * tori[i].n * 2);
				assert_sizes(grid, tori[i].size, tori[i].n);
				assert_same_places(fabric, graph, grid, spec);
			}
	}
	printf("%u of %u damaged tori are found\n", found, all);
	ck_assert_uint_ge(found * 10, all * 9);
}
END_TEST

/* Switches at the border of a mesh have few cables to tell by, those in a corner perhaps one. */
START_TEST(damaged_meshes_are_found)
{
	static const struct {
		const char *spec;
		guint n;
		guint32 size[3];
	} meshes[] = {{"mesh:14x14", 2, {14, 14}}, {"mesh:20x8", 2, {8, 20}}, {"mesh:8x7x5", 3, {5, 7, 8}}};
	static const char *const damage[] = {"links:2%", "links:5%"};
	guint found = 0, all = 0;
	for (guint i = 0; i < G_N_ELEMENTS(meshes); i++)
		for (guint k = 0; k < G_N_ELEMENTS(damage); k++)
			for (guint seed = 1; seed <= 10; seed++) {
				g_autofree char *spec =
					g_strdup_printf("%s,hosts=1,fail=%s,seed=%u", meshes[i].spec, damage[k], seed);
				g_autoptr(Graph) graph = NULL;
				g_autoptr(Grid) grid = grid_of(spec, &graph);
				all++;
				if (!grid)
					continue;
				found++;
				assert_coordinates(graph, grid);
				assert_sizes(grid, meshes[i].size, meshes[i].n);
			}
	printf("%u of %u damaged meshes are found\n", found, all);
	ck_assert_uint_ge(found * 10, all * 8);
}
END_TEST

START_TEST(what_is_no_grid_is_none)
{
	static const char *const others[] = {"karytree:3,3",
					     "dragonfly:a=4,p=2,h=2",
					     "random:switches=30,hosts=2",
					     "hyperx:4x4",
					     "kautz:3,3",
					     "slimfly:5",
					     "fattree:ports=8,levels=3",
					     "random:switches=40,ports=6,hosts=1,seed=7",
					     "xgft:3;3,2,3;1,2,2",
					     "karytree:4,3,fail=links:5%,seed=2",
					     "clos:leaves=6,hosts=4,spines=3,links=2"};
	for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
		g_autoptr(Graph) graph = NULL;
		g_autoptr(Grid) grid = grid_of(others[i], &graph);
		ck_assert_msg(grid == NULL, "%s is a grid", others[i]);
	}
}
END_TEST

/* ---- cuts */

/* The lanes whose cut a move of some hops upwards goes straight through; downwards from its end it is the same. */
static guint spoilt(const guint32 *cut, guint lanes, guint32 size, guint32 from, guint32 hops)
{
	guint mask = 0;
	for (guint32 k = 1; k < hops; k++)
		for (guint lane = 0; lane < lanes; lane++)
			if (cut[lane] == (from + k) % size)
				mask |= 1u << lane;
	return mask;
}

/*
 * Every choice of one shortest move in each ring has a lane: the longest that have one direction only, which pass all
 * that shorter ones do, and of those half-way round the direction that passes fewer positions.
 */
static void assert_all_served(const guint32 *size, guint ring, guint rings, const GridCuts *cuts, guint mask)
{
	if (ring == rings) {
		ck_assert_uint_ne(mask, (1u << cuts->n_lanes) - 1);
		return;
	}
	guint32 n = size[ring], half = n / 2;
	for (guint32 from = 0; from < n; from++) {
		guint32 to = (from + half) % n;
		guint all = mask | spoilt(cuts->at[ring], cuts->n_lanes, n, from, (n - 1) / 2);
		assert_all_served(size, ring + 1, rings, cuts, all);
		if (n % 2 == 0 &&
		    grid_cuts_passed(cuts, ring, n, from, half) <= grid_cuts_passed(cuts, ring, n, to, half))
			assert_all_served(size, ring + 1, rings, cuts,
					  mask | spoilt(cuts->at[ring], cuts->n_lanes, n, from, half));
	}
}

START_TEST(cuts_leave_every_path_a_lane)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(7);
	for (guint i = 0; i < 60; i++) {
		guint rings = (guint)g_rand_int_range(rand, 1, 4);
		guint32 size[3];
		GridCuts cuts;
		for (guint ring = 0; ring < rings; ring++)
			size[ring] = (guint32)g_rand_int_range(rand, 4, 15);
		ck_assert(grid_cuts_find(size, rings, GRID_LANES, &cuts));
		ck_assert_uint_gt(cuts.n_lanes, rings);
		ck_assert_uint_le(cuts.n_lanes, 1u << rings);
		assert_all_served(size, 0, rings, &cuts, 0);
	}
}
END_TEST

START_TEST(too_few_lanes_are_refused)
{
	GridCuts cuts;
	ck_assert(!grid_cuts_find((guint32[]){8, 8}, 2, 2, &cuts));
	ck_assert(grid_cuts_find((guint32[]){8, 8}, 2, 3, &cuts));
	ck_assert(!grid_cuts_find((guint32[]){5, 5, 5}, 3, 3, &cuts));
	ck_assert(grid_cuts_find((guint32[]){5, 5, 5}, 3, 4, &cuts));
}
END_TEST

/* ---- routing on them */

START_TEST(tori_are_routed_minimally_with_few_lanes)
{
	static const struct {
		const char *spec;
		guint lanes;
	} tori[] = {{"torus:5x5,hosts=1", 3},   {"torus:7x7,hosts=2", 3},   {"torus:8x8,hosts=1", 3},
		    {"torus:5x5x5,hosts=1", 4}, {"torus:6x6x6,hosts=1", 4}, {"torus:3x5x3x3,hosts=1", 2},
		    {"torus:9x3x4,hosts=2", 2}, {"torus:18x3,hosts=1", 2}};
	for (guint i = 0; i < G_N_ELEMENTS(tori); i++)
		for (guint asymmetric = 0; asymmetric < 2; asymmetric++) {
			g_autoptr(GError) error = NULL;
			g_autoptr(Fabric) fabric = fixture_synth(tori[i].spec);
			RoutingOptions options = {.max_vls = 8, .threads = 1, .asymmetric = asymmetric != 0};
			g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
			assert_no_error(error);
			ck_assert_uint_eq(routing->nonminimal_pairs, 0);
			/* Being safe on any SL may take one more. */
			ck_assert_uint_le(routing->vls_needed, tori[i].lanes + (routing->path_sl ? 0 : 1));
			ck_assert_ptr_nonnull(routing->mcast);
		}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {grids_are_found_whatever_their_shape,
				      damaged_grids_are_found,
				      damaged_meshes_are_found,
				      what_is_no_grid_is_none,
				      cuts_leave_every_path_a_lane,
				      too_few_lanes_are_refused,
				      tori_are_routed_minimally_with_few_lanes,
				      NULL};
	return fixture_run("grid", tests);
}
