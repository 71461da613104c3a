/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares the incremental order with a check from scratch: after every addition the graph must be acyclic, and a
 * refusal must be justified, on random sequences of turns.
 */
#include "core/graph/cdg.h"
#include "tests/core/fixture.h"

/* Whether the turns counted in the graph, and one more, have no cycle, by the sort of cdg_is_acyclic(). */
static gboolean acyclic_with(const Cdg *cdg, guint32 extra)
{
	guint32 n = cdg->turns->first[cdg->turns->graph->n_channels];
	g_autofree guint8 *used = g_new0(guint8, n + 1);
	g_autoptr(GError) error = NULL;
	for (guint32 i = 0; i < n; i++)
		used[i] = cdg->count[i] > 0 || i == extra;
	gboolean acyclic = cdg_is_acyclic(cdg->turns, used, &error);
	assert_no_error(error);
	return acyclic;
}

START_TEST(a_ring_closes_at_its_last_turn)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-A");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, NULL);
	g_autoptr(Cdg) cdg = cdg_new(turns, NULL);
	guint32 ring[4];
	for (guint32 v = 0; v < 4; v++)
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			if (graph->to[c] == (v + 1) % 4)
				ring[v] = c;
	for (guint i = 0; i < 3; i++)
		ck_assert(cdg_add(cdg, ring[i], ring[i + 1]));
	ck_assert(!cdg_add(cdg, ring[3], ring[0]));
	ck_assert(!cdg_add(cdg, ring[3], ring[0]));
	ck_assert(cdg_add(cdg, ring[1], ring[2]));
	cdg_remove(cdg, ring[1], ring[2]);
	ck_assert(!cdg_add(cdg, ring[3], ring[0]));
	cdg_remove(cdg, ring[1], ring[2]);
	ck_assert(cdg_add(cdg, ring[3], ring[0]));
}
END_TEST

static void try_turns(const char *picture, guint32 seed)
{
	g_autoptr(Fabric) fabric = fixture_fabric(picture);
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, NULL);
	g_autoptr(Cdg) cdg = cdg_new(turns, NULL);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	guint refused = 0;
	for (guint i = 0; i < 400; i++) {
		guint32 a = (guint32)g_rand_int_range(rand, 0, (gint)graph->n_channels);
		guint32 w = graph->to[a];
		guint32 b = (guint32)g_rand_int_range(rand, (gint)graph->first[w], (gint)graph->first[w + 1]);
		guint32 turn = cdg_turn(turns, a, b);
		if (a == graph->reverse[b])
			continue;
		if (cdg->count[turn] && g_rand_boolean(rand)) {
			cdg_remove(cdg, a, b);
			continue;
		}
		gboolean fits = acyclic_with(cdg, turn);
		ck_assert_int_eq(cdg_add(cdg, a, b), fits);
		refused += !fits;
		ck_assert(acyclic_with(cdg, turn) == fits);
	}
	ck_assert_uint_gt(refused, 0);
}

START_TEST(random_turns_agree_with_a_full_sort)
{
	for (guint32 seed = 1; seed <= 20; seed++) {
		try_turns("A-B B-C C-D D-A A-C B-D", seed);
		try_turns("A-B B-C C-A D-E E-F F-D G-H H-I I-G A-D D-G G-A B-E E-H H-B C-F F-I I-C", seed);
	}
}
END_TEST

/* Filled at once or turn by turn: the same graphs are refused, and what is filled can be added to. */
static void fill_random(const char *picture, guint32 seed)
{
	g_autoptr(Fabric) fabric = fixture_fabric(picture);
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, NULL);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	guint32 n = turns->first[graph->n_channels];
	for (guint i = 0; i < 60; i++) {
		g_autoptr(Cdg) cdg = cdg_new(turns, NULL);
		g_autoptr(GError) error = NULL;
		g_autofree guint8 *used = g_new0(guint8, n + 1);
		g_autofree guint32 *key = g_new(guint32, graph->n_channels + 1);
		for (guint32 c = 0; c < graph->n_channels; c++)
			key[c] = (guint32)g_rand_int_range(rand, 0, 5);
		for (guint32 c = 0; c < graph->n_channels; c++)
			for (guint32 b = graph->first[graph->to[c]]; b < graph->first[graph->to[c] + 1]; b++)
				used[cdg_turn(turns, c, b)] =
					b != graph->reverse[c] && g_rand_int_range(rand, 0, 10) < (gint)(i % 6);
		cdg_arrange(cdg, key);
		for (guint32 a = 0; a < graph->n_channels; a++)
			for (guint32 b = 0; b < graph->n_channels; b++)
				if (a != b && (key[a] < key[b] || (key[a] == key[b] && a < b)))
					ck_assert_uint_lt(cdg->place[a], cdg->place[b]);
		gboolean acyclic = cdg_is_acyclic(turns, used, NULL);
		ck_assert_int_eq(cdg_fill(cdg, used, &error), acyclic);
		assert_no_error(error);
		for (guint32 a = 0; acyclic && a < graph->n_channels; a++)
			for (guint32 b = graph->first[graph->to[a]]; b < graph->first[graph->to[a] + 1]; b++) {
				guint32 turn = cdg_turn(turns, a, b);
				ck_assert(!used[turn] || cdg->place[a] < cdg->place[b]);
				gboolean is_free = cdg_needs_no_search(cdg, a, b), fits = acyclic_with(cdg, turn);
				ck_assert(fits || !is_free);
				if (b != graph->reverse[a])
					ck_assert_int_eq(cdg_add(cdg, a, b), fits);
			}
	}
}

START_TEST(filled_at_once_as_turn_by_turn)
{
	for (guint32 seed = 1; seed <= 5; seed++)
		fill_random("A-B B-C C-D D-A A-C B-D", seed);
	fill_random("A-B B-C C-A D-E E-F F-D G-H H-I I-G A-D D-G G-A B-E E-H H-B C-F F-I I-C", 6);
}
END_TEST

/*
 * Turns on trial, some kept and some taken back: a refusal is always justified by what is there, and what closes a
 * cycle with what is kept is refused ever after.
 */
static void try_trials(const char *picture, guint32 seed)
{
	g_autoptr(Fabric) fabric = fixture_fabric(picture);
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, NULL);
	g_autoptr(Cdg) cdg = cdg_new(turns, NULL);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(GArray) trials = g_array_new(FALSE, FALSE, sizeof(guint32));
	guint refused = 0, at_once = 0;
	for (guint i = 0; i < 2000; i++) {
		guint32 a = (guint32)g_rand_int_range(rand, 0, (gint)graph->n_channels), w = graph->to[a];
		guint32 b = (guint32)g_rand_int_range(rand, (gint)graph->first[w], (gint)graph->first[w + 1]);
		guint32 turn = cdg_turn(turns, a, b), searches = cdg->search;
		if (i % 7 == 0) {
			while (i % 14 && trials->len) {
				cdg_take_back(cdg, g_array_index(trials, guint32, trials->len - 1));
				g_array_set_size(trials, trials->len - 1);
			}
			g_array_set_size(trials, 0);
			cdg_keep(cdg);
		}
		if (a == graph->reverse[b] || cdg->count[turn])
			continue;
		gboolean fits = acyclic_with(cdg, turn);
		ck_assert_int_eq(cdg_try(cdg, a, b), fits);
		refused += !fits;
		at_once += !fits && cdg->search == searches;
		if (fits)
			g_array_append_val(trials, turn);
	}
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_gt(at_once, 0);
}

START_TEST(turns_on_trial_are_refused_only_where_they_close_a_cycle)
{
	for (guint32 seed = 1; seed <= 8; seed++)
		try_trials("A-B B-C C-D D-A A-C B-D", seed);
	try_trials("A-B B-C C-A D-E E-F F-D G-H H-I I-G A-D D-G G-A B-E E-H H-B C-F F-I I-C", 9);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_ring_closes_at_its_last_turn, random_turns_agree_with_a_full_sort,
				      filled_at_once_as_turn_by_turn,
				      turns_on_trial_are_refused_only_where_they_close_a_cycle, NULL};
	return fixture_run("cdg", tests);
}
