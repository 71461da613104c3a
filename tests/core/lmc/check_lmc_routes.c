/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Further LIDs with routes of their own (core/lmc), on generated fabrics: all LIDs are judged as any other routing is,
 * base LIDs have the entries that they have without LMC, and no more lanes are taken than was promised; rows of cables
 * that fail and come back, each routed from the tables before it.
 * `check_lmc_routes SPEC [LMC [SEED]]` plays one fabric again.
 */
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MORE_LANES = 2, EVENTS = 6 };

static const char *const specs[] = {
	"single:hosts=4",
	"karytree:3,3",
	"fattree:ports=8,levels=3,fail=links:5%,seed=3",
	"clos:leaves=6,hosts=4,spines=3,links=2",
	"torus:5x5,hosts=2",
	"torus:4x4,hosts=2",
	"mesh:4x3,hosts=2",
	"hypercube:4,hosts=2",
	"kautz:2,3,hosts=2",
	"dragonfly:a=4,p=2,h=2",
	"hyperx:4x3,hosts=3",
	"slimfly:5",
	"random:switches=20,ports=9,hosts=2,seed=5",
	"random:switches=30,ports=6,hosts=1,seed=7",
	"random:switches=12,ports=8,hosts=3,seed=4,an=all",
	"karytree:3,3,fail=hosts:5,seed=2,shuffle=4",
};

static RoutingOptions options_for(LmcRoutes routes, guint max_vls)
{
	RoutingOptions options = routing_case_options("psssp");
	options.lmc_routes = routes;
	options.max_vls = max_vls;
	options.passes = 0;
	return options;
}

static guint8 entry(const Routing *routing, guint32 row, guint lid)
{
	return routing->lft->port[(gsize)row * routing->n_lids + lid];
}

/* Two fabrics that differ in their LIDs only: base LIDs of each port are reached alike. */
static void base_is_same(const char *name, const Fabric *fabric, const Routing *routing, const Fabric *plain,
			 const Routing *without)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		for (guint32 row = 0; fabric->ports[i].lid && row < routing->n_switches; row++)
			ck_assert_msg(entry(routing, row, fabric->ports[i].lid) ==
					      entry(without, row, plain->ports[i].lid),
				      "%s: base LID %u at switch %u", name, fabric->ports[i].lid, row);
	ck_assert_msg(routing->vls_needed <= without->vls_needed + MORE_LANES, "%s: %u lanes, %u without LMC", name,
		      routing->vls_needed, without->vls_needed);
	ck_assert_uint_eq(routing->nonminimal_pairs, without->nonminimal_pairs);
	ck_assert_msg(!without->mcast || routing->mcast, "%s: no tree for multicast beside further LIDs", name);
}

static Routing *route(const char *spec, guint lmc, LmcRoutes routes, guint max_vls, Fabric **fabric)
{
	static const char *const names[] = {"shortest", "disjoint", "layers"};
	RoutingTally tally = {0};
	g_autofree char *name = g_strdup_printf("%s, LMC %u, %s", spec, lmc, names[routes]);
	RoutingOptions options = options_for(routes, max_vls);
	g_autoptr(Fabric) plain = routing_case_fabric(spec, 0);
	*fabric = routing_case_fabric(spec, lmc);
	Routing *routing = routing_case_judge(name, *fabric, &options, FALSE, &tally);
	g_autoptr(Routing) without = routing_case_judge(name, plain, &options, FALSE, &tally);
	base_is_same(name, *fabric, routing, plain, without);
	if (g_getenv("SSSP_VERBOSE"))
		printf("%s: %u of %u follow, %u lanes of %u, longer %" G_GUINT64_FORMAT "\n", name,
		       routing->lmc.n_followed, routing->lmc.n_lids, routing->vls_needed, without->vls_needed,
		       routing->lmc.longer);
	return routing;
}

static void judge_spec(const char *spec, guint lmc)
{
	static const guint lanes[] = {ROUTING_MAX_VLS, 2, 1};
	for (LmcRoutes routes = LMC_DISJOINT; routes <= LMC_LAYERS; routes++)
		for (guint i = 0; i < G_N_ELEMENTS(lanes); i++) {
			g_autoptr(Fabric) fabric = NULL;
			g_autoptr(Routing) routing = route(spec, lmc, routes, lanes[i], &fabric);
			ck_assert_uint_eq(routing->lmc.lids, 1u << lmc);
		}
}

START_TEST(base_lids_are_as_without)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		judge_spec(specs[i], 1 + i % 3);
}
END_TEST

/* Routes that are the base LID's, of all further ones. */
static guint count_copies(const Fabric *fabric, const Routing *routing)
{
	guint n = 0;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[e]];
		for (guint lid = port->lid + 1u; lid < port->lid + (1u << port->lmc); lid++) {
			guint32 row = 0;
			while (row < routing->n_switches && entry(routing, row, lid) == entry(routing, row, port->lid))
				row++;
			n += row == routing->n_switches;
		}
	}
	return n;
}

/* Where fabrics have other paths, LIDs do, on no lane more where one does. */
START_TEST(further_lids_have_other_paths)
{
	g_autoptr(Fabric) tree = NULL, grid = NULL;
	g_autoptr(Routing) on_tree = route("karytree:4,3", 2, LMC_DISJOINT, 0, &tree);
	ck_assert_uint_eq(count_copies(tree, on_tree), 0);
	ck_assert_uint_eq(on_tree->vls_needed, 1);
	g_autoptr(Routing) on_grid = route("hyperx:4x4,hosts=4", 2, LMC_LAYERS, 0, &grid);
	ck_assert_uint_eq(count_copies(grid, on_grid), 0);
	ck_assert_uint_gt(on_grid->lmc.longer, 0);
	ck_assert(on_grid->lmc.worth.neighbours > 0.3);
}
END_TEST

/* Detours pay between neighbours, where a fabric has room for them without loss to others, and where it has none. */
START_TEST(layers_are_worth_it)
{
	g_autoptr(Fabric) grid = NULL, four = NULL, eight = NULL;
	g_autoptr(Routing) on_grid = route("hyperx:5x5,hosts=4", 2, LMC_LAYERS, 0, &grid);
	ck_assert(on_grid->lmc.worth.neighbours > 0.45);
	ck_assert(on_grid->lmc.worth.uniform > 0.99);
	g_autoptr(Routing) of_four = route("slimfly:5", 2, LMC_LAYERS, 0, &four);
	ck_assert_uint_gt(of_four->lmc.longer, 0);
	ck_assert(of_four->lmc.worth.neighbours > 0.38);
	ck_assert(of_four->lmc.worth.bisections > 0.66);
	ck_assert(of_four->lmc.worth.uniform > 0.72);
	g_autoptr(Routing) of_eight = route("slimfly:5", 3, LMC_LAYERS, 0, &eight);
	ck_assert(of_eight->lmc.worth.neighbours > 0.38);
	ck_assert(of_eight->lmc.worth.bisections > 0.65);
	ck_assert(of_eight->lmc.worth.uniform > 0.72);
}
END_TEST

/* Where neighbours gain without it, uniform traffic loses at most 3 %. */
START_TEST(uniform_traffic_is_not_given_away)
{
	static const char *const fabrics[] = {"torus:6x6,hosts=4", "torus:4x4x4,hosts=2", "hypercube:6,hosts=2",
					      "dragonfly:a=4,p=2,h=2", "hyperx:5x5,hosts=4"};
	for (guint i = 0; i < G_N_ELEMENTS(fabrics); i++) {
		g_autoptr(Fabric) plain = NULL, four = NULL;
		g_autoptr(Routing) base = route(fabrics[i], 0, LMC_SHORTEST, 0, &plain);
		g_autoptr(Routing) layers = route(fabrics[i], 2, LMC_LAYERS, 0, &four);
		ck_assert_msg(100 * layers->efi <= 103 * 4 * MAX(base->efi, four->n_endpoints),
			      "%s: EFI %" G_GUINT64_FORMAT " with four LIDs, %" G_GUINT64_FORMAT " with one",
			      fabrics[i], layers->efi, base->efi);
		ck_assert_uint_gt(layers->lmc.longer, 0);
	}
}
END_TEST

/* Some links between switches have one lane, the others four: judged as any other routing is. */
START_TEST(links_with_fewer_lanes)
{
	RoutingTally tally = {0};
	for (guint i = 1; i < G_N_ELEMENTS(specs); i++)
		for (LmcRoutes routes = LMC_DISJOINT; routes <= LMC_LAYERS; routes++) {
			g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 2);
			RoutingOptions options = options_for(routes, 0);
			for (guint32 port = 0; port < fabric->n_ports; port++) {
				guint32 peer = fabric->ports[port].peer;
				if (peer != FABRIC_NONE)
					fabric->ports[port].vls = MIN(port, peer) % 11 ? 4 : 1;
			}
			g_autoptr(Routing) routing = routing_case_judge(specs[i], fabric, &options, FALSE, &tally);
			ck_assert_uint_eq(routing->lmc.lids, 4);
		}
}
END_TEST

/* ---- cables that fail and come back */

typedef struct {
	guint64 kept, entries; /* of further LIDs, at switches where the cable of the entry is there still */
} Stays;

static void count_stays(const Fabric *fabric, const Routing *before, const Routing *now, Stays *stays)
{
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[e]];
		for (guint lid = port->lid + 1u; lid < port->lid + (1u << port->lmc); lid++)
			for (guint32 row = 0; row < now->n_switches; row++) {
				guint8 out = entry(before, row, lid);
				guint32 node = fabric->switches[row];
				if (out > fabric->nodes[node].n_ports ||
				    (out && fabric->ports[fabric_port_index(fabric, node, out)].peer == FABRIC_NONE))
					continue;
				stays->entries++;
				stays->kept += entry(now, row, lid) == out;
			}
	}
}

/* A cable between switches, another for each seed. */
static guint32 any_cable(const Fabric *fabric, GRand *rand)
{
	for (;;) {
		guint32 i = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_ports), peer = fabric->ports[i].peer;
		if (peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[i].node) &&
		    fabric_is_switch(fabric, fabric->ports[peer].node))
			return i;
	}
}

static Fabric *copy_without(const char *spec, guint lmc, guint32 cable)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = routing_case_fabric(spec, lmc);
	if (cable != FABRIC_NONE)
		fabric_uncable(fabric, cable);
	ck_assert(fabric_seal(fabric, &error));
	return fabric;
}

static void play(const char *spec, guint lmc, LmcRoutes routes, gboolean stand, guint32 seed, Stays *stays)
{
	RoutingTally tally = {0};
	RoutingOptions options = options_for(routes, ROUTING_MAX_VLS);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	options.stand = stand;
	Fabric *fabric = copy_without(spec, lmc, FABRIC_NONE);
	Routing *routing = routing_case_judge(spec, fabric, &options, FALSE, &tally);
	guint32 cable = FABRIC_NONE;
	for (guint event = 1; event <= EVENTS; event++) {
		cable = event % 2 ? any_cable(fabric, rand) : FABRIC_NONE;
		g_autofree char *name = g_strdup_printf("%s, seed %u, event %u", spec, seed, event);
		PreviousTables previous = routing_as_previous(fabric, routing);
		options.previous = &previous;
		Fabric *next_fabric = copy_without(spec, lmc, cable);
		Routing *next = routing_case_judge(name, next_fabric, &options, FALSE, &tally);
		if (next->rerouted)
			count_stays(next_fabric, routing, next, stays);
		fabric_free(fabric);
		routing_free(routing);
		fabric = next_fabric;
		routing = next;
	}
	fabric_free(fabric);
	routing_free(routing);
}

START_TEST(further_lids_keep_their_entries)
{
	Stays stays = {0};
	for (guint i = 1; i < G_N_ELEMENTS(specs); i++)
		play(specs[i], 1 + i % 2, i % 3 ? LMC_LAYERS : LMC_DISJOINT, i % 2, i, &stays);
	printf("entries of further LIDs: %" G_GUINT64_FORMAT ", kept %" G_GUINT64_FORMAT "\n", stays.entries,
	       stays.kept);
	ck_assert_uint_ge(stays.kept * 100, stays.entries * 95);
}
END_TEST

/* All LIDs alike need lanes by SL there, base LIDs do not: these come first, also when a cable fails. */
START_TEST(shortest_need_no_sl)
{
	const char *spec = "dragonfly:a=4,p=2,h=2";
	Stays stays = {0};
	g_autoptr(Fabric) fabric = NULL;
	g_autoptr(Routing) routing = route(spec, 2, LMC_SHORTEST, 0, &fabric);
	ck_assert_ptr_null(routing->path_sl);
	ck_assert_uint_eq(routing->nonminimal_pairs, 0);
	ck_assert_uint_lt(count_copies(fabric, routing), 2 * fabric->n_endpoints);
	play(spec, 2, LMC_SHORTEST, TRUE, 1, &stays);
	ck_assert_uint_ge(stays.kept * 100, stays.entries * 95);
}
END_TEST

int main(int argc, char **argv)
{
	if (argc > 1) {
		Stays stays = {0};
		guint lmc = argc > 2 ? (guint)atoi(argv[2]) : 2;
		judge_spec(argv[1], lmc);
		for (LmcRoutes routes = LMC_DISJOINT; routes <= LMC_LAYERS; routes++)
			play(argv[1], lmc, routes, TRUE, argc > 3 ? (guint32)atoi(argv[3]) : 1, &stays);
		printf("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " entries kept\n", argv[1], stays.kept,
		       stays.entries);
		return 0;
	}
	const TTest *const tests[] = {base_lids_are_as_without, further_lids_have_other_paths,
				      layers_are_worth_it,      uniform_traffic_is_not_given_away,
				      links_with_fewer_lanes,   further_lids_keep_their_entries,
				      shortest_need_no_sl,      NULL};
	return fixture_run("routes of further LIDs", tests);
}
