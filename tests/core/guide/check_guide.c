/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks guides: what part of the pairs keeps a shortest path, in families of fabrics, damaged ones, and whatever the
 * numbers.
 */
#include "core/guide/guide.h"

#include "core/graph/bfs.h"
#include "core/guide/guide_sample.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"
#include "tests/core/guide/guide_case.h"

#include <string.h>

static void assert_places(const char *name, const Graph *graph, const Guide *guide)
{
	g_autofree guint8 *taken = g_malloc0(graph->n_channels + 1);
	gboolean once = TRUE;
	for (guint32 c = 0; c < graph->n_channels; c++) {
		once &= guide->place[c] < graph->n_channels && !taken[guide->place[c]];
		if (once)
			taken[guide->place[c]] = 1;
	}
	ck_assert_msg(once, "%s: places are no permutation", name);
}

/* Pairs of hosts on two switches that have a path, and of these such with one that is shortest and ascends. */
typedef struct {
	guint64 all, served;
} Pairs;

/* Goes back from the target over channels that ascend, by hops, with sets of last channels: not as the guide does. */
static void count_pairs(const Graph *g, const Guide *guide, guint32 target, const guint8 *hops, Pairs *pairs)
{
	g_autofree guint8 *good = g_malloc0(g->n_channels + 1); /* a path that begins with this channel ascends */
	for (guint distance = 1; distance < GRAPH_FAR; distance++)
		for (guint32 c = 0; c < g->n_channels; c++) {
			if (hops[g->from[c]] != distance || hops[g->to[c]] != distance - 1)
				continue;
			good[c] = distance == 1;
			for (guint32 next = g->first[g->to[c]]; next < g->first[g->to[c] + 1]; next++)
				good[c] |= good[next] && hops[g->to[next]] + 2u == distance &&
					   guide->place[next] > guide->place[c];
		}
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint8 any = 0;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
			any |= good[c];
		guint64 hosts = v == target || hops[v] == GRAPH_FAR ? 0 : (guint64)g->hosts[v] * g->hosts[target];
		pairs->all += hosts;
		pairs->served += any ? hosts : 0;
	}
}

/* The part covered, of all pairs. */
static double covered(const Graph *g, const Guide *guide)
{
	Pairs pairs = {0, 0};
	g_autofree guint8 *hops = graph_hops(g, NULL);
	for (guint32 v = 0; v < g->n_switches; v++)
		if (g->hosts[v])
			count_pairs(g, guide, v, hops + (gsize)v * g->n_switches, &pairs);
	return pairs.all ? (double)pairs.served / (double)pairs.all : 1;
}

static void assert_covers(const char *name, const Fabric *fabric, double least, gboolean count)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Graph) graph = graph_new(fabric, &error);
	assert_no_error(error);
	g_autoptr(Guide) guide = guide_new(graph, &error), again = guide_new(graph, &error);
	assert_no_error(error);
	assert_places(name, graph, guide);
	ck_assert_msg(guide->covered >= least && guide->covered <= 1, "%s: %s covers %f, not %f", name, guide->kind,
		      guide->covered, least);
	ck_assert_mem_eq(guide->place, again->place, graph->n_channels * sizeof *guide->place);
	if (count) {
		double part = covered(graph, guide);
		ck_assert_msg(part >= least - 0.01, "%s: %s covers %f of all, not %f", name, guide->kind, part, least);
	}
}

/* As it is, and with other numbers. */
static void assert_spec(const char *spec, double least, guint seeds)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
	assert_no_error(error);
	for (guint seed = 0; seed <= seeds; seed++) {
		g_autoptr(Fabric) other = guide_case_renumber(fabric, seed);
		assert_covers(spec, other, least, other->n_switches <= 200);
	}
}

static const char *const trees[] = {"karytree:3,3",
				    "karytree:3,4",
				    "fattree:ports=12,levels=3",
				    "fattree:ports=12,levels=2,oversubscription=2",
				    "xgft:3;4,4,4;1,2,3",
				    "clos:leaves=24,hosts=18,spines=12",
				    "odin",
				    "chic",
				    "atlas",
				    "ranger"};

START_TEST(trees_are_covered)
{
	for (guint i = 0; i < G_N_ELEMENTS(trees); i++)
		assert_spec(trees[i], 1, 2);
}
END_TEST

START_TEST(damaged_trees_are_nearly_covered)
{
	static const char *const damage[] = {"links:3%", "links:15%", "switches:4", "hosts:60%"};
	for (guint i = 0; i < 4; i++)
		for (guint k = 0; k < G_N_ELEMENTS(damage); k++)
			for (guint seed = 1; seed <= 3; seed++) {
				g_autofree char *spec =
					g_strdup_printf("%s,fail=%s,seed=%u", trees[i], damage[k], seed);
				assert_spec(spec, k == 1 ? 0.9 : 0.98, 1);
			}
}
END_TEST

/* Takes out one of so many cables between switches. */
static void lose_cables(Fabric *fabric, gint one_of, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		guint32 peer = fabric->ports[i].peer;
		if (peer != FABRIC_NONE && i < peer && fabric_is_switch(fabric, fabric->ports[i].node) &&
		    fabric_is_switch(fabric, fabric->ports[peer].node) && !g_rand_int_range(rand, 0, one_of))
			fabric_uncable(fabric, i);
	}
	ck_assert(fabric_seal(fabric, NULL));
}

START_TEST(directors_are_covered)
{
	g_autoptr(Fabric) small = guide_case_directors(12, 4, 8), large = guide_case_directors(104, 36, 8);
	g_autoptr(Fabric) other = guide_case_renumber(small, 1);
	assert_covers("directors", small, 0.97, FALSE);
	assert_covers("directors", other, 0.97, FALSE);
	assert_covers("directors", large, 0.97, FALSE);
	lose_cables(small, 20, 1);
	lose_cables(large, 20, 2);
	assert_covers("damaged directors", small, 0.97, FALSE);
	assert_covers("damaged directors", large, 0.97, FALSE);
}
END_TEST

/*
 * Without halves of classes of parallel cables own LIDs of inner spines are stranded in each of these: no path ascends
 * to them, or from them.
 */
START_TEST(parallel_cables_are_halved)
{
	static const char *const sizes[] = {"ports=36,chip=12,ratio=1,hosts=150", "ports=36,chip=12,ratio=2,hosts=200",
					    "ports=36,chip=12,ratio=2,hosts=300",
					    "ports=144,chip=24,ratio=2,hosts=700"};
	for (guint i = 0; i < 4 * G_N_ELEMENTS(sizes); i++) {
		GError *error = NULL;
		g_autofree char *spec = g_strconcat("directors:levels=2,", sizes[i / 4], NULL);
		g_autoptr(Fabric) made = synth_fabric(spec, &error);
		g_autoptr(Fabric) fabric = made ? guide_case_renumber(made, i % 4) : NULL;
		g_autoptr(Graph) graph = fabric ? graph_new(fabric, &error) : NULL;
		g_autoptr(Guide) guide = graph ? guide_new(graph, &error) : NULL;
		g_auto(GuideSample) sample = {0};
		ck_assert_msg(guide && guide_sample_init(&sample, graph, graph->n_switches, &error), "%s: %s", spec,
			      error ? error->message : "");
		ck_assert_msg(sample.pairs && guide_sample_covered(&sample, guide->place) >= 1, "%s: pairs of hosts",
			      spec);
		ck_assert_msg(!guide_sample_stranded(&sample, guide->place), "%s: switches", spec);
	}
}
END_TEST

typedef struct {
	const char *spec;
	double least;
} Bound;

static void assert_bounds(const Bound *bounds, gsize n)
{
	for (gsize i = 0; i < n; i++)
		assert_spec(bounds[i].spec, bounds[i].least, 3);
}

START_TEST(grids_and_cubes_are_covered)
{
	static const Bound whole[] = {
		{"hypercube:4", 1}, {"hypercube:7", 1},        {"mesh:9", 1},           {"mesh:8x8", 1},
		{"mesh:5x4x3", 1},  {"mesh:2x3x7", 1},         {"mesh:4x4,links=3", 1}, {"torus:4x4", 1},
		{"torus:4x4x4", 1}, {"torus:3x4,links=2", 1},  {"hyperx:5x5", 1},       {"hyperx:4x3x5", 1},
		{"hyperx:12x8", 1}, {"fastree:switches=9", 1},
	};
	assert_bounds(whole, G_N_ELEMENTS(whole));
}
END_TEST

START_TEST(rings_lose_what_crosses_the_cut)
{
	static const Bound rings[] = {
		{"torus:5", 0.9},    {"torus:8", 0.89},     {"torus:5x5", 0.84},         {"torus:5x4", 0.91},
		{"torus:8x8", 0.81}, {"torus:6x6x6", 0.84}, {"torus:5x4x3,links=2", 0.9}};
	assert_bounds(rings, G_N_ELEMENTS(rings));
}
END_TEST

START_TEST(damaged_grids_are_nearly_covered)
{
	static const Bound damaged[] = {{"mesh:8x8,fail=links:1", 0.97},       {"mesh:8x8,fail=links:3%", 0.95},
					{"mesh:8x8,fail=switches:2", 0.91},    {"torus:4x4x4,fail=links:3%", 0.95},
					{"torus:4x4x4,fail=switches:2", 0.97}, {"hypercube:6,fail=links:5%", 0.93},
					{"hypercube:6,fail=switches:3", 0.97}, {"hyperx:5x5,fail=links:5%", 0.97},
					{"hyperx:5x5,fail=switches:2", 0.97}};
	assert_bounds(damaged, G_N_ELEMENTS(damaged));
}
END_TEST

START_TEST(all_else_is_covered_in_part)
{
	static const Bound others[] = {{"deimos", 0.94},
				       {"dragonfly:a=4,p=2,h=2", 0.75},
				       {"kautz:3,3", 0.88},
				       {"kautz:2,3", 0.9},
				       {"slimfly:5", 0.7},
				       {"random:switches=16,ports=8,hosts=3,seed=5", 0.88},
				       {"random:switches=43,ports=24,hosts=12,seed=7", 0.92}};
	assert_bounds(others, G_N_ELEMENTS(others));
}
END_TEST

START_TEST(what_is_hardly_a_fabric)
{
	static const char *const pictures[] = {"A:2",
					       "A-B",
					       "A-B A-B A-B A:2 B:3",

					       "A-B C-D A:1 B:2 C:3 D:1",
					       "A-B B-C A:1",
					       "A-B B-C C-A D:1"};
	for (guint i = 0; i < G_N_ELEMENTS(pictures); i++) {
		g_autoptr(Fabric) fabric = fixture_fabric(pictures[i]);
		assert_covers(pictures[i], fabric, 1, TRUE);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {trees_are_covered,
				      damaged_trees_are_nearly_covered,
				      directors_are_covered,
				      grids_and_cubes_are_covered,
				      rings_lose_what_crosses_the_cut,
				      damaged_grids_are_nearly_covered,
				      all_else_is_covered_in_part,
				      what_is_hardly_a_fabric,
				      parallel_cables_are_halved,
				      NULL};
	return fixture_run("guide", tests);
}
