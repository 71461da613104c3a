/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The 112 efficiencies that the paper on IBSim prints, beside ours of the options that are the defaults (a
 * space-filling curve through the sites is what the paper says of its mapping): how far they are apart, and whether
 * what the paper concludes from its figures follows from ours too. bench/workload.sh prints them one by one.
 *
 * No curve explains what is printed of FasTrees with 288 hosts, where a careful mapping gains next to nothing over a
 * random one. Rows come near; conclusions on these fabrics are tested with rows.
 */
#include "core/engines/engine.h"
#include "generator/synth/synth.h"
#include "evaluator/workload/workload_case.h"
#include "tests/asserts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Points between printed and ours, on average and in the worst case; measured: 1.87 and 26.7. */
#define MOST_MEAN 1.95
#define MOST_WORST 27.5
/* The same without the FasTree of 288 hosts; measured: 1.28 and 10.4. */
#define MOST_MEAN_BUT_ONE 1.35
#define MOST_WORST_BUT_ONE 11.0
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
static gdouble printed[GRAINS][BALANCES][FABRICS][MAPPINGS], ours[GRAINS][BALANCES][FABRICS][MAPPINGS],
	in_rows[GRAINS][BALANCES][FABRICS][MAPPINGS];

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

static gdouble simulate(const StreamTable *routes, const Mapping *hosts, guint grain, guint balance,
			WorkloadCells cells)
{
	WorkloadSetup setup = {.name = "nearest-2d",
			       .iterations = 10,
			       .sites = WORKLOAD_SITES,
			       .time = grains[grain].time,
			       .bytes = grains[grain].bytes,
			       .balance = balance == BALANCED ? 0.01 : 0.1,
			       .bytes_spread = 0.01,
			       .cells = cells,
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
		for (guint b = 0; b < BALANCES; b++) {
			ours[g][b][f][MAPPED] = simulate(routes, hosts, g, b, CELLS_CURVE);
			in_rows[g][b][f][MAPPED] = simulate(routes, hosts, g, b, CELLS_ROWS);
			ours[g][b][f][RANDOM] = simulate(routes, hosts, g, b, CELLS_RANDOM);
			in_rows[g][b][f][RANDOM] = ours[g][b][f][RANDOM];
		}
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
	gdouble sum = 0, sum_but_one = 0;
	guint n = 0, n_but_one = 0;
	EACH(g, b, f, m, MEDIUM, ULTRA_FINE)
	{
		gdouble apart = fabs(ours[g][b][f][m] - printed[g][b][f][m]);
		ck_assert_msg(apart <= (f == FAST288 ? MOST_WORST : MOST_WORST_BUT_ONE),
			      "%s, %s %u, balance %u, mapping %u: %.1f, printed %.1f", grains[g].name, fabrics[f].name,
			      fabrics[f].nodes, b, m, ours[g][b][f][m], printed[g][b][f][m]);
		sum += apart;
		n++;
		sum_but_one += f == FAST288 ? 0 : apart;
		n_but_one += f != FAST288;
	}
	ck_assert_uint_eq(n, 112);
	ck_assert_msg(sum / n <= MOST_MEAN, "%.2f points apart on average", sum / n);
	ck_assert_msg(sum_but_one / n_but_one <= MOST_MEAN_BUT_ONE, "%.2f points apart on average but for one fabric",
		      sum_but_one / n_but_one);
}
END_TEST

/* A conclusion is tested on both tables, so that it is known to be one that the paper's own figures bear. */
typedef const gdouble (*Table)[BALANCES][FABRICS][MAPPINGS];
static Table table_of(gint i)
{
	return (Table)(i ? ours : printed);
}

/* The same where it is about FasTrees of 288 hosts. */
static Table table_with_rows(gint i)
{
	return (Table)(i ? in_rows : printed);
}

/* The fat tree of the same nodes stands behind a FasTree. */
START_TEST(test_fastrees_equal_fat_trees_until_very_fine_grain)
{
	Table t = table_of(_i);
	EACH(g, b, f, m, MEDIUM, FINE)
	if (f == FAST72 || f == FAST144 || f == FAST288)
		ck_assert_double_eq_tol(t[g][b][f][m], t[g][b][f + 1][m], g == MEDIUM ? 2 : 5);
	t = table_with_rows(_i);
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
			ck_assert_double_lt(fabs(loss), 5.1);
		if (g == ULTRA_FINE)
			ck_assert_double_lt(fabs(loss), 1);
	}
}
END_TEST

/* "Adding more nodes doesn't even necessarily improve the wall clock time": speed-ups on FasTrees. */
START_TEST(test_more_nodes_may_be_slower_at_ultra_fine_grain)
{
	Table t = table_with_rows(_i);
	ck_assert_double_lt(t[ULTRA_FINE][BALANCED][FAST288][MAPPED] * 2304,
			    t[ULTRA_FINE][BALANCED][FAST144][MAPPED] * 1089);
	ck_assert_double_gt(t[MEDIUM][BALANCED][FAST288][MAPPED] * 2304,
			    t[MEDIUM][BALANCED][FAST144][MAPPED] * 1089 * 2);
}
END_TEST

/* Twice the nodes for next to no speed, with the curve too. */
START_TEST(test_more_nodes_hardly_help_at_ultra_fine_grain)
{
	Table t = table_of(_i);
	for (guint b = 0; b < BALANCES; b++) {
		ck_assert_double_lt(t[ULTRA_FINE][b][FAST144][MAPPED] * 1089,
				    1.2 * t[ULTRA_FINE][b][FAST72][MAPPED] * 576);
		ck_assert_double_gt(t[MEDIUM][b][FAST144][MAPPED] * 1089, 1.85 * t[MEDIUM][b][FAST72][MAPPED] * 576);
	}
}
END_TEST

/* ---- the farm, of which the paper has words only */

static WorkloadFacts *run_farm(const char *spec, gdouble balance, guint32 pieces)
{
	g_autoptr(Fabric) fabric = synth_fabric(spec, NULL);
	ck_assert(fabric && fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Lft) lft = route(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(StreamTable) routes = stream_table_new(paths, NULL);
	g_autoptr(Mapping) hosts = mapping_new(fabric, MAPPING_LINEAR, NULL, 1, NULL);
	WorkloadSetup setup = {.name = "farm",
			       .iterations = pieces,
			       .sites = WORKLOAD_SITES,
			       .time = 10e-3,
			       .bytes = 100e3,
			       .balance = balance,
			       .bytes_spread = 0.01,
			       .speeds = {.host = 3.15e9, .link = 3.15e9, .memory = 30e9},
			       .seed = 1};
	g_autoptr(WorkloadCase) workload = workload_case_new(routes->paths, hosts, &setup, NULL);
	ck_assert_ptr_nonnull(workload);
	WorkloadFacts *facts = workload_run(routes, &workload->model, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

/*
 * "Blocking occurs at the master node, and you would want a large amount of variance": with more of it fewer messages
 * wait for one another there, a third of them and less. It does not make the farm faster: the last piece ends later,
 * which costs the less the more pieces there are.
 */
START_TEST(test_variance_keeps_workers_apart)
{
	g_autoptr(WorkloadFacts) even = run_farm("single:hosts=36", 0.01, 100);
	g_autoptr(WorkloadFacts) uneven = run_farm("single:hosts=36", 0.1, 100);
	g_autoptr(WorkloadFacts) even_few = run_farm("single:hosts=36", 0.01, 10);
	g_autoptr(WorkloadFacts) uneven_few = run_farm("single:hosts=36", 0.1, 10);
	ck_assert_uint_lt(uneven->blocked * 5, even->blocked * 2);
	ck_assert_uint_lt(uneven_few->blocked * 3, even_few->blocked);
	ck_assert_double_lt(uneven_few->efficiency, even_few->efficiency - 0.025);
	ck_assert_double_lt(uneven->efficiency, even->efficiency);
	ck_assert_double_gt(uneven->efficiency, even->efficiency - 0.01);
}
END_TEST

/* Only the master's own port is full: a fabric behind it with a quarter of the cables makes no difference. */
START_TEST(test_a_farm_waits_at_its_master)
{
	g_autoptr(WorkloadFacts) wide = run_farm("clos:leaves=4,hosts=9,spines=1,links=9", 0.1, 50);
	g_autoptr(WorkloadFacts) narrow = run_farm("clos:leaves=4,hosts=9,spines=1,links=2", 0.1, 50);
	ck_assert_uint_gt(wide->blocked, 0);
	ck_assert_double_eq_tol(narrow->efficiency, wide->efficiency, 0.005);
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
	tcase_add_loop_test(c, test_more_nodes_hardly_help_at_ultra_fine_grain, 0, 2);
	tcase_add_test(c, test_variance_keeps_workers_apart);
	tcase_add_test(c, test_a_farm_waits_at_its_master);
	suite_add_tcase(s, c);
	SRunner *runner = srunner_create(s);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
