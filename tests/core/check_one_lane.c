/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks how many lanes the whole of routing takes, and what it gives for them, on drawn fabrics: all of them are
 * judged. `check_one_lane SPEC [VLS [any]]` prints what comes of one.
 */
#include "tests/core/choose/choose_case.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>

static void print(const char *spec, const Routing *r)
{
	printf("%s: %s, %u lanes%s, %" G_GUINT64_FORMAT " longer pairs, EFI %" G_GUINT64_FORMAT ", %s multicast tree\n",
	       spec, r->strategy, r->vls_used, r->path_sl ? " by SL" : "", r->nonminimal_pairs, r->efi,
	       r->mcast ? "a" : "no");
}

/* ---- fat trees that have lost many cables */

/* One lane does where a spanning tree serves who finds no path, at nearly the loads that SLs have. */
static gboolean is_on_one_lane(const char *spec)
{
	RoutingOptions options = choose_case_usual();
	g_autoptr(Routing) routing = choose_case_route(spec, &options);
	options.by_sl = TRUE;
	g_autoptr(Routing) by_sl = routing ? choose_case_route(spec, &options) : NULL;
	if (!routing)
		return FALSE;
	ck_assert_msg(!routing->nonminimal_pairs || by_sl->nonminimal_pairs, "%s: longer pairs", spec);
	ck_assert_msg(routing->efi <= by_sl->efi + by_sl->efi / 20, "%s: EFI", spec);
	return routing->vls_used == 1;
}

START_TEST(damaged_trees_need_one_lane)
{
	static const char *const found[] = {"karytree:4,3,fail=links:15%,seed=6", "karytree:4,3,fail=links:15%,seed=13",
					    "karytree:6,3,fail=links:15%,seed=55",
					    "xgft:3;4,4,4;1,3,3,fail=links:15%,seed=54"};
	guint one = 0, all = 0;
	for (guint i = 0; i < G_N_ELEMENTS(found); i++)
		ck_assert_msg(is_on_one_lane(found[i]), "%s: several lanes", found[i]);
	for (guint32 seed = 1; seed <= 30; seed++, all++) {
		g_autofree char *spec = g_strdup_printf("karytree:4,3,fail=links:%u%%,seed=%u", 5 + seed % 11, seed);
		one += is_on_one_lane(spec);
	}
	ck_assert_uint_ge(10 * one, 9 * all);
}
END_TEST

/*
 * Where damage leaves a few pairs no path that climbs once, others win that are safe on any SL: lanes by SL would serve
 * these pairs with shortest paths, for which all applications would have to use their SL.
 */
START_TEST(trees_are_safe_on_any_sl)
{
	static const struct {
		const char *spec;
		guint most;           /* lanes */
		guint64 n_nonminimal; /* pairs of hosts with a longer path, at most */
	} cases[] = {{"fattree:ports=8,levels=3,fail=links:15%,seed=4", 3, 0},
		     {"karytree:3,4,fail=links:10%,seed=1", 1, 9},
		     {"karytree:3,4,fail=links:10%,seed=3", 1, 9},
		     {"karytree:3,4,fail=links:15%,seed=1", 2, 0},
		     {"karytree:3,4,fail=links:15%,seed=4", 2, 27}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		RoutingOptions options = choose_case_usual();
		g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
		ck_assert_msg(!routing->path_sl, "%s: by SL", cases[i].spec);
		ck_assert_msg(routing->vls_used <= cases[i].most, "%s: %u lanes", cases[i].spec, routing->vls_used);
		ck_assert_msg(routing->nonminimal_pairs <= cases[i].n_nonminimal, "%s: %u longer pairs", cases[i].spec,
			      (guint)routing->nonminimal_pairs);
	}
}
END_TEST

/* ---- fabrics of low diameter */

/* One lane is given up there, and two do, chosen by ports: all paths shortest, loads as even as without lanes. */
START_TEST(low_diameters_need_two_lanes)
{
	static const struct {
		const char *spec;
		guint64 most; /* edge-forwarding index: 1.02 times that of P-SSSP without regard to lanes */
	} cases[] = {{"slimfly:5", 212},
		     {"kautz:3,3", 18},
		     {"random:switches=32,ports=16,hosts=8,seed=7", 514},
		     {"random:switches=64,ports=24,hosts=8,seed=3", 493}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		RoutingOptions options = choose_case_usual();
		g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
		ck_assert_msg(!routing->path_sl && routing->vls_used == 2, "%s: %u lanes", cases[i].spec,
			      routing->vls_used);
		ck_assert_msg(!routing->nonminimal_pairs, "%s: longer pairs", cases[i].spec);
		ck_assert_msg(routing->efi <= cases[i].most, "%s: EFI %" G_GUINT64_FORMAT, cases[i].spec, routing->efi);
	}
}
END_TEST

/* Large ones, too, in an order of channels that is kept, where P-SSSP's own routes do not fit. */
START_TEST(random_graphs_need_two_lanes)
{
	RoutingOptions options = choose_case_usual();
	g_autoptr(Routing) routing = choose_case_route("random:switches=200,ports=24,hosts=8,seed=1", &options);
	ck_assert(!routing->path_sl && routing->vls_used == 2 && routing->mcast);
	ck_assert_uint_eq(routing->nonminimal_pairs, 0);
	ck_assert_uint_le(routing->efi, 1900);
}
END_TEST

/* Three were needed where the states that found no room did not come first, or longer paths were not tried again. */
START_TEST(dragonflies_need_two_lanes)
{
	static const char *const shuffles[] = {"", ",shuffle=1", ",shuffle=2", ",shuffle=3"};
	for (guint i = 0; i < G_N_ELEMENTS(shuffles); i++) {
		g_autofree char *spec = g_strconcat("dragonfly:a=8,p=4,h=4", shuffles[i], NULL);
		RoutingOptions options = choose_case_usual();
		g_autoptr(Routing) routing = choose_case_route(spec, &options);
		ck_assert_msg(!routing->path_sl && routing->vls_used == 2, "%s: %u lanes", spec, routing->vls_used);
		ck_assert_msg(!routing->nonminimal_pairs, "%s: longer pairs", spec);
		ck_assert_uint_le(routing->efi, 1100);
	}
}
END_TEST

/* ---- multicast beside lanes by ports */

/* Where routes by ports leave no tree, others beside one do: with SLs these need up to eight lanes. */
START_TEST(damaged_cubes_have_a_tree)
{
	static const char *const specs[] = {
		"hypercube:5,hosts=1,fail=links:10%,seed=5", "hypercube:5,hosts=2,fail=links:2,seed=45,shuffle=5",
		"hypercube:5,hosts=2,fail=links:5%,seed=4",  "hypercube:6,hosts=1,fail=links:2,seed=2",
		"hypercube:6,hosts=1,fail=links:3,seed=3",   "hypercube:6,hosts=1,fail=links:5%,seed=4"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		RoutingOptions options = choose_case_usual();
		g_autoptr(Routing) routing = choose_case_route(specs[i], &options);
		ck_assert_msg(!routing->path_sl && routing->vls_used <= 3, "%s: %u lanes", specs[i], routing->vls_used);
		ck_assert_msg(routing->mcast != NULL, "%s: no tree", specs[i]);
		ck_assert_msg(!routing->nonminimal_pairs, "%s: longer pairs", specs[i]);
	}
}
END_TEST

/* ---- trees of directors */

/*
 * Without halves of classes of parallel cables inner spines' own LIDs, and multicast, need a second lane, and most of
 * these need one lane's paths to be longer; without later entries for switches with hosts, the one of 150 does.
 */
START_TEST(directors_need_one_lane)
{
	static const struct {
		const char *spec;
		guint64 efi;
	} cases[] = {{"directors:levels=2,ports=144,chip=24,ratio=2,hosts=1344", 3100},
		     {"directors:levels=2,ports=36,chip=12,ratio=1,hosts=150", 170},
		     {"directors:levels=2,ports=36,chip=12,ratio=2,hosts=200", 390},
		     {"directors:levels=2,ports=36,chip=12,ratio=2,hosts=300", 580},
		     {"directors:levels=2,ports=36,chip=12,ratio=2,hosts=240,fail=links:2%", 540},
		     {"directors:levels=2,ports=36,chip=12,ratio=1,hosts=400,fail=links:6%,seed=1", 500}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
		for (guint max_vls = 1; max_vls <= 8; max_vls += 7) {
			RoutingOptions options = choose_case_usual();
			options.max_vls = max_vls;
			g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
			ck_assert_msg(routing->vls_used == 1, "%s: %u lanes", cases[i].spec, routing->vls_used);
			ck_assert_msg(routing->mcast != NULL, "%s: no tree", cases[i].spec);
			ck_assert_msg(!routing->nonminimal_pairs, "%s: longer pairs", cases[i].spec);
			ck_assert_msg(routing->efi <= cases[i].efi, "%s: EFI %u", cases[i].spec, (guint)routing->efi);
		}
}
END_TEST

/* ---- where lanes are hard to come by */

/*
 * Routes that the guide's order led fit lanes where P-SSSP's own do not: two lanes by ports in place of three by SL,
 * with a lower EFI; a third of the lanes by SL; shortest paths where some were longer. In the last, lanes by SL leave a
 * few management ports without a lane, which close no cycle in the end.
 */
START_TEST(led_routes_fit_lanes)
{
	static const struct {
		const char *spec;
		guint max_vls;
		gboolean by_sl;
		guint most; /* lanes */
		guint32 efi;
	} cases[] = {{"hypercube:7,hosts=1,fail=links:1%,seed=466", 2, FALSE, 2, 84},
		     {"torus:5x5,hosts=1", 8, FALSE, 2, 17},
		     {"merged:hyperx:8,hosts=5+torus:3x2x5x3,hosts=4,joins=2,fail=links:3%,seed=31", 12, TRUE, 9, 7320},
		     {"dragonfly+:leaves=4,spines=4,p=3,h=2,groups=6,fail=links:7%,seed=204", 3, TRUE, 3, 207},
		     {"dragonfly+:leaves=4,spines=4,p=3,h=2,groups=6,fail=links:7%,seed=319", 3, TRUE, 3, 286}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = cases[i].max_vls;
		options.by_sl = cases[i].by_sl;
		g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
		ck_assert_msg(!routing->nonminimal_pairs, "%s: longer pairs", cases[i].spec);
		ck_assert_msg(!routing->path_sl == !cases[i].by_sl, "%s: by SL or not", cases[i].spec);
		ck_assert_msg(routing->vls_needed <= cases[i].most, "%s: %u lanes", cases[i].spec, routing->vls_needed);
		ck_assert_msg(routing->efi <= cases[i].efi, "%s: EFI %u", cases[i].spec, (guint)routing->efi);
	}
}
END_TEST

/* Beside lanes by SL in damaged grids no breadth-first tree fits, but one that takes any channel that fits does. */
START_TEST(multicast_has_a_tree_beside_lanes_by_sl)
{
	static const struct {
		const char *spec;
		guint max_vls;
	} cases[] = {{"torus:3x6x3,hosts=1,fail=links:4%,seed=794,shuffle=321", 3},
		     {"torus:4x5x2,hosts=5,fail=links:15%,fail=switches:3,seed=584", 7},
		     {"hypercube:6,hosts=4,fail=links:2%,seed=262", 8}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		RoutingOptions options = choose_case_usual();
		options.by_sl = TRUE;
		options.max_vls = cases[i].max_vls;
		g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
		ck_assert_msg(routing->path_sl != NULL, "%s: any SL", cases[i].spec);
		ck_assert_msg(routing->mcast != NULL, "%s: no tree", cases[i].spec);
	}
}
END_TEST

/*
 * Lanes by ports do not lose to lanes by SL, or to more longer paths, for want of a multicast tree: one is looked for
 * beside routes that are not good, too, and may have a VL more.
 */
START_TEST(multicast_has_a_tree_beside_lanes_by_ports)
{
	static const struct {
		const char *spec;
		guint max_vls;
		guint64 longer;
	} cases[] = {{"dragonfly:a=12,p=2,h=1,fail=links:5%,fail=hosts:7,seed=566,shuffle=918", 3, 252},
		     {"hyperx:7x6x4,hosts=6,fail=links:8%,seed=137,shuffle=967", 5, 0}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		RoutingOptions options = choose_case_usual();
		options.max_vls = cases[i].max_vls;
		g_autoptr(Routing) routing = choose_case_route(cases[i].spec, &options);
		ck_assert_msg(!routing->path_sl, "%s: by SL", cases[i].spec);
		ck_assert_msg(routing->mcast != NULL, "%s: no tree", cases[i].spec);
		ck_assert_msg(routing->nonminimal_pairs <= cases[i].longer, "%s: %u longer pairs", cases[i].spec,
			      (guint)routing->nonminimal_pairs);
	}
}
END_TEST

/* Where each lane by ports is to have as many VLs as there is room for, the tree takes none of these. */
START_TEST(multicast_takes_no_copies)
{
	RoutingOptions options = choose_case_usual();
	options.any_sl = options.spread_ports = TRUE;
	options.max_vls = 4;
	g_autoptr(Routing) routing = choose_case_route("dragonfly:a=6,p=2,h=1,fail=links:8%,seed=19", &options);
	ck_assert_uint_eq(routing->vls_needed, 2);
	ck_assert_uint_eq(routing->vls_used, 4);
}
END_TEST

/* Aggregation nodes that find no lanes beside routes of hosts may find some as if they were hosts. */
START_TEST(aggregation_nodes_as_hosts_find_lanes)
{
	RoutingOptions options = choose_case_usual();
	options.by_sl = TRUE;
	options.max_vls = 3;
	g_autoptr(Routing) routing =
		choose_case_route("dragonfly:a=6,p=2,h=2,fail=links:15%,seed=80,an=leaf", &options);
	ck_assert(routing->path_sl);
	ck_assert_uint_le(routing->efi, 300);
}
END_TEST

/*
 * Where only lanes by SL are wanted, the search for them is given up late: what is left has a third of the score. Two
 * directions on lanes of their own take the most looks; the lanes that both can share are found after these.
 */
START_TEST(lanes_by_sl_are_found)
{
	RoutingOptions options = choose_case_usual();
	options.by_sl = options.asymmetric = TRUE;
	g_autoptr(Routing) routing = choose_case_route("kautz:4,4,hosts=1", &options);
	ck_assert_uint_eq(routing->nonminimal_pairs, 0);
	ck_assert(routing->path_sl);
}
END_TEST

static char **asked;
static int n_asked;

START_TEST(one_case)
{
	RoutingOptions options = choose_case_usual();
	options.max_vls = n_asked > 2 ? (guint)atoi(asked[2]) : 0;
	options.any_sl = n_asked > 3;
	g_autoptr(Routing) routing = choose_case_route(asked[1], &options);
	if (routing)
		print(asked[1], routing);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {damaged_trees_need_one_lane,
				      trees_are_safe_on_any_sl,
				      low_diameters_need_two_lanes,
				      damaged_cubes_have_a_tree,
				      directors_need_one_lane,
				      random_graphs_need_two_lanes,
				      dragonflies_need_two_lanes,
				      led_routes_fit_lanes,
				      multicast_has_a_tree_beside_lanes_by_sl,
				      multicast_has_a_tree_beside_lanes_by_ports,
				      multicast_takes_no_copies,
				      lanes_by_sl_are_found,
				      aggregation_nodes_as_hosts_find_lanes,
				      NULL},
			   *const one[] = {one_case, NULL};
	asked = argv;
	n_asked = argc;
	return fixture_run("one_lane", argc > 1 ? one : tests);
}
