/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a SPEC draws from its seed: the same one gives the same fabric, and what fails is gone from it, nothing else.
 */
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <string.h>

/* One small SPEC of each family. */
static const char *const small[] = {
	"single",
	"karytree:3,3",
	"fattree:ports=8,levels=3,oversubscription=3,hosts=77",
	"xgft:2;6,7;1,5",
	"clos:leaves=6,hosts=4,spines=3,links=2",
	"torus:4x5,hosts=2",
	"mesh:3x3x3",
	"hypercube:5,links=2",
	"hyperx:4x5",
	"fastree:switches=7",
	"kautz:3,3",
	"dragonfly",
	"slimfly:4",
	"random:switches=20,hosts=30",
	"dragonfly+:groups=5",
	"directors:ports=8,chip=4,hosts=20,ratio=1",
	"rails:leaves=8,spines=3,gpus=4,storage=2,ports=16,hosts=60",
	"generations:hosts=60",
	"merged:torus:4x4,hosts=2+half:karytree:3,3",
	"half:fattree:ports=8,levels=3",
	"odin",
	"chic",
	"deimos",
	"atlas",
	"tara",
};

START_TEST(test_deterministic)
{
	for (guint i = 0; i < G_N_ELEMENTS(small); i++) {
		g_autoptr(Fabric) first = look_make(small[i]);
		g_autoptr(Fabric) second = look_make(small[i]);
		g_autofree char *a = look_dump(first), *b = look_dump(second);
		ck_assert_str_eq(a, b);
	}
	g_autoptr(Fabric) one = look_make("random:switches=20,hosts=30,seed=1");
	g_autoptr(Fabric) two = look_make("random:switches=20,hosts=30,seed=2");
	g_autoptr(Fabric) zero = look_make("random:switches=20,hosts=30,seed=0");
	g_autoptr(Fabric) none = look_make("random:switches=20,hosts=30");
	g_autofree char *a = look_dump(one), *b = look_dump(two), *c = look_dump(zero), *d = look_dump(none);
	ck_assert_str_ne(a, b);
	ck_assert_str_eq(c, d);
}
END_TEST

static Fabric *make_degraded(const char *spec, const char *what, guint seed)
{
	g_autofree char *degraded =
		g_strdup_printf("%s%sfail=%s,seed=%u", spec, strchr(spec, ':') ? "," : ":", what, seed);
	return look_make(degraded);
}

START_TEST(test_failed_links)
{
	static const guint percents[] = {0, 5, 10, 20};
	for (guint i = 0; i < G_N_ELEMENTS(small); i++) {
		if (g_str_has_prefix(small[i], "random"))
			continue; /* its seed is that of the cabling, too */
		g_autoptr(Fabric) whole = look_make(small[i]);
		guint32 cables = look_cables(whole), spare = cables - (look_switches(whole) - 1);
		for (guint p = 0; p < G_N_ELEMENTS(percents); p++) {
			guint32 gone = (cables * percents[p] + 50) / 100;
			if (gone > spare)
				continue;
			g_autofree char *what = g_strdup_printf("links:%u%%", percents[p]);
			g_autoptr(Fabric) part = make_degraded(small[i], what, p);
			ck_assert_uint_eq(look_cables(part), cables - gone);
			ck_assert_uint_eq(look_hosts(part), look_hosts(whole));
			ck_assert_uint_eq(look_switches(part), look_switches(whole));
			ck_assert(look_connected(part));
			look_part_of(part, whole);
		}
		/* as many as can go: a tree is left */
		g_autofree char *most = g_strdup_printf("links:%u", spare);
		g_autoptr(Fabric) tree = make_degraded(small[i], most, 3);
		ck_assert_uint_eq(look_cables(tree), look_switches(tree) - 1);
		ck_assert(look_connected(tree));
	}
}
END_TEST

START_TEST(test_failed_switches)
{
	for (guint i = 0; i < G_N_ELEMENTS(small); i++) {
		if (g_str_has_prefix(small[i], "random"))
			continue;
		g_autoptr(Fabric) whole = look_make(small[i]);
		guint32 n = look_switches(whole), bare = 0;
		for (guint32 s = 0; s < whole->n_switches; s++)
			bare += look_hosts_of(whole, whole->switches[s]) == 0;
		for (guint gone = 1; gone < n && gone <= 8; gone = 2 * gone) {
			g_autofree char *what = g_strdup_printf("switches:%u", gone);
			g_autoptr(Fabric) part = make_degraded(small[i], what, gone);
			ck_assert_uint_eq(look_switches(part), n - gone);
			ck_assert(look_connected(part));
			look_part_of(part, whole);
			/* hosts go only with their switch, and none does while there are spines enough */
			guint32 hosts = 0;
			for (guint32 s = 0; s < whole->n_switches; s++)
				if (fabric_find_node(part, whole->nodes[whole->switches[s]].guid) != FABRIC_NONE)
					hosts += look_hosts_of(whole, whole->switches[s]);
			ck_assert_uint_eq(look_hosts(part), hosts);
			if (g_str_has_prefix(small[i], "deimos") || g_str_has_prefix(small[i], "atlas"))
				ck_assert_uint_eq(look_hosts(part), look_hosts(whole));
			ck_assert(bare > 0 || look_hosts(part) < look_hosts(whole));
		}
	}
	/* a chain falls from its ends, down to one switch */
	g_autoptr(Fabric) last = look_make("mesh:12,fail=switches:11,seed=4");
	ck_assert_uint_eq(look_switches(last), 1);
	ck_assert_uint_eq(look_hosts(last), 1);
}
END_TEST

START_TEST(test_failures_follow_the_seed)
{
	g_autoptr(Fabric) one = look_make("torus:6x6,fail=links:10%,seed=1");
	g_autoptr(Fabric) again = look_make("torus:6x6,fail=links:10%,seed=1");
	g_autoptr(Fabric) two = look_make("torus:6x6,fail=links:10%,seed=2");
	g_autofree char *a = look_dump(one), *b = look_dump(again), *c = look_dump(two);
	ck_assert_str_eq(a, b);
	ck_assert_str_ne(a, c);
	/* of a random fabric the seed draws both, and the whole one is cabled the same */
	g_autoptr(Fabric) whole = look_make("random:switches=20,ports=12,hosts=4,seed=9");
	g_autoptr(Fabric) part = look_make("random:switches=20,ports=12,hosts=4,seed=9,fail=links:10");
	ck_assert_uint_eq(look_cables(part), look_cables(whole) - 10);
	look_part_of(part, whole);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_deterministic, test_failed_links, test_failed_switches,
				      test_failures_follow_the_seed, NULL};
	return fixture_run("synth_fail", tests);
}
