/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who sends to whom, where tasks run, and what a user's words become. */
#include "core/base/error.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/workload/workload_case.h"
#include "evaluator/workload/workload_random.h"
#include "tests/evaluator/workload/workload_bed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every message of an exchange once, and as many expected as are sent. */
static void check_exchange(const Exchange *x)
{
	for (guint32 v = 0; v < x->variants; v++) {
		g_autofree guint32 *come = g_new0(guint32, x->tasks);
		for (guint32 t = 0; t < x->tasks; t++) {
			gsize sender = (gsize)v * x->tasks + t;
			for (gsize i = x->first[sender]; i < x->first[sender + 1]; i++) {
				ck_assert_uint_ne(x->target[i], t);
				come[x->target[i]]++;
			}
		}
		ck_assert_mem_eq(come, x->expected + (gsize)v * x->tasks, x->tasks * sizeof(guint32));
	}
}

START_TEST(test_exchanges)
{
	g_autoptr(Exchange) square = exchange_grid(5, 2, NULL), cube = exchange_grid(4, 3, NULL),
			    random = exchange_random(9, 6, 1, NULL);
	g_autoptr(Pattern) all = pattern_new("alltoall", NULL), drawn = pattern_new("permutation", NULL);
	ck_assert(pattern_fit(all, 7, NULL) && pattern_fit(drawn, 7, NULL));
	g_autoptr(Exchange) shifts = exchange_pattern(all, 1, NULL), permutation = exchange_pattern(drawn, 1, NULL);
	check_exchange(square);
	check_exchange(cube);
	check_exchange(random);
	check_exchange(shifts);
	check_exchange(permutation);
	ck_assert_uint_eq(exchange_messages(square, 0), 2 * 2 * 4 * 5);
	ck_assert_uint_eq(exchange_messages(cube, 0), 2 * 3 * 3 * 16);
	ck_assert_uint_eq(square->expected[12], 4); /* inside */
	ck_assert_uint_eq(square->expected[0], 2);  /* a corner */
	ck_assert_uint_eq(cube->expected[1], 4);    /* an edge */
	ck_assert_uint_eq(exchange_messages(shifts, 0), 7 * 6);
	for (guint32 t = 0; t < 7; t++) /* each in the order of the rounds */
		for (guint32 k = 0; k < 6; k++)
			ck_assert_uint_eq(shifts->target[shifts->first[t] + k], (t + k + 1) % 7);
	ck_assert_uint_eq(exchange_messages(permutation, 0), 7);
	ck_assert(memcmp(random->target, random->target + 9, 9 * sizeof(guint32)) != 0);
}
END_TEST

/* Each step of the curve goes to a neighbour, and it comes past every point. */
START_TEST(test_hilbert)
{
	const guint dims = _i < 4 ? 2 : 3, bits = _i % 4 + 1, cells = 1U << (dims * bits), mask = (1U << bits) - 1;
	g_autofree guint32 *at = g_new(guint32, cells);
	memset(at, 0xff, cells * sizeof(guint32));
	for (guint32 cell = 0; cell < cells; cell++) {
		guint32 point[] = {cell & mask, cell >> bits & mask, cell >> 2 * bits};
		guint64 distance = place_hilbert(point, dims, bits);
		ck_assert_uint_lt(distance, cells);
		ck_assert_uint_eq(at[distance], G_MAXUINT32);
		at[distance] = cell;
	}
	for (guint32 i = 1; i < cells; i++) {
		guint32 steps = 0;
		for (guint d = 0; d < dims; d++)
			steps += (guint32)abs((gint)(at[i] >> d * bits & mask) - (gint)(at[i - 1] >> d * bits & mask));
		ck_assert_uint_eq(steps, 1);
	}
}
END_TEST

/* Messages of a 16 x 16 grid that leave their host. */
static guint64 leaving(WorkloadCells cells)
{
	guint32 order[32];
	for (guint32 i = 0; i < 32; i++)
		order[i] = i;
	Placing placing = {256, 16, 0, 2, order, 32, 8, cells, 1};
	g_autoptr(Exchange) x = exchange_grid(16, 2, NULL);
	g_autofree guint32 *host = place_tasks(&placing, NULL), *on = g_new0(guint32, 32);
	guint64 n = 0;
	for (guint32 t = 0; t < 256; t++) {
		ck_assert_uint_lt(host[t], 32);
		ck_assert_uint_le(++on[host[t]], 8);
		for (gsize i = x->first[t]; i < x->first[t + 1]; i++)
			n += host[x->target[i]] != host[t];
	}
	return n;
}

START_TEST(test_places)
{
	ck_assert_uint_eq(leaving(CELLS_CURVE), 960 - 32 * 20); /* blocks of 2 x 4 have 10 pairs inside */
	ck_assert_uint_eq(leaving(CELLS_ROWS), 960 - 32 * 14);  /* strips of 1 x 8 have 7 */
	ck_assert_uint_gt(leaving(CELLS_RANDOM), 960 - 32 * 4);
}
END_TEST

/* The least distance of all sites of a cell, one by one. */
static guint64 first_visit(guint32 cell, guint32 side, guint32 sites, guint bits)
{
	guint64 least = G_MAXUINT64;
	for (guint32 x = 0; x < sites; x++)
		for (guint32 y = 0; y < sites; y++) {
			guint32 point[] = {cell % side * sites + x, cell / side * sites + y};
			least = MIN(least, place_hilbert(point, 2, bits));
		}
	return least;
}

/* Cells of several sites, in grids whose sides are no powers of two: in the order in which the curve comes to them. */
START_TEST(test_curve_runs_through_sites)
{
	static const guint32 grids[][2] = {{5, 3}, {3, 5}, {6, 5}, {4, 4}, {7, 1}, {1, 7}};
	guint32 side = grids[_i][0], sites = grids[_i][1], n = side * side, order[64];
	for (guint32 i = 0; i < n; i++)
		order[i] = i;
	Placing placing = {n, side, sites, 2, order, n, 1, CELLS_CURVE, 1};
	g_autofree guint32 *host = place_tasks(&placing, NULL);
	for (guint32 a = 0; a < n; a++) {
		guint32 before = 0;
		guint64 own = first_visit(a, side, sites, g_bit_storage(side * sites - 1));
		for (guint32 b = 0; b < n; b++)
			before += first_visit(b, side, sites, g_bit_storage(side * sites - 1)) < own;
		ck_assert_uint_eq(host[a], before);
	}
}
END_TEST

START_TEST(test_spread)
{
	Bed bed = bed_new();
	guint32 order[8];
	for (guint leaf = 0; leaf < 2; leaf++)
		for (guint i = 0; i < 4; i++)
			order[leaf * 4 + i] = host_of(&bed, leaf, i);
	ck_assert(place_spread(bed.paths, order, 8, NULL));
	for (guint i = 0; i < 8; i++)
		ck_assert_uint_eq(order[i], host_of(&bed, i % 2, i / 2));
	bed_free(&bed);
}
END_TEST

START_TEST(test_draws)
{
	gdouble sum = 0, squares = 0;
	const guint n = 20000;
	for (guint i = 0; i < n; i++) {
		gdouble x = draw_normal(&(Draw){1, DRAW_COMPUTE, i % 100, i / 100, 0}, 0.1) - 1;
		sum += x;
		squares += x * x;
		ck_assert_double_ge(draw_normal(&(Draw){1, DRAW_BYTES, i, 0, 0}, 10), NORMAL_LEAST);
	}
	ck_assert_double_eq_tol(sum / n, 0, 0.003);
	ck_assert_double_eq_tol(sqrt(squares / n), 0.1, 0.003);
}
END_TEST

static void refused(const Bed *bed, const WorkloadSetup *setup, const char *message)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Mapping) hosts = mapping_new(bed->fabric, MAPPING_LINEAR, NULL, 2, NULL);
	ck_assert_ptr_null(workload_case_new(bed->paths, hosts, setup, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
	ck_assert_str_eq(error->message, message);
}

START_TEST(test_cases)
{
	Bed bed = bed_new();
	WorkloadSetup setup = {.name = "nearest-2d", .iterations = 1, .sites = 1000 * 1000, .time = 1e-6, .bytes = 8};
	g_autoptr(Mapping) hosts = mapping_new(bed.fabric, MAPPING_LINEAR, NULL, 2, NULL);
	g_autoptr(WorkloadCase) square = workload_case_new(bed.paths, hosts, &setup, NULL);
	ck_assert_uint_eq(square->model.tasks, 16);
	ck_assert_uint_eq(square->sites, 250);
	ck_assert_uint_eq(square->hosts, 8);
	ck_assert_double_eq_tol(square->model.compute, 250 * 250 * 1e-6, 1e-12);
	ck_assert_double_eq_tol(square->model.bytes, 250 * 8, 1e-9);
	setup.name = "nearest-3d";
	g_autoptr(WorkloadCase) cube = workload_case_new(bed.paths, hosts, &setup, NULL);
	ck_assert_uint_eq(cube->model.tasks, 8);
	ck_assert_uint_eq(cube->sites, 50);
	ck_assert_uint_eq(cube->hosts, 4);
	ck_assert_double_eq_tol(cube->model.compute, 50 * 50 * 50 * 1e-6, 1e-12);
	ck_assert_double_eq_tol(cube->model.bytes, 50 * 50 * 8, 1e-9);
	setup.sites = 7;
	refused(&bed, &setup, "7 sites are too few for 2 cells along a side");
	setup.cores = 17;
	refused(&bed, &setup, "17 cores are more than there are: 8 hosts, 16 cores with --ppn 2");
	setup.name = "farm";
	setup.cores = 1;
	refused(&bed, &setup, "'farm' needs at least two cores");
	bed_free(&bed);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("workload_shapes");
	TCase *c = tcase_create("shapes");
	tcase_add_test(c, test_exchanges);
	tcase_add_loop_test(c, test_hilbert, 0, 8);
	tcase_add_test(c, test_places);
	tcase_add_loop_test(c, test_curve_runs_through_sites, 0, 6);
	tcase_add_test(c, test_spread);
	tcase_add_test(c, test_draws);
	tcase_add_test(c, test_cases);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	SRunner *runner = srunner_create(suite());
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
