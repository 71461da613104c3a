/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks routings side by side: whose figure is the best of its column, what is sound, and how arguments name files. */
#include "core/base/error.h"
#include "evaluator/report/compare.h"
#include "evaluator/paths/table_files.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static const CompareOptions how = {.ebb = {.patterns = 20, .seed = 7, .threads = 1}};

static const CompareColumn *column(const char *key)
{
	for (const CompareColumn *c = compare_columns; c->key; c++)
		if (g_str_equal(c->key, key))
			return c;
	ck_abort_msg("no column %s", key);
}

/* Judges tables and throws them away, as the program does. */
static RoutingFacts *add(Comparison *comparison, const char *name, Lft *lft)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Lft) owned = lft;
	g_autoptr(Paths) paths = paths_new(comparison->fabric, owned, &error);
	g_assert_no_error(error);
	RoutingFacts *routing = routing_facts_new(name, "file", paths, NULL, NULL, &comparison->options, &error);
	g_assert_no_error(error);
	g_ptr_array_add(comparison->routings, routing);
	return routing;
}

/* As if their lanes, or luck, kept them from loops. */
static void free_all(const Comparison *comparison, gboolean free)
{
	for (guint i = 0; i < comparison->routings->len; i++)
		((RoutingFacts *)g_ptr_array_index(comparison->routings, i))->deadlock->free = free;
}

static gboolean best(const Comparison *comparison, const char *key, const RoutingFacts *routing)
{
	return comparison_best(comparison, column(key), routing);
}

START_TEST(test_shorter_paths_in_a_ring_are_better)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Comparison) c = comparison_new(fixture_ring(5, 2), &how);
	RoutingFacts *round = add(c, "round", fixture_clockwise(c->fabric));
	RoutingFacts *minimal = add(c, "minimal", fixture_minimal(c->fabric, rand));
	RoutingFacts *again = add(c, "again", fixture_clockwise(c->fabric));
	ck_assert(!best(c, "hops", minimal) && !best(c, "efi", minimal)); /* what can deadlock is no choice */
	free_all(c, TRUE);
	ck_assert(best(c, "hops", minimal) && !best(c, "hops", round));
	ck_assert(best(c, "efi", minimal) && !best(c, "efi", round));
	ck_assert(best(c, "ebb", minimal) && !best(c, "ebb", again));
	ck_assert(best(c, "nonminimal", minimal) && !best(c, "nonminimal", again));
	free_all(c, FALSE);
	/* all have a loop, none loses a packet, all use one lane: nobody is better */
	for (guint i = 0; i < 3; i++) {
		const RoutingFacts *r = g_ptr_array_index(c->routings, i);
		ck_assert(!best(c, "free", r) && !best(c, "unreachable", r) && !best(c, "vls", r));
		ck_assert(routing_facts_complete(r) && !routing_facts_sound(r));
	}
	/* the same tables see the same patterns */
	ck_assert(round->ebb->mean == again->ebb->mean && round->ebb->min == again->ebb->min);
	ck_assert(!comparison_sound(c));
}
END_TEST

START_TEST(test_equal_bests_are_all_marked)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Comparison) c = comparison_new(fixture_ring(5, 1), &how);
	RoutingFacts *a = add(c, "a", fixture_minimal(c->fabric, rand)); /* no choice: all minimal tables are equal */
	RoutingFacts *b = add(c, "b", fixture_minimal(c->fabric, rand));
	ck_assert(!best(c, "efi", a) && !best(c, "efi", b));
	RoutingFacts *round = add(c, "round", fixture_clockwise(c->fabric));
	free_all(c, TRUE);
	ck_assert(best(c, "efi", a) && best(c, "efi", b) && !best(c, "efi", round));
	/* less than is printed is no difference */
	a->ebb->mean = 0.50001, b->ebb->mean = 0.50004, round->ebb->mean = 0.4;
	ck_assert(best(c, "ebb", a) && best(c, "ebb", b) && !best(c, "ebb", round));
}
END_TEST

/* Whoever carries nothing has the emptiest cables. */
START_TEST(test_tables_that_lose_packets_win_nothing)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Comparison) c = comparison_new(fixture_tree(4, 2, 3), &how);
	Lft *lossy = fixture_minimal(c->fabric, rand);
	for (guint32 i = 2; i < c->fabric->n_endpoints; i++)
		for (guint32 sw = 0; sw < lossy->n_switches; sw++)
			lossy->port[sw * lossy->n_lids + c->fabric->ports[c->fabric->endpoints[i]].lid] = LFT_NO_PATH;
	RoutingFacts *lost = add(c, "lost", lossy);
	RoutingFacts *good = add(c, "good", fixture_minimal(c->fabric, rand));
	ck_assert(!routing_facts_complete(lost) && !routing_facts_sound(lost) && routing_facts_sound(good));
	ck_assert_uint_lt(lost->routes->efi_max, good->routes->efi_max);
	ck_assert(best(c, "efi", good) && !best(c, "efi", lost));
	ck_assert(best(c, "unreachable", good) && !best(c, "unreachable", lost));
	ck_assert(!comparison_sound(c));
}
END_TEST

/* A cycle can be told when tables, paths and lanes are gone. */
START_TEST(test_a_cycle_outlives_its_tables)
{
	g_autoptr(Comparison) c = comparison_new(fixture_ring(4, 1), &how);
	const Fabric *f = c->fabric;
	RoutingFacts *round = add(c, "round", fixture_clockwise(c->fabric));
	ck_assert_uint_eq(round->deadlock->n_cycle, 4);
	for (guint i = 0; i < 4; i++) {
		const DeadlockStep *step = &round->deadlock->cycle[i], *next = &round->deadlock->cycle[(i + 1) % 4];
		ck_assert_uint_eq(step->port, 1);
		guint32 there = f->ports[fabric_port_index(f, step->node, 1)].peer;
		ck_assert_uint_eq(f->ports[there].node, next->node);
		ck_assert_uint_eq(f->ports[step->route.source].lid, step->slid);
		ck_assert_uint_eq(f->ports[step->destination].lid, step->route.lid);
	}
	g_autoptr(Report) report = report_new("x");
	comparison_report(report, c);
	g_autofree char *text = report_text(report);
	g_autofree char *json = report_json(report);
	ck_assert_ptr_nonnull(strstr(text, "round: CREDIT LOOP of 4 channels"));
	ck_assert_ptr_null(strstr(text, "slid"));
	ck_assert_ptr_nonnull(strstr(json, "\"slid\""));
	ck_assert_ptr_null(strstr(json, "verdict"));
}
END_TEST

START_TEST(test_arguments)
{
	const struct {
		const char *argument, *name, *tables, *psl, *slvl, *guid2lid;
	} good[] = {
		{"a=x.lfts", "a", "x.lfts", NULL, NULL, NULL},     {"a=b=c", "a", "b=c", NULL, NULL, NULL},
		{"a=x,y.lfts", "a", "x,y.lfts", NULL, NULL, NULL}, {"a=x,y,slvl=s,psl=p", "a", "x,y", "p", "s", NULL},
		{"a=x,guid2lid=g", "a", "x", NULL, NULL, "g"},     {"a=x,psl=p,z", "a", "x,psl=p,z", NULL, NULL, NULL},
		{"a=-,psl=p", "a", "-", "p", NULL, NULL},
	};
	for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
		g_autoptr(TableFiles) f = table_files_new(good[i].argument, TRUE, NULL);
		ck_assert_ptr_nonnull(f);
		ck_assert_str_eq(f->name, good[i].name);
		ck_assert_str_eq(f->tables, good[i].tables);
		ck_assert_int_eq(g_strcmp0(f->psl, good[i].psl), 0);
		ck_assert_int_eq(g_strcmp0(f->slvl, good[i].slvl), 0);
		ck_assert_int_eq(g_strcmp0(f->guid2lid, good[i].guid2lid), 0);
	}
	const char *bad[] = {"", "=x", "a=", "a=,psl=x", "a=x,psl=", "a=x,psl=p,psl=q", "a\033=x", "a=/"};
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;
		ck_assert_ptr_null(table_files_new(bad[i], TRUE, &error));
		ck_assert_ptr_nonnull(error);
		ck_assert_ptr_null(strchr(error->message, '\033'));
	}
	g_autoptr(TableFiles) called = table_files_new("f/x,psl=p", TRUE, NULL);
	ck_assert_str_eq(called->name, "x");
	g_autoptr(TableFiles) named = table_files_new("a=x", FALSE, NULL);
	ck_assert_str_eq(named->tables, "x");
	g_autoptr(TableFiles) unnamed = table_files_new("f/a=x", FALSE, NULL);
	ck_assert_str_eq(unnamed->tables, "f/a=x");
}
END_TEST

static void put(const char *folder, const char *name)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	ck_assert(g_file_set_contents(path, "", 0, NULL));
}

static void check_folder(const char *argument, const char *psl, const char *slvl)
{
	g_autoptr(TableFiles) f = table_files_new(argument, TRUE, NULL);
	ck_assert_ptr_nonnull(f);
	ck_assert(g_str_has_suffix(f->tables, "/opensm-lfts.dump"));
	ck_assert(psl ? f->psl && g_str_has_suffix(f->psl, psl) : !f->psl);
	ck_assert(slvl ? f->slvl && g_str_has_suffix(f->slvl, slvl) : !f->slvl);
}

START_TEST(test_a_folder_stands_for_its_files)
{
	g_autofree char *folder = g_dir_make_tmp("check_compare.XXXXXX", NULL);
	g_autofree char *argument = g_strdup_printf("a=%s", folder);
	g_autofree char *with_sl = g_strdup_printf("a=%s,psl=other", folder);
	ck_assert_ptr_null(table_files_new(argument, TRUE, NULL));
	put(folder, "opensm-lfts.dump");
	check_folder(argument, NULL, NULL);
	put(folder, "sssp.psl");
	put(folder, "sssp.slvl");
	check_folder(argument, "/sssp.psl", "/sssp.slvl");
	put(folder, "sssp.sl");
	check_folder(argument, "/sssp.sl", "/sssp.slvl");
	check_folder(with_sl, "other", "/sssp.slvl");
	const char *files[] = {"opensm-lfts.dump", "sssp.psl", "sssp.slvl", "sssp.sl"};
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(folder, files[i], NULL);
		g_unlink(path);
	}
	g_rmdir(folder);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_compare");
	TCase *tcase = tcase_create("compare");
	tcase_add_test(tcase, test_shorter_paths_in_a_ring_are_better);
	tcase_add_test(tcase, test_equal_bests_are_all_marked);
	tcase_add_test(tcase, test_tables_that_lose_packets_win_nothing);
	tcase_add_test(tcase, test_a_cycle_outlives_its_tables);
	tcase_add_test(tcase, test_arguments);
	tcase_add_test(tcase, test_a_folder_stands_for_its_files);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
