/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fabrics of which some links between switches have fewer virtual lanes than the others: what crosses these is limited,
 * all else is as good as without them. The judge knows the lanes of links and looks at every route on each.
 * `check_weak_links SPEC SEED [SWITCHES [LINKS [VLS [a]]]]` weakens so many at random and prints what it cost.
 */
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <stdlib.h>

#define LINKS_HAVE 8
#define AS_GOOD 1.25 /* of the load of the fullest channel */

typedef struct {
	guint switches, links; /* that are weak */
	guint vls;             /* lanes that these have */
	guint32 seed;
	gboolean asymmetric, no_spread, by_sl;
} Weakness;

static gboolean is_between(const Fabric *fabric, const FabricPort *port)
{
	return port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
	       fabric_is_switch(fabric, fabric->ports[port->peer].node);
}

static void set_all(Fabric *fabric, guint vls)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (is_between(fabric, &fabric->ports[i]))
			fabric->ports[i].vls = (guint8)vls;
}

static void weaken_switch(Fabric *fabric, guint32 row, guint vls)
{
	const FabricNode *node = &fabric->nodes[fabric->switches[row]];
	for (guint num = 1; num <= node->n_ports; num++) {
		FabricPort *port = &fabric->ports[node->first_port + num];
		if (is_between(fabric, port))
			port->vls = fabric->ports[port->peer].vls = (guint8)vls;
	}
}

static void weaken_link(Fabric *fabric, GRand *rand, guint vls)
{
	FabricPort *port;
	do
		port = &fabric->ports[g_rand_int_range(rand, 0, (gint32)fabric->n_ports)];
	while (!is_between(fabric, port));
	port->vls = (guint8)vls; /* what one end says is enough */
}

static void weaken(Fabric *fabric, const Weakness *weak)
{
	GRand *rand = g_rand_new_with_seed(weak->seed);
	for (guint i = 0; i < weak->switches; i++)
		weaken_switch(fabric, (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_switches), weak->vls);
	for (guint i = 0; i < weak->links; i++)
		weaken_link(fabric, rand, weak->vls);
	g_rand_free(rand);
}

static Routing *routed(const char *name, const Fabric *fabric, const Weakness *weak, RoutingTally *tally)
{
	RoutingOptions options = routing_case_options("psssp");
	options.max_vls = 0;
	options.passes = 0;
	options.asymmetric = weak->asymmetric;
	options.no_spread = weak->no_spread;
	options.by_sl = weak->by_sl;
	return routing_case_judge(name, fabric, &options, FALSE, tally);
}

static void print_routing(const char *name, const char *what, const Routing *routing)
{
	if (g_getenv("SSSP_VERBOSE"))
		printf("%s, %s: %u VLs (%u needed, %s), %" G_GUINT64_FORMAT " longer pairs, EFI %" G_GUINT64_FORMAT
		       ", %.1f s\n",
		       name, what, routing->vls_used, routing->vls_needed, routing->strategy, routing->nonminimal_pairs,
		       routing->efi, routing->seconds_route + routing->seconds_layer);
}

typedef struct {
	guint cases, as_good, limited; /* routed; as good as the whole; with no more lanes than the weak links have */
	guint64 longer;                /* pairs, with what is weak */
	RoutingTally judged;
} WeakTally;

/* As a whole; with what is weak; with as few lanes everywhere. */
static void play(const char *spec, const Weakness *weak, WeakTally *tally)
{
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, 0);
	g_autofree char *name = g_strdup_printf("%s, seed %u, %u switches and %u links with %u VLs", spec, weak->seed,
						weak->switches, weak->links, weak->vls);
	if (!fabric)
		return;
	set_all(fabric, LINKS_HAVE);
	g_autoptr(Routing) whole = routed(spec, fabric, weak, &tally->judged);
	print_routing(name, "whole", whole);
	weaken(fabric, weak);
	g_autoptr(Routing) some = routed(name, fabric, weak, &tally->judged);
	print_routing(name, "weak", some);
	set_all(fabric, weak->vls);
	g_autoptr(Routing) least = routed(name, fabric, weak, &tally->judged);
	print_routing(name, "least", least);
	ck_assert_msg(some->nonminimal_pairs <= least->nonminimal_pairs, "%s: more longer pairs", name);
	ck_assert_msg(!some->weak_links == (some->vls_used <= weak->vls || (!weak->switches && !weak->links)),
		      "%s: %u weak links", name, some->weak_links);
	tally->as_good +=
		some->nonminimal_pairs <= whole->nonminimal_pairs && (double)some->efi <= AS_GOOD * (double)whole->efi;
	tally->longer += some->nonminimal_pairs;
	tally->cases++;
	tally->limited += some->vls_used <= weak->vls && whole->vls_used > weak->vls;
}

static const char *const specs[] = {
	"torus:6x6,hosts=4",
	"torus:5x4,hosts=3",
	"torus:3x3x3,hosts=2",
	"torus:6x5,hosts=2,fail=links:8%,seed=4",
	"hypercube:5,hosts=2",
	"dragonfly:a=4,p=2,h=2",
	"kautz:3,3,hosts=1",
	"random:switches=24,ports=9,hosts=3,seed=5",
	"random:switches=30,ports=7,hosts=2,seed=8,an=all",
	"karytree:4,3,fail=links:15%,seed=6",
	"hyperx:4x3,hosts=3",
};

static void play_all(const Weakness *kind, guint seeds, WeakTally *tally)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint seed = 0; seed < seeds; seed++) {
			Weakness weak = *kind;
			weak.seed = 31 * i + seed;
			weak.asymmetric = (i + seed) % 4 == 3;
			weak.no_spread = (i + seed) % 5 == 4;
			play(specs[i], &weak, tally);
		}
	printf("%u cases, %u as good as whole, %u limited as a whole\n", tally->cases, tally->as_good, tally->limited);
}

START_TEST(one_switch_with_one_lane)
{
	WeakTally tally = {0};
	play_all(&(Weakness){.switches = 1, .vls = 1}, 3, &tally);
	ck_assert_uint_ge(tally.as_good * 10, tally.cases * 9);
	ck_assert_uint_le(tally.limited * 20, tally.cases);
}
END_TEST

START_TEST(one_link_with_one_lane)
{
	WeakTally tally = {0};
	play_all(&(Weakness){.links = 1, .vls = 1}, 3, &tally);
	ck_assert_uint_ge(tally.as_good * 10, tally.cases * 9);
	ck_assert_uint_le(tally.limited * 20, tally.cases);
}
END_TEST

START_TEST(several_with_two_lanes)
{
	WeakTally tally = {0};
	play_all(&(Weakness){.switches = 1, .links = 2, .vls = 2}, 3, &tally);
	ck_assert_uint_ge(tally.as_good * 10, tally.cases * 8);
}
END_TEST

/* Whatever is weak, tables are right and no worse than with few lanes for all. */
START_TEST(many_with_one_lane)
{
	WeakTally tally = {0};
	play_all(&(Weakness){.switches = 2, .links = 3, .vls = 1}, 2, &tally);
}
END_TEST

/* Tori: hardly a pair is longer, loads are nearly what they are without the weak leaf. */
START_TEST(a_weak_leaf_in_a_torus)
{
	WeakTally tally = {0};
	for (guint seed = 1; seed <= 5; seed++)
		play("torus:8x8,hosts=12", &(Weakness){.switches = 1, .vls = 1, .seed = seed}, &tally);
	ck_assert_uint_eq(tally.as_good, tally.cases);
}
END_TEST

/* Lanes by SL in tori: the lanes that weak links have are kept for pairs that cross them, so few paths are longer. */
START_TEST(weak_links_in_tori_by_sl)
{
	static const char *const tori[] = {"torus:8x8,hosts=4", "torus:6x6,hosts=2,fail=links:3%,seed=3"};
	WeakTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(tori); i++)
		for (guint seed = 1; seed <= 4; seed++)
			for (guint vls = 1; vls <= 2; vls++)
				play(tori[i], &(Weakness){.links = 6, .vls = vls, .seed = seed, .by_sl = TRUE}, &tally);
	printf("tori by SL: %" G_GUINT64_FORMAT " longer pairs in %u cases\n", tally.longer, tally.cases);
	ck_assert_uint_le(tally.longer, 2500);
}
END_TEST

START_TEST(threads_change_nothing)
{
	g_autoptr(Fabric) fabric = routing_case_fabric("torus:6x6,hosts=4", 0);
	set_all(fabric, LINKS_HAVE);
	weaken_switch(fabric, 8, 1);
	RoutingOptions options = routing_case_options("psssp");
	options.max_vls = options.passes = 0;
	g_autoptr(Routing) one = routing_compute(fabric, &options, NULL);
	options.threads = 3;
	g_autoptr(Routing) more = routing_compute(fabric, &options, NULL);
	ck_assert_uint_gt(one->vls_used, 1);
	routing_case_same("torus", one, more);
}
END_TEST

static const char *replayed;
static Weakness replayed_weakness = {.switches = 1, .vls = 1};

START_TEST(one_case)
{
	WeakTally tally = {0};
	g_setenv("SSSP_VERBOSE", "1", TRUE);
	play(replayed, &replayed_weakness, &tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {a_weak_leaf_in_a_torus,
				      one_switch_with_one_lane,
				      one_link_with_one_lane,
				      several_with_two_lanes,
				      many_with_one_lane,
				      weak_links_in_tori_by_sl,
				      threads_change_nothing,
				      NULL},
			   *const one[] = {one_case, NULL};
	if (argc < 3)
		return fixture_run("weak links", tests);
	replayed = argv[1];
	replayed_weakness.seed = (guint32)atoi(argv[2]);
	replayed_weakness.switches = argc > 3 ? (guint)atoi(argv[3]) : 1;
	replayed_weakness.links = argc > 4 ? (guint)atoi(argv[4]) : 0;
	replayed_weakness.vls = argc > 5 ? (guint)atoi(argv[5]) : 1;
	replayed_weakness.asymmetric = argc > 6;
	return fixture_run("one case", one);
}
