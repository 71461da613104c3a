/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The SPEC itself: what is refused and how, what any text comes to, and the list of families.
 */
#include "core/base/error.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <string.h>

/* Refused with this code and a text that names the SPEC and has `part` in it. */
static void refused(const char *spec, int code, const char *part)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric == NULL, "%.60s was taken", spec);
	ck_assert_msg(error != NULL, "%.60s: no error", spec);
	ck_assert_msg(error->domain == SSSP_ERROR && error->code == code, "%.60s: code %d (%s)", spec, error->code,
		      error->message);
	ck_assert_msg(strstr(error->message, part) != NULL, "%.60s: \"%s\" does not say \"%s\"", spec, error->message,
		      part);
	for (const char *c = error->message; *c; c++)
		ck_assert(g_ascii_isprint(*c));
}

static const struct {
	const char *spec, *part;
} bad[] = {
	/* names and punctuation */
	{"", "no such kind"},
	{"nosuch", "no such kind"},
	{"torus4x4", "no such kind"},
	{"Torus:4x4", "no such kind"},
	{" torus:4x4", "no such kind"},
	{"tor\x1b[31mus:4", "no such kind"},
	{"torus", "values are missing"},
	{"torus:", "nothing follows"},
	{"single,", "nothing follows"},
	{"torus,4x4", "follow a colon"},
	{"torus:4x4,", "not KEY=VALUE"},
	{"torus:4x4,,hosts=1", "not KEY=VALUE"},
	{"torus:4x4,hosts=1,5", "is not KEY=VALUE"},
	{"torus:4x4 ", "not a number"},
	{"torus:4x4\n", "not a number"},
	{"deimos:3", "do not belong"},
	{"single:36", "do not belong"},
	/* keys */
	{"torus:4x4,host=2", "no key \"host\""},
	{"torus:4x4,hosts links=2", "no key"},
	{"torus:4x4,=2", "no key"},
	{"torus:4x4,hosts", "not a number"},
	{"torus:4x4,hosts=", "no value"},
	{"torus:4x4,hosts=2,hosts=2", "twice"},
	{"torus:4x4,hosts=two", "not a number"},
	{"torus:4x4,hosts=2x", "not a number"},
	{"torus:4x4,hosts=-1", "not a number"},
	{"torus:4x4,hosts=+1", "not a number"},
	{"torus:4x4,hosts= 1", "not a number"},
	{"torus:4x4,hosts=0x1", "not a number"},
	{"torus:4x4,hosts=1.5", "not a number"},
	{"torus:4x4,hosts=255", "not in 0..254"},
	{"torus:4x4,hosts=4294967297", "not in"},
	{"torus:4x4,hosts=99999999999999999999999", "not in"},
	{"torus:4x4,seed=4294967296", "not in"},
	{"torus:4x4,seed=x", "not a number"},
	{"karytree:4,2,hosts=3", "no key"},
	/* numbers before the keys */
	{"torus:4x", "not a number"},
	{"torus:x4", "not a number"},
	{"torus:4xx4", "not a number"},
	{"torus:4X4", "not a number"},
	{"torus:0x4", "not in"},
	{"torus:1x4", "not in"},
	{"torus:4,4", "not a number"},
	{"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "more than"},
	{"torus:65536x65536", "not in"},
	{"torus:40000x40000", "LIDs"},
	{"mesh:1000x1000x1000x1000x1000x1000x1000", "LIDs"},
	{"hypercube:0", "not in"},
	{"hypercube:16", "not in"},
	{"hypercube:2,2", "one number"},
	{"karytree:18", "two numbers"},
	{"karytree:18,3,1", "two numbers"},
	{"karytree:1,3", "two numbers"},
	{"karytree:18,0", "not in"},
	{"karytree:128,2", "not in"},
	{"karytree:36,3", "LIDs"},
	{"karytree:127,15", "LIDs"},
	{"kautz:3", "two numbers"},
	{"kautz:3,100", "two numbers"},
	{"kautz:100,15", "LIDs"},
	{"slimfly:6", "not a prime power"},
	{"slimfly:10", "not a prime power"},
	{"slimfly:12", "not a prime power"},
	{"slimfly:2", "not in"},
	{"slimfly:5,5", "one number"},
	{"xgft:2;4,4", "three parts"},
	{"xgft:2;4,4;1,2;3", "three parts"},
	{"xgft:2;4;1,2", "as many"},
	{"xgft:3;4,4;1,2", "as many"},
	{"xgft:2;4,0;1,2", "not in"},
	{"xgft:2;4,4;2,2", "W1 is 2"},
	{"xgft", "three parts"},
	{"xgft:;4;1", "H: a number is missing"},
	{"xgft:1;;1", "M: a number is missing"},
	/* more ports than a switch has */
	{"single:hosts=37", "more than its 36 ports"},
	{"single:hosts=0", "not in"},
	{"single:ports=255", "not in"},
	{"torus:4x4,hosts=33", "more than its 36 ports"},
	{"torus:4x4,hosts=1,links=9", "more than its 36 ports"},
	{"hypercube:7,hosts=30", "more than its 36 ports"},
	{"hyperx:40,hosts=1", "more than its 36 ports"},
	{"fastree:switches=14", "more than its 36 ports"},
	{"kautz:18,1", "more than its 36 ports"},
	{"slimfly:25", "more than its 36 ports"},
	{"dragonfly:a=20,p=10,h=10", "more than its 36 ports"},
	{"clos:leaves=37", "more than its 36 ports"},
	{"clos:leaves=4,hosts=30,spines=7", "more than its 36 ports"},
	{"xgft:2;30,4;1,8", "more than its 36 ports"},
	{"random:switches=4,ports=4,hosts=5", "too few"},
	/* what cannot be */
	{"random", "switches= is missing"},
	{"random:switches=1", "not in"},
	{"random:switches=3,ports=4,hosts=3", "too few"},
	{"random:switches=2,ports=4,hosts=4", "too few"},
	{"random:switches=40000", "LIDs"},
	{"fattree:ports=1", "too few"},
	{"fattree:ports=4,oversubscription=4", "too few"},
	{"fattree:levels=1,oversubscription=2", "oversubscribe"},
	{"fattree:ports=4,levels=2,hosts=9", "room for 8"},
	{"fattree:ports=4,levels=2,hosts=0", "not in"},
	{"fattree:ports=254,levels=15", "LIDs"},
	{"dragonfly:a=4,h=2,groups=10", "not in 1..9"},
	{"dragonfly+:leaves=20,spines=20,h=17", "more than its 36 ports"},
	{"dragonfly+:hosts=145", "room for 144"},
	{"dragonfly+:groups=10", "not in 1..9"},
	{"dragonfly+:leaves=0", "not in"},
	{"dragonfly+:leaves=254,spines=254,h=254,ports=254", "LIDs"},
	/* machines */
	{"directors", "hosts= is missing"},
	{"directors:hosts=0", "not in"},
	{"directors:hosts=50000", "not in"},
	{"directors:hosts=10,ports=145", "145 ports cannot be made of chips of 24"},
	{"directors:hosts=10,ports=12", "12 ports cannot be made of chips of 24"},
	{"directors:hosts=10,ports=10000", "10000 ports cannot be made of chips of 24"},
	{"directors:hosts=10,chip=25,ports=25", "cannot be made"},
	{"directors:hosts=10,chip=2,ports=3", "cannot be made"},
	{"directors:hosts=10,ratio=12", "12 external ports only"},
	{"directors:hosts=10,levels=4", "not in 1..3"},
	{"directors:hosts=145,levels=1", "one director has room for 144"},
	{"directors:hosts=49000", "LIDs"},
	{"directors:hosts=1200,ports=24,ratio=23", "53 directors have too few cables up"},
	{"rails:leaves=63", "multiple of 8"},
	{"rails:leaves=1,gpus=1", "reaches half of the leaves"},
	{"rails:spines=32", "more than its 64 ports"},
	{"rails:servers=60", "more than its 64 ports"},
	{"rails:hosts=2099", "room for 2098"},
	{"rails:hosts=50", "50 servers alone"},
	{"rails:leaves=49144,spines=1,storage=0", "LIDs"},
	{"rails:gpus=0", "not in"},
	{"generations:old=1", "not in"},
	{"generations:levels=4", "not in"},
	{"generations:hosts=406", "room for 405"},
	{"generations:joins=10", "more than its 18 ports"},
	{"generations:new=254,levels=3", "LIDs"},
	{"merged", "two SPECs are wanted"},
	{"merged:torus:4x4", "two SPECs are wanted"},
	{"merged:torus:4x4+mesh:4+mesh:4", "two SPECs are wanted"},
	{"merged:torus:4x4+nosuch:4", "no such kind"},
	{"merged:torus:4x4+torus:4x4,joins=0", "not in"},
	{"merged:torus:4x4+single", "no port is free at site b"},
	{"merged:torus:4x4,links=3,seed=2+torus:4x4", "two SPECs are wanted, keys of the whole behind them"},
	{"merged:torus:4x4+fattree:ports=32,levels=3,joins=2,hosts=8192,levels=3", "twice"},
	{"merged:fattree:ports=48,levels=3,hosts=20000+fattree:ports=48,levels=3,hosts=25000", "LIDs"},
	{"half", "a SPEC is missing"},
	{"half:nosuch", "no such kind"},
	{"half:torus:4x4", "there is no top"},
	{"half:single", "there is no top"},
	{"half:xgft:2;4,4;1,1", "no top switch can go"},
	{"half:karytree:4,2,hosts=3", "no key"},
	{"half:joins=3,karytree:4,2", "no such kind"},
	/* failures */
	{"torus:4x4,fail=", "no value"},
	{"torus:4x4,fail=5%", "fail: not links"},
	{"torus:4x4,fail=links", "fail: not links"},
	{"torus:4x4,fail=links:", "missing"},
	{"torus:4x4,fail=links:%", "missing"},
	{"torus:4x4,fail=links:5%%", "not a number"},
	{"torus:4x4,fail=links:101%", "not in 0..100"},
	{"torus:4x4,fail=links:-1", "not a number"},
	{"torus:4x4,fail=cables:1", "fail: not links"},
	{"torus:4x4,fail=link:1", "fail: not links"},
	{"torus:4x4,fail=host:1", "fail: not links"},
	{"torus:4x4,fail=:1", "fail: not links"},
	{"torus:4x4,fail=links:1,fail=cables:1", "fail: not links"},
	{"torus:4x4,fail=links:1,seed=1,seed=1", "twice"},
	{"torus:4x4,an=leaf,an=all", "twice"},
	{"torus:4x4,shuffle", "not a number"},
	{"torus:4x4,shuffle=", "shuffle has no value"},
	{"torus:4x4,shuffle=x", "shuffle: \"x\" is not a number"},
	{"torus:4x4,shuffle=-1", "shuffle: \"-1\" is not a number"},
	{"torus:4x4,shuffle=+1", "not a number"},
	{"torus:4x4,shuffle=1.5", "not a number"},
	{"torus:4x4,shuffle=4294967295", "shuffle: 4294967295 is not in 0..4294967294"},
	{"torus:4x4,shuffle=99999999999999999999999", "shuffle: 99999999999999999999999 is not in"},
	{"torus:4x4,shuffle=1,shuffle=2", "shuffle is given twice"},
	{"torus:4x4,fail=switches:16,shuffle=x", "not a number"},
	{"torus:4x4,an=none", "an: not leaf or all"},
	{"single:hosts=254,ports=254,an=leaf", "no port left for an aggregation node"},
};

START_TEST(test_refused)
{
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
		refused(bad[i].spec, SSSP_ERROR_USAGE, bad[i].part);
	g_autofree char *endless = g_strnfill(100000, '4');
	refused(endless, SSSP_ERROR_USAGE, "more than 1000 characters");
}
END_TEST

START_TEST(test_impossible)
{
	refused("torus:4x4,fail=links:18", SSSP_ERROR_IMPOSSIBLE, "at most 17");
	refused("mesh:10,fail=links:1", SSSP_ERROR_IMPOSSIBLE, "at most 0");
	refused("single,fail=links:1", SSSP_ERROR_IMPOSSIBLE, "at most 0");
	refused("karytree:4,2,fail=links:100%", SSSP_ERROR_IMPOSSIBLE, "connected");
	refused("torus:4x4,fail=switches:16", SSSP_ERROR_IMPOSSIBLE, "none would be left");
	refused("single,fail=switches:1", SSSP_ERROR_IMPOSSIBLE, "none would be left");
	refused("single,fail=hosts:36", SSSP_ERROR_IMPOSSIBLE, "36 of 36 hosts cannot fail");
	refused("mesh:4,fail=switches:2,fail=hosts:2", SSSP_ERROR_IMPOSSIBLE, "2 of 2 hosts cannot fail");
	refused("mesh:4,fail=switches:2,fail=switches:2", SSSP_ERROR_IMPOSSIBLE, "2 of 2 switches");
	refused("torus:4x4,fail=links:10,fail=links:8", SSSP_ERROR_IMPOSSIBLE, "8 of 22 cables cannot fail");
}
END_TEST

/* A text put together from pieces of SPECs. */
static char *any_spec(GRand *rand)
{
	static const char *const pieces[] = {":",
					     ",",
					     ",",
					     "=",
					     ";",
					     "x",
					     "%",
					     "1",
					     "2",
					     "3",
					     "4",
					     "5",
					     "7",
					     "12",
					     "36",
					     "255",
					     "49151",
					     "4294967296",
					     "hosts=",
					     ",hosts=2",
					     ",links=2",
					     ",ports=40",
					     ",seed=3",
					     ",fail=links:",
					     ",fail=links:10%",
					     ",fail=switches:",
					     ",fail=switches:3",
					     ",fail=hosts:2",
					     ",an=leaf",
					     ",an=all",
					     ",shuffle=5",
					     "switches=9",
					     "levels=3",
					     "+",
					     "half:",
					     "merged:",
					     "dragonfly+",
					     "karytree:3,3",
					     ",hosts=40",
					     "h=1"};
	GString *spec =
		g_string_new(synth_family((guint)g_rand_int_range(rand, 0, (gint32)synth_family_count()))->name);
	g_string_append(spec, g_rand_boolean(rand) ? ":" : "");
	for (gint n = g_rand_int_range(rand, 0, 7); n > 0; n--)
		g_string_append(spec, pieces[g_rand_int_range(rand, 0, G_N_ELEMENTS(pieces))]);
	return g_string_free(spec, FALSE);
}

/* Whatever is written: a connected fabric that holds its invariants, or an error; never both, never a crash. */
START_TEST(test_any_text)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(20);
	guint made = 0, wrong = 0;
	for (guint i = 0; i < 20000; i++) {
		g_autofree char *spec = any_spec(rand);
		g_autoptr(GError) error = NULL;
		g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
		ck_assert_msg((fabric == NULL) == (error != NULL), "%s", spec);
		if (!fabric) {
			ck_assert_msg(error->code == SSSP_ERROR_USAGE || error->code == SSSP_ERROR_IMPOSSIBLE, "%s: %s",
				      spec, error->message);
			wrong++;
			continue;
		}
		ck_assert_msg(fabric_check(fabric, &error), "%s: %s", spec, error ? error->message : "");
		ck_assert_msg(look_connected(fabric), "%s", spec);
		made++;
	}
	ck_assert_uint_gt(made, 1000);
	ck_assert_uint_gt(wrong, 1000);
}
END_TEST

START_TEST(test_list)
{
	ck_assert_uint_eq(synth_family_count(), 27);
	for (guint i = 0; i < synth_family_count(); i++) {
		const SynthInfo *info = synth_family(i);
		ck_assert(g_str_has_prefix(info->syntax, info->name));
		ck_assert_uint_gt(strlen(info->summary), 5);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_refused, test_impossible, test_any_text, test_list, NULL};
	return fixture_run("synth_spec", tests);
}
