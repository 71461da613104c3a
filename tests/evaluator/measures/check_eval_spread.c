/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Spread of the loads over classes of channels, and the list of channels, read back. */
#include "evaluator/measures/efi_spread.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

static void set_all_rates(Fabric *fabric, FabricSpeed speed)
{
	for (guint32 port = 0; port < fabric->n_ports; port++) {
		fabric->ports[port].width = 4;
		fabric->ports[port].speed = speed;
	}
}

START_TEST(test_classes_add_up_to_the_whole)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	g_autoptr(Levels) levels = levels_new(paths, NULL);
	LoadSpread all = load_spread_all(facts, NULL, paths);
	ck_assert_uint_eq(all.n, facts->n_links);
	ck_assert_double_eq(all.max, (gdouble)facts->efi_max);
	ck_assert_double_eq(all.min, (gdouble)facts->efi_min);
	ck_assert_double_eq_tol(all.mean, facts->efi_mean, 1e-9);
	ck_assert_double_eq_tol(all.stddev, facts->efi_stddev, 1e-9);
	gdouble sum = 0, max = 0;
	guint32 n = 0;
	for (guint32 i = 0; i < levels->n_classes; i++) {
		LoadSpread part = load_spread_class(facts, NULL, &levels->classes[i]);
		n += part.n;
		sum += part.mean * part.n;
		max = MAX(max, part.max);
	}
	ck_assert_uint_eq(n, all.n);
	ck_assert_double_eq_tol(sum, all.mean * all.n, 1e-6);
	ck_assert_double_eq(max, all.max);
}
END_TEST

/* Leaves of four hosts at full rate, spines at half: every load counts twice. */
START_TEST(test_half_the_rate_counts_twice)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) fabric = fixture_tree(3, 2, 4);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	set_all_rates(fabric, FABRIC_EDR);
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		fabric->ports[fabric->endpoints[e]].speed = FABRIC_HDR;
		fabric->ports[fabric->ports[fabric->endpoints[e]].peer].speed = FABRIC_HDR;
	}
	g_autoptr(Capacity) capacity = capacity_new(paths, NULL);
	LoadSpread plain = load_spread_all(facts, NULL, paths), weighed = load_spread_all(facts, capacity, paths);
	ck_assert_double_gt(plain.max, 0);
	ck_assert_double_eq(weighed.max, 2 * plain.max);
	ck_assert_double_eq(weighed.min, 2 * plain.min);
	ck_assert_double_eq_tol(weighed.mean, 2 * plain.mean, 1e-9);
}
END_TEST

START_TEST(test_no_channels_no_figures)
{
	g_autoptr(Fabric) fabric = fixture_tree(1, 1, 2);
	g_autoptr(Lft) lft = fixture_clockwise(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	LevelClass none = {0};
	LoadSpread spread = load_spread_class(facts, NULL, &none);
	ck_assert(spread.n == 0 && spread.max == 0 && spread.mean == 0 && spread.stddev == 0);
}
END_TEST

/* Takes the next field of a line of CSV; a plain reader of RFC 4180. */
static char *field(const char **at)
{
	GString *text = g_string_new(NULL);
	gboolean quoted = **at == '"';
	*at += quoted;
	for (; **at && (quoted || !strchr(",\n", **at)); ++*at) {
		if (quoted && **at == '"' && *++*at != '"')
			break;
		g_string_append_c(text, **at);
	}
	ck_assert(**at == ',' || **at == '\n');
	++*at;
	return g_string_free(text, FALSE);
}

static void expect(const char **at, const char *text)
{
	g_autofree char *seen = field(at);
	ck_assert_str_eq(seen, text);
}

static guint64 number(const char **at)
{
	g_autofree char *seen = field(at);
	return g_ascii_strtoull(seen, NULL, 0);
}

START_TEST(test_every_channel_is_listed_with_its_load)
{
	static const char *const names[] = {"a,b", "say \"leaf\"", " edge ", "two\nlines", "plain"};
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	g_autoptr(Fabric) fabric = fixture_ring(5, 2);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		ck_assert(fabric_set_name(fabric, fabric->switches[i], names[i], NULL));
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) p = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(p, NULL);
	g_autoptr(Levels) levels = levels_new(p, NULL);
	fabric->ports[fabric_port_index(fabric, fabric->switches[0], 1)].width = 4;
	fabric->ports[fabric_port_index(fabric, fabric->switches[0], 1)].speed = FABRIC_HDR;
	g_autoptr(GString) csv = load_csv(p, facts, levels);
	const char *at = strchr(csv->str, '\n') + 1;
	for (guint32 c = 0; c < p->n_channels; c++) {
		ck_assert_uint_eq(number(&at), fabric->nodes[fabric->switches[p->from[c]]].guid);
		expect(&at, names[p->from[c]]);
		ck_assert_uint_eq(number(&at), p->out_port[c]);
		ck_assert_uint_eq(number(&at), fabric->nodes[fabric->switches[p->to[c]]].guid);
		expect(&at, names[p->to[c]]);
		ck_assert_uint_eq(number(&at), p->in_port[c]);
		ck_assert_uint_eq(number(&at), 1);
		ck_assert_uint_eq(number(&at), 1);
		expect(&at, MIN(p->from[c], p->to[c]) == 0 && MAX(p->from[c], p->to[c]) == 1 ? "200000" : "");
		ck_assert_uint_eq(number(&at), facts->load[c]);
	}
	ck_assert_uint_eq(p->n_channels, 10);
	ck_assert_str_eq(at, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_spread");
	TCase *tcase = tcase_create("spread");
	tcase_add_loop_test(tcase, test_classes_add_up_to_the_whole, 0, 30);
	tcase_add_test(tcase, test_half_the_rate_counts_twice);
	tcase_add_test(tcase, test_no_channels_no_figures);
	tcase_add_test(tcase, test_every_channel_is_listed_with_its_load);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
