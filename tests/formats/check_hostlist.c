/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Slurm's lists of hosts: what they stand for, what they are not, and that a short text costs no memory. */
#include "formats/lists/host_fold.h"
#include "formats/lists/hostlist.h"
#include "tests/formats/formats_common.h"

static gboolean add(gpointer user, const char *name, GError **error)
{
	GString *names = user;
	if (g_str_equal(name, "stop"))
		return FALSE;
	(void)error;
	g_string_append_printf(names, "%s%s", names->len ? " " : "", name);
	return TRUE;
}

START_TEST(lists)
{
	const struct {
		const char *text, *names;
		guint left; /* of ten */
	} k[] = {
		{"lassen12", "lassen12", 10},
		{"lassen[1-3,7]", "lassen1 lassen2 lassen3 lassen7", 6},
		{"login, n[9-11] ,x", "login n9 n10 n11 x", 7},
		{"a[1-2]b[01-02]", "a1b01 a1b02 a2b01 a2b02", 6},
		{"n[08-11]", "n08 n09 n10 n11", 6},
		{"n[8-011]", "n8 n9 n10 n11", 6},
		{"n[007,7,0]-ib0", "n007-ib0 n7-ib0 n0-ib0", 7},
		{"[1-2][3]", "13 23", 8},
		{"n[1-2,2]", "n1 n2 n2", 7},
		{"n[1-10]", "n1 n2 n3 n4 n5 n6 n7 n8 n9 n10", 0},
		{"n[999999999999999999]", "n999999999999999999", 9},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		guint32 left = 10;
		g_autoptr(GString) names = g_string_new(NULL);
		ck_assert_msg(hostlist_walk(k[i].text, &left, add, names, NULL), "%s", k[i].text);
		ck_assert_str_eq(names->str, k[i].names);
		ck_assert_uint_eq(left, k[i].left);
	}
}
END_TEST

START_TEST(no_lists)
{
	const struct {
		const char *text, *why;
	} k[] = {
		{"", "'' is no list of hosts: a name is empty"},
		{"a,", "'a,' is no list of hosts: a name is empty"},
		{"a,,b", "'a,,b' is no list of hosts: a name is empty"},
		{"b,a[1-3", "'a[1-3' is no list of hosts: a bracket is not closed"},
		{"a]", "'a]' is no list of hosts: a bracket is closed that was not opened"},
		{"a[1]]", "'a[1]]' is no list of hosts: a bracket is closed that was not opened"},
		{"a[]", "'a[]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[1,]", "'a[1,]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[-2]", "'a[-2]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[1-]", "'a[1-]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[1-2-3]", "'a[1-2-3]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[[1]]", "'a[[1]]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[0x10]", "'a[0x10]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[1234567890123456789]",
		 "'a[1234567890123456789]' is no list of hosts: brackets hold numbers and ranges: [1-4,7]"},
		{"a[3-1]", "'a[3-1]' is no list of hosts: a range runs backwards"},
		{"a[1-9:2]", "'a[1-9:2]' is no list of hosts: ranges have no steps"},
		{"a[1-9/2]", "'a[1-9/2]' is no list of hosts: ranges have no steps"},
		{"a[1-11]", "'a[1-11]' is no list of hosts: it names more hosts than a fabric has LIDs for"},
		{"a[1-6],a[1-6]", "'a[1-6]' is no list of hosts: it names more hosts than a fabric has LIDs for"},
		{"a[1-999999999]",
		 "'a[1-999999999]' is no list of hosts: it names more hosts than a fabric has LIDs for"},
		{"[0-999999999999999999][0-999999999999999999]", "'[0-999999999999999999][0-999999999999999999]' is no "
								 "list of hosts: it names more hosts than a fabric has "
								 "LIDs for"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		guint32 left = 10;
		g_autoptr(GError) error = NULL;
		g_autoptr(GString) names = g_string_new(NULL);
		ck_assert_msg(!hostlist_walk(k[i].text, &left, add, names, &error), "%s", k[i].text);
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
		ck_assert_str_eq(error->message, k[i].why);
	}
}
END_TEST

/* Brackets enough for a deep recursion, and a name that would be too long. */
START_TEST(long_names)
{
	g_autoptr(GString) deep = g_string_new(NULL);
	g_autoptr(GString) names = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	guint32 left = 10;
	for (guint i = 0; i < HOSTLIST_NAME; i++)
		g_string_append(deep, "[1]");
	ck_assert(hostlist_walk(deep->str, &left, add, names, NULL));
	ck_assert_uint_eq(names->len, HOSTLIST_NAME);
	for (guint i = 0; i < 100000; i++)
		g_string_append(deep, "[1]");
	ck_assert(!hostlist_walk(deep->str, &left, add, names, &error));
	ck_assert(g_str_has_suffix(error->message, "is no list of hosts: a name is longer than 255 characters"));
}
END_TEST

START_TEST(visitor_ends_it)
{
	guint32 left = 10;
	g_autoptr(GString) names = g_string_new(NULL);
	ck_assert(!hostlist_walk("a,stop,b", &left, add, names, NULL));
	ck_assert_str_eq(names->str, "a");
}
END_TEST

static char *fold(const char *words)
{
	g_auto(GStrv) word = g_strsplit(words, " ", -1);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; word[i]; i++)
		g_ptr_array_add(names, word[i]);
	return host_fold(names);
}

START_TEST(folded)
{
	const struct {
		const char *names, *text;
	} k[] = {
		{"n1", "n1"},
		{"n10 n9 n1 n2 n2", "n[1-2,9-10]"},
		{"n08 n09 n10 n1", "n1,n[08-10]"},
		{"b2-ib a1 login b1-ib", "a1,b[1-2]-ib,login"},
		{"a1b1 a1b2 a2b1", "a1b[1-2],a2b1"},
		{"n1,x n2", "n1,x,n2"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autofree char *text = fold(k[i].names);
		ck_assert_str_eq(text, k[i].text);
	}
}
END_TEST

/* What is folded unfolds to the same names. */
START_TEST(fold_and_back)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) left_over = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < 60; i++) {
		char *name = g_strdup_printf(g_rand_boolean(rand) ? "%c%0*d%s" : "%c-%0*d-1%s",
					     g_rand_int_range(rand, 'a', 'c'), g_rand_int_range(rand, 1, 4),
					     g_rand_int_range(rand, 0, 120), g_rand_boolean(rand) ? "" : "-ib");
		g_ptr_array_add(names, name);
		g_hash_table_add(left_over, name);
	}
	g_autofree char *text = host_fold(names);
	guint32 left = 100;
	g_autoptr(GString) back = g_string_new(NULL);
	ck_assert_msg(hostlist_walk(text, &left, add, back, NULL), "%s", text);
	g_auto(GStrv) word = g_strsplit(back->str, " ", -1);
	for (guint i = 0; word[i]; i++)
		ck_assert_msg(g_hash_table_remove(left_over, word[i]), "%s of %s", word[i], text);
	ck_assert_uint_eq(g_hash_table_size(left_over), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("hostlist");
	TCase *tcase = tcase_create("hostlist");
	tcase_add_test(tcase, lists);
	tcase_add_test(tcase, no_lists);
	tcase_add_test(tcase, long_names);
	tcase_add_test(tcase, visitor_ends_it);
	tcase_add_test(tcase, folded);
	tcase_add_loop_test(tcase, fold_and_back, 0, 50);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
