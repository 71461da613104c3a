/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks patterns that are given more than a name: numbers of neighbours, grids, files, and what makes no sense. */
#include "core/base/error.h"
#include "tests/asserts.h"
#include "tests/evaluator/patterns/rank_matrix.h"

#include <string.h>

/* A number of neighbours: all different, mutual, none missing, whatever the ranks. */
START_TEST(test_numbers_of_neighbours)
{
	guint32 ranks = (guint32)_i;
	for (guint wanted = 2; wanted <= 8 && wanted < ranks; wanted += 2) {
		g_autofree char *name = g_strdup_printf("nearest-neighbour:%u", wanted);
		g_autoptr(Pattern) p = rank_fitted(name, ranks);
		guint(*m)[MATRIX_RANKS] = rank_matrix(p, 0, NULL);
		ck_assert_uint_eq(p->neighbours, wanted);
		for (guint32 i = 0; i < ranks; i++) {
			ck_assert_uint_eq(rank_sends(m, i, ranks), wanted);
			for (guint32 j = 0; j < ranks; j++) {
				ck_assert_uint_le(m[i][j], 1);
				ck_assert_uint_eq(m[i][j], m[j][i]);
			}
		}
	}
}
END_TEST

/* Neighbours differ by one in one coordinate, round the circle unless the grid is open. */
static gboolean are_neighbours(guint a, guint b, const guint *side, guint dims, gboolean open)
{
	guint steps = 0;
	for (guint d = 0; d < dims; a /= side[d], b /= side[d], d++) {
		guint x = a % side[d], y = b % side[d], apart = x > y ? x - y : y - x;
		steps += !open && apart == side[d] - 1 ? MIN(apart, 1) : apart;
	}
	return steps == 1;
}

START_TEST(test_grids)
{
	struct {
		const char *name;
		guint side[4], dims, ranks, neighbours;
		gboolean open;
	} k[] = {
		{"nearest-neighbour:4x3", {4, 3}, 2, 12, 4, FALSE},
		{"nearest-neighbour:4x3,periodic", {4, 3}, 2, 12, 4, FALSE},
		{"nearest-neighbour:4x3,open", {4, 3}, 2, 12, 4, TRUE},
		{"nearest-neighbour:3x2x5", {3, 2, 5}, 3, 30, 5, FALSE},
		{"nearest-neighbour:1x2x1x4,open", {1, 2, 1, 4}, 4, 8, 3, TRUE},
		{"nearest-neighbour:9x1", {9, 1}, 2, 9, 2, FALSE},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(Pattern) p = rank_fitted(k[i].name, k[i].ranks);
		guint(*m)[MATRIX_RANKS] = rank_matrix(p, 0, NULL);
		ck_assert_uint_eq(p->own_ranks, k[i].ranks);
		ck_assert_uint_eq(p->neighbours, k[i].neighbours);
		for (guint a = 0; a < k[i].ranks; a++)
			for (guint b = 0; b < k[i].ranks; b++)
				ck_assert_uint_eq(m[a][b], are_neighbours(a, b, k[i].side, k[i].dims, k[i].open));
	}
}
END_TEST

START_TEST(test_a_file_keeps_its_rounds)
{
	g_autoptr(GError) error = NULL;
	RankPair pair[] = {{3, 0, 1, 1}, {3, 1, 0, 2}, {7, 2, 5, 3}};
	RankPairs pairs = {pair, 3, 5, 3, (char *)"some.pattern"};
	g_autoptr(Pattern) p = pattern_new("file:some.pattern", NULL);
	ck_assert_str_eq(p->file, "some.pattern");
	ck_assert(pattern_take_file(p, &pairs, NULL, NULL));
	ck_assert_uint_eq(p->own_ranks, 6);
	ck_assert(!pattern_fit(p, 5, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
	ck_assert_str_eq(error->message, "some.pattern:3: rank 5 is unknown: there are ranks 0 .. 4");
	ck_assert(pattern_fit(p, 6, NULL));
	ck_assert_uint_eq(p->rounds, 2);
	guint(*m)[MATRIX_RANKS] = rank_matrix(p, 0, NULL);
	ck_assert(m[0][1] == 1 && m[1][0] == 1 && rank_sends(m, 2, 6) == 0);
	m = rank_matrix(p, 1, NULL);
	ck_assert(m[2][5] == 1 && rank_sends(m, 0, 6) == 0);
}
END_TEST

START_TEST(test_what_makes_no_sense)
{
	const char *wrong[] = {"",
			       "bisec",
			       "bisect:2",
			       "receivers",
			       "receivers:0",
			       "receivers:x",
			       "rail-ring:0",
			       "rail-tree:x",
			       "file",
			       "file:",
			       "file:-",
			       "nearest-neighbour:5",
			       "nearest-neighbour:0",
			       "nearest-neighbour:18",
			       "nearest-neighbour:",
			       "nearest-neighbour:4x",
			       "nearest-neighbour:4x0",
			       "nearest-neighbour:4x4,closed",
			       "nearest-neighbour:6,open",
			       "nearest-neighbour:1x1x1x1x1x1x1x1x1",
			       "nearest-neighbour:65536x65536"};
	const char *unfit[] = {"bisect", "receivers:1", "nearest-neighbour:6", "nearest-neighbour:2x2"};
	for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
		g_autoptr(GError) error = NULL;
		ck_assert_msg(pattern_new(wrong[i], &error) == NULL, "%s", wrong[i]);
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
		ck_assert(strstr(error->message, wrong[i]) != NULL);
	}
	for (guint i = 0; i < G_N_ELEMENTS(unfit); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(Pattern) p = pattern_new(unfit[i], &error);
		ck_assert_ptr_nonnull(p);
		ck_assert_msg(!pattern_fit(p, 1, &error), "%s", unfit[i]);
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
	}
	g_autoptr(Pattern) six = pattern_new("nearest-neighbour", NULL);
	ck_assert(!pattern_fit(six, 6, NULL) && pattern_fit(six, 7, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_pattern_given");
	TCase *tcase = tcase_create("pattern_given");
	tcase_add_loop_test(tcase, test_numbers_of_neighbours, 3, MATRIX_RANKS);
	tcase_add_test(tcase, test_grids);
	tcase_add_test(tcase, test_a_file_keeps_its_rounds);
	tcase_add_test(tcase, test_what_makes_no_sense);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
