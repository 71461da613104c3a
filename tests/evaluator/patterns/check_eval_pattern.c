/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks which rank sends to which: what each pattern must have whatever the number of ranks. */
#include "evaluator/measures/bandwidth/ebb.h"
#include "tests/asserts.h"
#include "tests/evaluator/patterns/rank_matrix.h"

#include <math.h>
#include <string.h>

/* Who knows of whom after all rounds, when everyone passes on all it knew before the round; [ranks] bits. */
static void spread(const Pattern *p, guint64 *knows)
{
	for (guint32 i = 0; i < p->ranks; i++)
		knows[i] = G_GUINT64_CONSTANT(1) << i;
	for (guint32 round = 0; round < p->rounds; round++) {
		guint(*m)[MATRIX_RANKS] = rank_matrix(p, round, NULL);
		guint64 before[MATRIX_RANKS];
		memcpy(before, knows, sizeof(before));
		for (guint32 i = 0; i < p->ranks; i++)
			for (guint32 k = 0; k < p->ranks; k++)
				if (m[i][k])
					knows[k] |= before[i];
	}
}

static const guint64 one = 1;

START_TEST(test_everyone_hears_of_everyone)
{
	guint32 ranks = (guint32)_i;
	const char *names[] = {"dissemination", "recursive-doubling", "pairwise-exchange", "alltoall"};
	for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
		guint64 knows[MATRIX_RANKS] = {0};
		g_autoptr(Pattern) p = rank_fitted(names[k], ranks);
		spread(p, knows);
		for (guint32 i = 0; i < ranks; i++)
			ck_assert_uint_eq(knows[i], (one << ranks) - 1);
		if (k > 1)
			continue;
		/* in the least number of rounds, two more where ranks have to be folded first */
		guint least = g_bit_storage(ranks - 1), folded = k == 1 && (ranks & (ranks - 1));
		ck_assert_uint_eq(p->rounds, least + folded);
	}
}
END_TEST

START_TEST(test_a_tree_reaches_all_from_the_root)
{
	guint32 ranks = (guint32)_i;
	guint64 knows[MATRIX_RANKS] = {0};
	g_autoptr(Pattern) p = rank_fitted("tree", ranks);
	guint messages = 0;
	spread(p, knows);
	for (guint32 i = 0; i < ranks; i++)
		ck_assert_uint_eq(knows[i] & 1, 1);
	for (guint32 round = 0; round < p->rounds; round++)
		for (guint32 i = 0; i < ranks; i++) {
			guint(*m)[MATRIX_RANKS] = rank_matrix(p, round, NULL);
			ck_assert_uint_le(rank_sends(m, i, ranks), 1);
			messages += rank_sends(m, i, ranks);
			/* those that know already, and they all, as long as there is someone left */
			ck_assert_uint_eq(rank_sends(m, i, ranks), i < 1u << round && i + (1u << round) < ranks);
		}
	ck_assert_uint_eq(messages, ranks - 1);
	ck_assert_uint_eq(p->rounds, g_bit_storage(ranks - 1));
}
END_TEST

START_TEST(test_every_pair_exactly_once)
{
	guint32 ranks = (guint32)_i;
	for (guint k = 0; k < 2; k++) {
		guint total[MATRIX_RANKS][MATRIX_RANKS] = {{0}};
		g_autoptr(Pattern) p = rank_fitted(k ? "alltoall" : "pairwise-exchange", ranks);
		for (guint32 round = 0; round < p->rounds; round++) {
			guint(*m)[MATRIX_RANKS] = rank_matrix(p, round, NULL);
			for (guint32 i = 0; i < ranks; i++) {
				ck_assert_uint_le(rank_sends(m, i, ranks), 1);
				ck_assert_uint_le(rank_receives(m, i, ranks), 1);
				for (guint32 j = 0; j < ranks; j++) {
					total[i][j] += m[i][j];
					ck_assert(k || m[i][j] == m[j][i]); /* an exchange goes both ways */
				}
			}
		}
		for (guint32 i = 0; i < ranks; i++)
			for (guint32 j = 0; j < ranks; j++)
				ck_assert_uint_eq(total[i][j], i != j);
	}
}
END_TEST

START_TEST(test_one_round_patterns)
{
	guint32 n = (guint32)_i;
	struct {
		const char *name;
		guint pairs;
	} k[] = {{"bisect", n / 2}, {"ring", n}, {"pipeline", n - 1}, {"scatter", n - 1}, {"gather", n - 1}};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		guint pairs = 0;
		g_autoptr(Pattern) p = rank_fitted(k[i].name, n);
		guint(*m)[MATRIX_RANKS] = rank_matrix(p, 0, NULL);
		ck_assert_uint_eq(p->rounds, 1);
		for (guint32 a = 0; a < n; a++)
			for (guint32 b = 0; b < n; b++) {
				const gboolean expected[] = {a < n / 2 && b == a + n / 2, b == (a + 1) % n, b == a + 1,
							     a == 0 && b > 0, b == 0 && a > 0};
				ck_assert_uint_eq(m[a][b], expected[i]);
				pairs += m[a][b];
			}
		ck_assert_uint_eq(pairs, k[i].pairs);
	}
}
END_TEST

START_TEST(test_permutations_are_fair_and_spare_nobody)
{
	enum { N = 4, DRAWS = 9000, DERANGEMENTS = 9 };
	guint32 drawn[N], seen[256] = {0}, kinds = 0;
	g_autoptr(GRand) twister = g_rand_new_with_seed(5);
	g_autoptr(Pattern) p = rank_fitted("permutation", N);
	ck_assert(pattern_is_drawn(p));
	for (guint draw = 0; draw < DRAWS; draw++) {
		guint code = 0;
		pattern_draw(p, twister, drawn);
		guint(*m)[MATRIX_RANKS] = rank_matrix(p, 0, drawn);
		for (guint i = 0; i < N; i++) {
			ck_assert_uint_eq(rank_sends(m, i, N), 1);
			ck_assert_uint_eq(rank_receives(m, i, N), 1);
			code = code * N + drawn[i];
		}
		kinds += seen[code]++ == 0;
	}
	ck_assert_uint_eq(kinds, DERANGEMENTS);
	for (guint i = 0; i < 256; i++)
		if (seen[i])
			ck_assert_int_le(ABS((gint)seen[i] - DRAWS / DERANGEMENTS), 150); /* 5 standard deviations */
}
END_TEST

START_TEST(test_receivers_share_the_senders)
{
	g_autoptr(Pattern) p = rank_fitted("receivers:3", 11);
	guint(*m)[MATRIX_RANKS] = rank_matrix(p, 0, NULL);
	for (guint32 i = 0; i < 11; i++) {
		ck_assert_uint_eq(rank_sends(m, i, 11), i >= 3);
		ck_assert_uint_eq(rank_receives(m, i, 11), i < 2 ? 3 : i == 2 ? 2 : 0);
	}
}
END_TEST

/* On every rail what the nodes play, and nothing between rails. */
START_TEST(test_rails_play_what_nodes_play)
{
	const char *const kinds[][2] = {
		{"rail-ring:3", "ring"}, {"rail-pipeline:3", "pipeline"}, {"rail-alltoall:3", "alltoall"}};
	for (guint kind = 0; kind < G_N_ELEMENTS(kinds); kind++)
		for (guint32 nodes = 2; nodes <= 7; nodes++) {
			g_autoptr(Pattern) p = rank_fitted(kinds[kind][0], 3 * nodes),
					   one = rank_fitted(kinds[kind][1], nodes);
			ck_assert_uint_eq(p->rounds, one->rounds);
			for (guint32 round = 0; round < p->rounds; round++) {
				guint played[8][8] = {{0}};
				guint(*m)[MATRIX_RANKS] = rank_matrix(one, round, NULL);
				for (guint32 i = 0; i < nodes; i++)
					for (guint32 j = 0; j < nodes; j++)
						played[i][j] = m[i][j];
				m = rank_matrix(p, round, NULL);
				for (guint32 i = 0; i < 3 * nodes; i++)
					for (guint32 j = 0; j < 3 * nodes; j++)
						ck_assert_uint_eq(m[i][j], i % 3 == j % 3 ? played[i / 3][j / 3] : 0);
			}
		}
	g_autoptr(Pattern) odd = pattern_new("rail-ring:4", NULL);
	ck_assert(!pattern_fit(odd, 6, NULL) && !pattern_fit(odd, 4, NULL) && pattern_fit(odd, 8, NULL));
}
END_TEST

/* All-reduce: in the end every node has, or has passed on, what all others had. */
START_TEST(test_a_tree_reduces_all)
{
	for (guint32 nodes = 2; nodes <= 9; nodes++) {
		g_autoptr(Pattern) p = rank_fitted("rail-tree", nodes);
		guint has[16] = {0};
		for (guint32 i = 0; i < nodes; i++)
			has[i] = 1u << i;
		for (guint32 round = 0; round < p->rounds; round++) {
			guint(*m)[MATRIX_RANKS] = rank_matrix(p, round, NULL);
			guint before[16];
			memcpy(before, has, sizeof has);
			for (guint32 i = 0; i < nodes; i++)
				for (guint32 j = 0; j < nodes; j++)
					has[j] |= m[i][j] ? before[i] : 0;
		}
		for (guint32 i = 0; i < nodes; i++)
			ck_assert_uint_eq(has[i], (1u << nodes) - 1);
	}
}
END_TEST

/* The network of the paper has 518,918,400 bisect patterns; where they can all be drawn, so many are. */
START_TEST(test_the_number_of_bisections)
{
	enum { DRAWS = 20000 };
	ck_assert_double_eq_tol(pow(10, pattern_bisections_log10(16)), 518918400, 1e-3);
	for (guint32 n = 2; n <= 6; n++) {
		g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
		g_autoptr(GRand) twister = g_rand_new_with_seed(0);
		guint32 order[6];
		for (guint32 draw = 0; draw < DRAWS; draw++) {
			char key[7] = "......"; /* whom each rank_sends to */
			ebb_draw(twister, 1, draw, order, n);
			for (guint32 i = 0; i < n / 2; i++)
				key[order[i]] = (char)('a' + order[n / 2 + i]);
			g_hash_table_add(seen, g_strdup(key));
		}
		/* with an odd number, who sits out is who is not in the key */
		ck_assert_double_eq_tol(log10(g_hash_table_size(seen)), pattern_bisections_log10(n), 1e-9);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_pattern");
	TCase *tcase = tcase_create("pattern");
	tcase_add_loop_test(tcase, test_everyone_hears_of_everyone, 2, MATRIX_RANKS);
	tcase_add_loop_test(tcase, test_a_tree_reaches_all_from_the_root, 2, MATRIX_RANKS);
	tcase_add_loop_test(tcase, test_every_pair_exactly_once, 2, MATRIX_RANKS);
	tcase_add_loop_test(tcase, test_one_round_patterns, 2, MATRIX_RANKS);
	tcase_add_test(tcase, test_permutations_are_fair_and_spare_nobody);
	tcase_add_test(tcase, test_receivers_share_the_senders);
	tcase_add_test(tcase, test_rails_play_what_nodes_play);
	tcase_add_test(tcase, test_a_tree_reduces_all);
	tcase_add_test(tcase, test_the_number_of_bisections);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
