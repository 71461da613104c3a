/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks that more lanes make nothing worse, and how full the fullest channels are; all routings are judged. */
#include "tests/core/choose/choose_case.h"
#include "tests/core/fixture.h"

/* ---- more lanes */

/* Where a few lanes by SL serve all with shortest paths, more lanes do, too, however even longer paths would be. */
START_TEST(more_lanes_keep_paths_short)
{
	static const struct {
		const char *spec;
		guint from; /* lanes */
	} cases[] = {{"hypercube:6,hosts=2,fail=links:1%,seed=883", 2},
		     {"torus:8x8,hosts=1,an=all,fail=links:3%,fail=switches:2,seed=450", 4}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
		for (guint max_vls = cases[i].from; max_vls <= 8; max_vls++) {
			RoutingOptions options = choose_case_usual();
			options.max_vls = max_vls;
			g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
			ck_assert_msg(!routing->nonminimal_pairs, "%s on %u lanes: longer pairs", cases[i].spec,
				      max_vls);
		}
}
END_TEST

/* In a torus that has lost cables a few longer paths, at last, are better than lanes that leave many longer. */
START_TEST(few_longer_paths_are_better_than_many)
{
	static const struct {
		const char *spec;
		guint lanes;
		guint64 longer, efi;
	} cases[] = {{"torus:12x16,hosts=2,fail=links:3%,seed=3", 5, 150, 2200}, /* 20,390 and 2,926 by ports */
		     {"torus:8x8x5,hosts=1,fail=links:2%,seed=3", 6, 100, 400}}; /* 3,370 and 438 by ports */
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = cases[i].lanes;
		g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
		ck_assert_uint_le(routing->nonminimal_pairs, cases[i].longer);
		ck_assert_uint_le(routing->efi, cases[i].efi);
	}
}
END_TEST

/*
 * Where neither P-SSSP's own routes fit nor SLs serve all, lanes by ports beside a spanning tree come before one lane.
 */
START_TEST(more_lanes_are_no_cliff)
{
	guint64 before = G_MAXUINT64, longer = G_MAXUINT64;
	for (guint max_vls = 1; max_vls <= 4; max_vls++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = max_vls;
		g_autoptr(Routing) routing = choose_case_route("directors:ports=36,chip=12,hosts=300", &options);
		/* What has fewer longer paths may load a channel by a hundredth more. */
		ck_assert(routing->efi <= before ||
			  (routing->nonminimal_pairs < longer && 100 * routing->efi <= 101 * before));
		ck_assert(max_vls == 1 || routing->efi <= 700);
		before = routing->efi;
		longer = routing->nonminimal_pairs;
	}
}
END_TEST

/* Nor do few lanes by ports come before one lane where that is better, as on a tree that has lost many cables. */
START_TEST(more_lanes_keep_loads_low)
{
	for (guint max_vls = 1; max_vls <= 4; max_vls++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = max_vls;
		g_autoptr(Routing) routing = choose_case_route("karytree:2,5,fail=links:15%,seed=139", &options);
		ck_assert_uint_eq(routing->nonminimal_pairs, 0);
		ck_assert_uint_le(routing->efi, 68);
	}
}
END_TEST

/* ---- the fullest channels */

/*
 * With one host on each leaf there is nothing that paths down of their own would keep apart; P-SSSP in the order of the
 * paper has 17. A tree that has lost cables is levelled: its P-SSSP has 960.
 */
START_TEST(the_fullest_channel_is_not_full_in_vain)
{
	const struct {
		const char *spec;
		guint64 most;
	} rows[] = {{"dragonfly+:leaves=9,spines=13,p=1,h=4,groups=5", 17}, {"karytree:8,3,fail=links:3%,seed=2", 800}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = 1;
		g_autoptr(Routing) routing = choose_case_route(rows[i].spec, &options);
		ck_assert_msg(routing->efi <= rows[i].most && !routing->nonminimal_pairs, "%s: EFI %lu", rows[i].spec,
			      (gulong)routing->efi);
	}
}
END_TEST

/*
 * Where few channels are full after the first pass, these are levelled, and no further pass is made; where many are,
 * passes come first. After three passes the first has 1,130, the second 1,390.
 */
START_TEST(few_full_channels_take_one_pass)
{
	const struct {
		const char *spec;
		guint passes;
		guint64 most;
	} rows[] = {{"karytree:10,3,fail=links:1%,seed=1", 1, 1160}, {"karytree:10,3,fail=links:3%,seed=2", 3, 1390}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = 1;
		g_autoptr(Routing) routing = choose_case_route(rows[i].spec, &options);
		ck_assert_uint_eq(routing->passes, rows[i].passes);
		ck_assert_uint_le(routing->efi, rows[i].most);
		ck_assert_uint_eq(routing->nonminimal_pairs, 0);
	}
}
END_TEST

/*
 * More hosts of a leaf than spines, or links away: some channels down have two destinations, others one, and some of
 * what is to two goes by others.
 */
START_TEST(fullest_channels_are_relieved)
{
	static const struct {
		const char *spec;
		guint64 efi;
	} found[] = {{"clos:leaves=24,hosts=18,spines=12,links=1", 770},
		     {"fattree:ports=12,levels=3,fail=links:3%,seed=4", 600},
		     {"fattree:ports=10,levels=3,fail=switches:2,seed=8", 400}};
	RoutingOptions options = choose_case_usual();
	for (guint i = 0; i < G_N_ELEMENTS(found); i++) {
		g_autoptr(Routing) routing = choose_case_route(found[i].spec, &options);
		ck_assert_str_eq(routing->strategy, "one lane");
		ck_assert_uint_eq(routing->nonminimal_pairs, 0);
		ck_assert_uint_le(routing->efi, found[i].efi);
	}
}
END_TEST

/* One lane where it does not give all pairs a short path: its order of channels leaves some of these overloaded. */
START_TEST(one_lane_is_levelled)
{
	static const struct {
		const char *spec;
		guint64 efi; /* without a levelling about 25,300, 640, 676 and 9,300 */
	} found[] = {{"dragonfly:a=8,p=8,h=3", 14000},
		     {"random:switches=64,ports=24,hosts=8,seed=3", 540},
		     {"hypercube:7,hosts=2,fail=links:10%,seed=1", 560},
		     {"kautz:4,4,hosts=4", 6000}};
	RoutingOptions options = choose_case_usual();
	options.max_vls = 1;
	for (guint i = 0; i < G_N_ELEMENTS(found); i++) {
		g_autoptr(Routing) routing = choose_case_route(found[i].spec, &options);
		ck_assert_uint_gt(routing->nonminimal_pairs, 0);
		ck_assert_msg(routing->efi <= found[i].efi, "%s: EFI %" G_GUINT64_FORMAT, found[i].spec, routing->efi);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {more_lanes_keep_paths_short,
				      more_lanes_are_no_cliff,
				      more_lanes_keep_loads_low,
				      few_longer_paths_are_better_than_many,
				      the_fullest_channel_is_not_full_in_vain,
				      few_full_channels_take_one_pass,
				      fullest_channels_are_relieved,
				      one_lane_is_levelled,
				      NULL};
	return fixture_run("loads", tests);
}
