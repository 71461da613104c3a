/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The 112 efficiencies that the paper on IBSim prints, beside ours: how far they are apart, and whether what the paper
 * concludes from its figures follows from ours too. bench/workload.sh prints them one by one.
 */
#include "core/engines/engines.h"
#include "generator/synth/synth.h"
#include "evaluator/workload/workload_case.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MEAN 4.0   /* points between printed and ours, on average */
#define MOST_WORST 12.0 /* in the worst case */
#define CORES_OF_A_HOST 8

enum { SINGLE36, FAST72, FAT72, FAST144, FAT144, FAST288, FAT288, FABRICS };
enum { MEDIUM, FINE, VERY_FINE, ULTRA_FINE, GRAINS };
enum { BALANCED, UNBALANCED, BALANCES };
enum { MAPPED, RANDOM, MAPPINGS };

static const struct {
	const char *name;
	guint nodes;
	const char *spec;
} fabrics[FABRICS] = {
	{"single", 36, "single:hosts=36"},
	{"fastree", 72, "fastree:switches=3,hosts=24,links=6,ports=36"},
	{"fattree", 72, "clos:leaves=4,hosts=18,spines=2,links=9"},
	{"fastree", 144, "fastree:switches=6,hosts=24,links=2,ports=36"},
	{"fattree", 144, "clos:leaves=12,hosts=12,spines=6,links=3"},
	{"fastree", 288, "fastree:switches=12,hosts=24,links=1,ports=36"},
	{"fattree", 288, "clos:leaves=18,hosts=16,spines=9,links=2"},
};

static const struct {
	const char *name;
	gdouble time, bytes;
} grains[GRAINS] = {
	{"medium", 1e-6, 1024}, {"fine", 1e-7, 1024}, {"very-fine", 1e-8, 1024}, {"ultra-fine", 1e-8, 10240}};

/* In percent. */
static gdouble printed[GRAINS][BALANCES][FABRICS][MAPPINGS], ours[GRAINS][BALANCES][FABRICS][MAPPINGS];

static guint find_fabric(const char *name, guint nodes)
{
	for (guint f = 0; f < FABRICS; f++)
		if (g_str_equal(fabrics[f].name, name) && fabrics[f].nodes == nodes)
			return f;
	ck_abort_msg("no fabric %s of %u nodes", name, nodes);
	return 0;
}

static void read_printed(void)
{
	g_autofree char *path = g_build_filename(g_getenv("srcdir"), "bench", "microway-2009.figures", NULL),
			*text = NULL;
	ck_assert(g_file_get_contents(path, &text, NULL, NULL));
	g_auto(GStrv) line = g_strsplit(text, "\n", -1);
	guint rows = 0;
	for (guint i = 0; line[i]; i++) {
		char grain[20], fabric[20];
		guint balance, nodes, g = 0;
		gdouble mapped, random;
		if (line[i][0] == '#' || !line[i][0])
			continue;
		ck_assert_int_eq(
			sscanf(line[i], "%19s %u %19s %u %lf %lf", grain, &balance, fabric, &nodes, &mapped, &random),
			6);
		while (!g_str_equal(grains[g].name, grain))
			ck_assert_uint_lt(++g, GRAINS);
		gdouble *row = printed[g][balance == 1 ? BALANCED : UNBALANCED][find_fabric(fabric, nodes)];
		row[MAPPED] = mapped;
		row[RANDOM] = random;
		rows++;
	}
	ck_assert_uint_eq(rows, GRAINS * BALANCES * FABRICS);
}

static gdouble simulate(const StreamTable *routes, const Mapping *hosts, guint grain, guint balance, guint mapping)
{
	WorkloadSetup setup = {.name = "nearest-2d",
			       .iterations = 10,
			       .sites = WORKLOAD_SITES,
			       .time = grains[grain].time,
			       .bytes = grains[grain].bytes,
			       .balance = balance == BALANCED ? 0.01 : 0.1,
			       .bytes_spread = 0.01,
			       .cells = mapping == MAPPED ? CELLS_ROWS : CELLS_RANDOM,
			       .speeds = {.host = 3.15e9, .link = 3.15e9, .memory = 30e9},
			       .seed = 1};
	g_autoptr(WorkloadCase) workload = workload_case_new(routes->paths, hosts, &setup, NULL);
	ck_assert_ptr_nonnull(workload);
	g_autoptr(WorkloadFacts) facts = workload_run(routes, &workload->model, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts->efficiency * 100;
}

/* All of these fabrics have minimal routes without credit loops on one lane: no layering is needed. */
static Lft *route(const Fabric *fabric)
{
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	graph->threads = 1;
	g_autoptr(Routes) routes = routes_new(graph, NULL);
	ck_assert(engine_minhop.compute(graph, 1, routes, NULL));
	return lft_from_routes(graph, routes, NULL);
}

static void simulate_fabric(guint f)
{
	g_autoptr(Fabric) fabric = synth_fabric(fabrics[f].spec, NULL);
	ck_assert(fabric && fabric_assign_lids(fabric, 0, NULL, NULL));
	ck_assert_uint_eq(fabric->n_endpoints, fabrics[f].nodes);
	g_autoptr(Lft) lft = route(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(StreamTable) routes = stream_table_new(paths, NULL);
	g_autoptr(Mapping) hosts = mapping_new(fabric, MAPPING_LINEAR, NULL, CORES_OF_A_HOST, NULL);
	for (guint g = 0; g < GRAINS; g++)
		for (guint b = 0; b < BALANCES; b++)
			for (guint m = 0; m < MAPPINGS; m++)
				ours[g][b][f][m] = simulate(routes, hosts, g, b, m);
}

static void set_up(void)
{
	read_printed();
	for (guint f = 0; f < FABRICS; f++)
		simulate_fabric(f);
}

#define EACH(g, b, f, m, from, to)                                                                                     \
	for (guint g = (from); g <= (to); g++)                                                                         \
		for (guint b = 0; b < BALANCES; b++)                                                                   \
			for (guint f = 0; f < FABRICS; f++)                                                            \
				for (guint m = 0; m < MAPPINGS; m++)

START_TEST(test_figures)
{
	gdouble sum = 0;
	guint n = 0;
	EACH(g, b, f, m, MEDIUM, ULTRA_FINE)
	{
		gdouble apart = fabs(ours[g][b][f][m] - printed[g][b][f][m]);
		ck_assert_msg(apart <= MOST_WORST, "%s, %s %u, balance %u, mapping %u: %.1f, printed %.1f",
			      grains[g].name, fabrics[f].name, fabrics[f].nodes, b, m, ours[g][b][f][m],
			      printed[g][b][f][m]);
		sum += apart;
		n++;
	}
	ck_assert_uint_eq(n, 112);
	ck_assert_msg(sum / n <= MOST_MEAN, "%.2f points apart on average", sum / n);
}
END_TEST

/* A conclusion is tested on both tables, so that it is known to be one that the paper's own figures bear. */
typedef const gdouble (*Table)[BALANCES][FABRICS][MAPPINGS];
static Table table_of(gint i)
{
	return (Table)(i ? ours : printed);
}

/* The fat tree of the same nodes stands behind a FasTree. */
START_TEST(test_fastrees_equal_fat_trees_until_very_fine_grain)
{
	Table t = table_of(_i);
	EACH(g, b, f, m, MEDIUM, FINE)
	if (f == FAST72 || f == FAST144 || f == FAST288)
		ck_assert_double_eq_tol(t[g][b][f][m], t[g][b][f + 1][m], g == MEDIUM ? 2 : 5);
	for (guint b = 0; b < BALANCES; b++)
		for (guint m = 0; m < MAPPINGS; m++) {
			ck_assert_double_gt(t[VERY_FINE][b][FAT288][m], t[VERY_FINE][b][FAST288][m] + 9);
			ck_assert_double_gt(t[ULTRA_FINE][b][FAT288][m], 1.8 * t[ULTRA_FINE][b][FAST288][m]);
		}
}
END_TEST

START_TEST(test_mapping_begins_to_matter_at_very_fine_grain)
{
	Table t = table_of(_i);
	gdouble gain[GRAINS] = {0};
	EACH(g, b, f, m, MEDIUM, ULTRA_FINE)
	gain[g] += (m == MAPPED ? 1 : -1) * t[g][b][f][m] / (BALANCES * FABRICS);
	ck_assert_double_lt(fabs(gain[MEDIUM]), 1);
	ck_assert_double_lt(gain[FINE], 3);
	ck_assert_double_gt(gain[VERY_FINE], 10);
	for (guint b = 0; b < BALANCES; b++)
		for (guint f = SINGLE36; f <= FAT288; f++) {
			ck_assert_double_gt(t[VERY_FINE][b][f][MAPPED], t[VERY_FINE][b][f][RANDOM]);
			ck_assert_double_gt(t[ULTRA_FINE][b][f][MAPPED], t[ULTRA_FINE][b][f][RANDOM]);
		}
}
END_TEST

START_TEST(test_balance_stops_mattering_at_very_fine_grain)
{
	Table t = table_of(_i);
	EACH(g, b, f, m, MEDIUM, ULTRA_FINE)
	{
		gdouble loss = t[g][BALANCED][f][m] - t[g][UNBALANCED][f][m];
		if (g == MEDIUM)
			ck_assert_double_gt(loss, 10);
		if (g == VERY_FINE)
			ck_assert_double_lt(fabs(loss), 5);
		if (g == ULTRA_FINE)
			ck_assert_double_lt(fabs(loss), 1);
	}
}
END_TEST

/* "Adding more nodes doesn't even necessarily improve the wall clock time": speed-ups on FasTrees. */
START_TEST(test_more_nodes_may_be_slower_at_ultra_fine_grain)
{
	Table t = table_of(_i);
	ck_assert_double_lt(t[ULTRA_FINE][BALANCED][FAST288][MAPPED] * 2304,
			    t[ULTRA_FINE][BALANCED][FAST144][MAPPED] * 1089);
	ck_assert_double_gt(t[MEDIUM][BALANCED][FAST288][MAPPED] * 2304,
			    t[MEDIUM][BALANCED][FAST144][MAPPED] * 1089 * 2);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("workload_paper");
	TCase *c = tcase_create("paper");
	tcase_add_unchecked_fixture(c, set_up, NULL);
	tcase_set_timeout(c, 120);
	tcase_add_test(c, test_figures);
	tcase_add_loop_test(c, test_fastrees_equal_fat_trees_until_very_fine_grain, 0, 2);
	tcase_add_loop_test(c, test_mapping_begins_to_matter_at_very_fine_grain, 0, 2);
	tcase_add_loop_test(c, test_balance_stops_mattering_at_very_fine_grain, 0, 2);
	tcase_add_loop_test(c, test_more_nodes_may_be_slower_at_ultra_fine_grain, 0, 2);
	suite_add_tcase(s, c);
	SRunner *runner = srunner_create(s);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
