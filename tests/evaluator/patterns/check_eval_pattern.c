/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks which rank sends to which: what each pattern must have whatever the number of ranks. */
#include "core/base/error.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "tests/asserts.h"

#include <math.h>
#include <string.h>

#define MOST_RANKS 40

static Pattern *fitted(const char *name, guint32 ranks)
{
	g_autoptr(GError) error = NULL;
	Pattern *pattern = pattern_new(name, &error);
	ck_assert_msg(pattern != NULL, "%s", error ? error->message : "");
	ck_assert_msg(pattern_fit(pattern, ranks, &error), "%s", error ? error->message : "");
	return pattern;
}

/* A round as a matrix: how often row sends to column. Checks what holds for every round. */
static guint (*matrix(const Pattern *p, guint32 round, const guint32 *drawn))[MOST_RANKS]
{
	static guint sent[MOST_RANKS][MOST_RANKS];
	g_autofree guint32 *source = g_new(guint32, p->room + 1), *target = g_new(guint32, p->room + 1);
	guint32 n = pattern_pairs(p, round, drawn, source, target);
	ck_assert_uint_ge(n, 1);
	ck_assert_uint_le(n, p->room);
	memset(sent, 0, sizeof(sent));
	for (guint32 i = 0; i < n; i++) {
		ck_assert_uint_lt(source[i], p->ranks);
		ck_assert_uint_lt(target[i], p->ranks);
		ck_assert_uint_ne(source[i], target[i]);
		sent[source[i]][target[i]]++;
	}
	return sent;
}

static guint sends(guint (*m)[MOST_RANKS], guint rank, guint n)
{
	guint sum = 0;
	for (guint i = 0; i < n; i++)
		sum += m[rank][i];
	return sum;
}

static guint receives(guint (*m)[MOST_RANKS], guint rank, guint n)
{
	guint sum = 0;
	for (guint i = 0; i < n; i++)
		sum += m[i][rank];
	return sum;
}

/* Who knows of whom after all rounds, when everyone passes on all it knew before the round; [ranks] bits. */
static void spread(const Pattern *p, guint64 *knows)
{
	for (guint32 i = 0; i < p->ranks; i++)
		knows[i] = G_GUINT64_CONSTANT(1) << i;
	for (guint32 round = 0; round < p->rounds; round++) {
		guint(*m)[MOST_RANKS] = matrix(p, round, NULL);
		guint64 before[MOST_RANKS];
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
		guint64 knows[MOST_RANKS] = {0};
		g_autoptr(Pattern) p = fitted(names[k], ranks);
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
	guint64 knows[MOST_RANKS] = {0};
	g_autoptr(Pattern) p = fitted("tree", ranks);
	guint messages = 0;
	spread(p, knows);
	for (guint32 i = 0; i < ranks; i++)
		ck_assert_uint_eq(knows[i] & 1, 1);
	for (guint32 round = 0; round < p->rounds; round++)
		for (guint32 i = 0; i < ranks; i++) {
			guint(*m)[MOST_RANKS] = matrix(p, round, NULL);
			ck_assert_uint_le(sends(m, i, ranks), 1);
			messages += sends(m, i, ranks);
			/* those that know already, and they all, as long as there is someone left */
			ck_assert_uint_eq(sends(m, i, ranks), i < 1u << round && i + (1u << round) < ranks);
		}
	ck_assert_uint_eq(messages, ranks - 1);
	ck_assert_uint_eq(p->rounds, g_bit_storage(ranks - 1));
}
END_TEST

START_TEST(test_every_pair_exactly_once)
{
	guint32 ranks = (guint32)_i;
	for (guint k = 0; k < 2; k++) {
		guint total[MOST_RANKS][MOST_RANKS] = {{0}};
		g_autoptr(Pattern) p = fitted(k ? "alltoall" : "pairwise-exchange", ranks);
		for (guint32 round = 0; round < p->rounds; round++) {
			guint(*m)[MOST_RANKS] = matrix(p, round, NULL);
			for (guint32 i = 0; i < ranks; i++) {
				ck_assert_uint_le(sends(m, i, ranks), 1);
				ck_assert_uint_le(receives(m, i, ranks), 1);
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
		g_autoptr(Pattern) p = fitted(k[i].name, n);
		guint(*m)[MOST_RANKS] = matrix(p, 0, NULL);
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
	g_autoptr(Pattern) p = fitted("permutation", N);
	ck_assert(pattern_is_drawn(p));
	for (guint draw = 0; draw < DRAWS; draw++) {
		guint code = 0;
		pattern_draw(p, twister, drawn);
		guint(*m)[MOST_RANKS] = matrix(p, 0, drawn);
		for (guint i = 0; i < N; i++) {
			ck_assert_uint_eq(sends(m, i, N), 1);
			ck_assert_uint_eq(receives(m, i, N), 1);
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
	g_autoptr(Pattern) p = fitted("receivers:3", 11);
	guint(*m)[MOST_RANKS] = matrix(p, 0, NULL);
	for (guint32 i = 0; i < 11; i++) {
		ck_assert_uint_eq(sends(m, i, 11), i >= 3);
		ck_assert_uint_eq(receives(m, i, 11), i < 2 ? 3 : i == 2 ? 2 : 0);
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
			g_autoptr(Pattern) p = fitted(kinds[kind][0], 3 * nodes), one = fitted(kinds[kind][1], nodes);
			ck_assert_uint_eq(p->rounds, one->rounds);
			for (guint32 round = 0; round < p->rounds; round++) {
				guint played[8][8] = {{0}};
				guint(*m)[MOST_RANKS] = matrix(one, round, NULL);
				for (guint32 i = 0; i < nodes; i++)
					for (guint32 j = 0; j < nodes; j++)
						played[i][j] = m[i][j];
				m = matrix(p, round, NULL);
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
		g_autoptr(Pattern) p = fitted("rail-tree", nodes);
		guint has[16] = {0};
		for (guint32 i = 0; i < nodes; i++)
			has[i] = 1u << i;
		for (guint32 round = 0; round < p->rounds; round++) {
			guint(*m)[MOST_RANKS] = matrix(p, round, NULL);
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

/* A number of neighbours: all different, mutual, none missing, whatever the ranks. */
START_TEST(test_numbers_of_neighbours)
{
	guint32 ranks = (guint32)_i;
	for (guint wanted = 2; wanted <= 8 && wanted < ranks; wanted += 2) {
		g_autofree char *name = g_strdup_printf("nearest-neighbour:%u", wanted);
		g_autoptr(Pattern) p = fitted(name, ranks);
		guint(*m)[MOST_RANKS] = matrix(p, 0, NULL);
		ck_assert_uint_eq(p->neighbours, wanted);
		for (guint32 i = 0; i < ranks; i++) {
			ck_assert_uint_eq(sends(m, i, ranks), wanted);
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
		g_autoptr(Pattern) p = fitted(k[i].name, k[i].ranks);
		guint(*m)[MOST_RANKS] = matrix(p, 0, NULL);
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
	guint(*m)[MOST_RANKS] = matrix(p, 0, NULL);
	ck_assert(m[0][1] == 1 && m[1][0] == 1 && sends(m, 2, 6) == 0);
	m = matrix(p, 1, NULL);
	ck_assert(m[2][5] == 1 && sends(m, 0, 6) == 0);
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
			char key[7] = "......"; /* whom each sends to */
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
	tcase_add_loop_test(tcase, test_everyone_hears_of_everyone, 2, MOST_RANKS);
	tcase_add_loop_test(tcase, test_a_tree_reaches_all_from_the_root, 2, MOST_RANKS);
	tcase_add_loop_test(tcase, test_every_pair_exactly_once, 2, MOST_RANKS);
	tcase_add_loop_test(tcase, test_one_round_patterns, 2, MOST_RANKS);
	tcase_add_test(tcase, test_permutations_are_fair_and_spare_nobody);
	tcase_add_test(tcase, test_receivers_share_the_senders);
	tcase_add_test(tcase, test_rails_play_what_nodes_play);
	tcase_add_test(tcase, test_a_tree_reduces_all);
	tcase_add_loop_test(tcase, test_numbers_of_neighbours, 3, MOST_RANKS);
	tcase_add_test(tcase, test_grids);
	tcase_add_test(tcase, test_a_file_keeps_its_rounds);
	tcase_add_test(tcase, test_what_makes_no_sense);
	tcase_add_test(tcase, test_the_number_of_bisections);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
