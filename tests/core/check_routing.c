/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks properties of whole routings over generated fabrics, worked out again by a judge that knows the tables only.
 * `check_routing SPEC [LMC]` judges one fabric, `check_routing odd SEED [MOST]` one odd one, or as many as MOST from
 * that seed on, for looking into a failure.
 */
#include "core/prove.h"
#include "tests/core/odd_fabric.h"
#include "tests/core/routing_case.h"

#include <stdlib.h>

static const char *const families[] = {
	"single:hosts=1",
	"single:hosts=5",
	"karytree:2,1",
	"karytree:2,2",
	"karytree:3,3",
	"karytree:2,5",
	"fattree:ports=8,levels=2",
	"fattree:ports=12,levels=2,oversubscription=2",
	"fattree:ports=4,levels=4",
	"fattree:ports=8,levels=3,hosts=45",
	"xgft:2;4,4;1,2",
	"xgft:3;3,2,3;1,2,2",
	"xgft:1;5;1",
	"clos:leaves=6,hosts=4,spines=3,links=2",
	"clos:leaves=5,hosts=3,spines=1,links=3",
	"torus:5",
	"torus:4x4,hosts=2",
	"torus:3x3x3",
	"torus:5x4,links=2",
	"torus:7x2,hosts=3",
	"mesh:6",
	"mesh:4x3,hosts=2",
	"mesh:3x3x2,links=2",
	"hypercube:1,hosts=4",
	"hypercube:4,hosts=2",
	"hypercube:5",
	"kautz:2,3,hosts=2",
	"kautz:3,2,hosts=3",
	"dragonfly:a=4,p=2,h=2",
	"dragonfly:a=3,p=1,h=1,groups=4",
	"hyperx:4x3,hosts=3",
	"hyperx:3x3x2,hosts=1,links=2",
	"slimfly:3,hosts=2",
	"slimfly:5,hosts=1",
	"fastree:switches=6,hosts=3",
	"fastree:switches=3,hosts=4,links=3",
	"random:switches=12,ports=6,hosts=2,seed=4",
	"random:switches=20,ports=4,hosts=1,seed=5",
	"odin",
	"tara",
	"karytree:3,3,an=all",
	"karytree:2,5,an=all",
	"fattree:ports=8,levels=3,an=leaf",
	"torus:4x4,hosts=2,an=all",
	"kautz:2,3,hosts=2,an=all",
	"random:switches=20,ports=9,hosts=1,seed=5,an=all",
};

static const char *const failures[] = {
	"fail=links:5%", "fail=links:10%", "fail=links:20%", "fail=switches:1", "fail=switches:10%",
};

START_TEST(every_family)
{
	RoutingTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(families); i++)
		for (guint lmc = 0; lmc <= 2; lmc++)
			routing_case_spec(families[i], lmc, &tally);
	routing_case_print("families", &tally);
	ck_assert_uint_eq(tally.impossible, 0);
	ck_assert_uint_ge(tally.routed, 800);
}
END_TEST

START_TEST(every_family_degraded)
{
	RoutingTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(families); i++)
		for (guint f = i % 2; f < G_N_ELEMENTS(failures); f += 2) {
			/* a SPEC has one seed only, which random: needs for its cables as well */
			gboolean has_seed = g_str_has_prefix(families[i], "random:");
			g_autofree char *spec =
				has_seed ? g_strdup_printf("%s,%s", families[i], failures[f])
					 : g_strdup_printf("%s,%s,seed=%u", families[i], failures[f], i + f);
			routing_case_spec(spec, (i + f) % 2, &tally);
		}
	routing_case_print("degraded", &tally);
	ck_assert_uint_ge(tally.routed, 500);
}
END_TEST

START_TEST(random_fabrics)
{
	RoutingTally tally = {0};
	g_autoptr(GRand) rand = g_rand_new_with_seed(2009);
	for (guint i = 0; i < 150; i++) {
		guint switches = (guint)g_rand_int_range(rand, 2, 24), ports = (guint)g_rand_int_range(rand, 5, 13);
		guint hosts = (guint)g_rand_int_range(rand, 1, 4), lmc = i % 7 == 0 ? 2 : i % 3 == 0;
		static const char *const ends[] = {"", ",fail=links:1", ",fail=links:10%", ",fail=switches:1"};
		g_autofree char *spec = g_strdup_printf("random:switches=%u,ports=%u,hosts=%u,seed=%u%s", switches,
							ports, hosts, i, ends[i % G_N_ELEMENTS(ends)]);
		routing_case_spec(spec, lmc, &tally);
	}
	routing_case_print("random", &tally);
	ck_assert_uint_ge(tally.routed, 1000);
}
END_TEST

START_TEST(clusters)
{
	RoutingTally tally = {0};
	routing_case_spec("deimos", 0, &tally);
	routing_case_spec("karytree:6,3", 0, &tally);
	routing_case_spec("torus:6x6,hosts=4", 0, &tally);
	routing_case_spec("hypercube:6,hosts=2", 0, &tally);
	routing_case_print("clusters", &tally);
}
END_TEST

/* ---- odd fabrics with odd wishes: right, the same with any number of threads, and proven when read back */

static void judge_threads(const char *name, const OddCase *odd, guint threads, const Routing *one)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = odd->options;
	options.threads = threads;
	g_autoptr(Routing) more = routing_compute(odd->fabric, &options, &error);
	assert_no_error(error);
	routing_case_same(name, one, more);
}

static void judge_odd(guint32 seed, RoutingTally *tally, guint *refused)
{
	static const guint threads[] = {2, 3, 8};
	g_auto(OddCase) odd = {NULL};
	g_autoptr(GError) error = NULL;
	g_autofree char *name = g_strdup_printf("odd %u", seed);
	odd_case_init(&odd, seed, 26);
	g_autoptr(Routing) one = routing_case_judge_some(name, odd.fabric, &odd.options, FALSE, tally);
	if (!one) {
		++*refused;
		return;
	}
	judge_threads(name, &odd, threads[seed % G_N_ELEMENTS(threads)], one);
	g_autoptr(Routing) proven =
		prove_tables(odd.fabric, &odd.options, one->lft, one->path_sl, routing_port_vls(one), &error);
	ck_assert_msg(proven != NULL, "%s: %s", name, error ? error->message : "");
	ck_assert_uint_eq(proven->efi, one->efi);
	ck_assert_uint_eq(proven->nonminimal_pairs, one->nonminimal_pairs);
}

static guint32 odd_from = 1, odd_many = 400;

START_TEST(odd_fabrics)
{
	RoutingTally tally = {0};
	guint refused = 0;
	for (guint32 seed = odd_from; seed < odd_from + odd_many; seed++)
		judge_odd(seed, &tally, &refused);
	routing_case_print("odd", &tally);
	ck_assert_uint_eq(tally.routed + refused, odd_many);
	ck_assert_uint_le(refused, odd_many / 10 + 1);
}
END_TEST

static const char *replayed;
static guint replayed_lmc;

START_TEST(one_fabric)
{
	RoutingTally tally = {0};
	routing_case_spec(replayed, replayed_lmc, &tally);
	routing_case_print(replayed, &tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {every_family, every_family_degraded, random_fabrics, clusters, odd_fabrics, NULL};
	const TTest *const one[] = {one_fabric, NULL}, *const odd[] = {odd_fabrics, NULL};
	replayed = argc > 1 ? argv[1] : NULL;
	replayed_lmc = argc > 2 ? (guint)atoi(argv[2]) : 0;
	if (argc > 2 && g_str_equal(replayed, "odd")) {
		odd_from = (guint32)atoi(argv[2]);
		odd_many = argc > 3 ? (guint32)atoi(argv[3]) : 1;
		return fixture_run("odd fabrics", odd);
	}
	return fixture_run("routing", replayed ? one : tests);
}
