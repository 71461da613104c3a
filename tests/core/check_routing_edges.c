/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks fabrics at the edge of sense, and the limits of lanes: in pieces, without switches, without hosts, odd cables,
 * CAs of several ports, few lanes.
 */
#include "tests/core/routing_case.h"

static void judge_all_engines(const char *name, const Fabric *fabric, Verdict *verdict)
{
	for (guint i = 0; route_engines[i]; i++) {
		g_autoptr(GError) error = NULL;
		JudgeRules rules = {.max_vls = ROUTING_MAX_VLS, .symmetric = TRUE};
		RoutingOptions options = routing_case_options(route_engines[i]->name);
		g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
		ck_assert_msg(routing != NULL, "%s, %s: %s", name, options.engine->name, error ? error->message : "");
		ck_assert_msg(routing_judge(fabric, routing, &rules, verdict), "%s, %s: %s", name, options.engine->name,
			      verdict->failure);
		ck_assert_uint_eq(routing_sl(routing, G_MAXUINT32, 1), 0);
		ck_assert_uint_eq(routing_sl(routing, 0, G_MAXUINT32), 0);
	}
}

/* Takes out random cables between switches until some ends are apart; what is left in each piece must be routed. */
static void cut(const char *spec, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, seed % 3);
	g_autofree char *name = g_strdup_printf("%s, cut with seed %u", spec, seed);
	Verdict verdict = {0};
	for (guint cables = 0; verdict.apart == 0; cables++) {
		ck_assert_msg(cables < 10000, "%s: it never falls apart", name);
		guint32 port = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_ports);
		guint32 peer = fabric->ports[port].peer;
		if (peer == FABRIC_NONE || !fabric_is_switch(fabric, fabric->ports[port].node) ||
		    !fabric_is_switch(fabric, fabric->ports[peer].node))
			continue;
		fabric_uncable(fabric, port);
		ck_assert(fabric_seal(fabric, NULL));
		judge_all_engines(name, fabric, &verdict);
	}
}

START_TEST(pieces_are_routed_each)
{
	static const char *const specs[] = {"karytree:2,3", "torus:3x3,hosts=2", "random:switches=9,ports=5,hosts=2",
					    "clos:leaves=5,hosts=2,spines=2", "dragonfly:a=3,p=1,h=1"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed <= 4; seed++)
			cut(specs[i], seed);
}
END_TEST

START_TEST(two_clusters_in_one_fabric)
{
	Verdict verdict;
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-A A:2 B:2 C:2 X-Y X-Y Y-Z X:3 Z:1 Q:2 W:0");
	judge_all_engines("four pieces", fabric, &verdict);
	ck_assert_uint_eq(verdict.apart,
			  2 * (6 * 4 + 6 * 2 + 4 * 2) + 2 * (6 * (3 + 1 + 1) + 4 * (3 + 1 + 1) + 2 * (3 + 3 + 1)));
}
END_TEST

static void set_managers(Fabric *fabric, guint every)
{
	for (guint32 row = 0; row < fabric->n_switches; row++)
		fabric->nodes[fabric->switches[row]].manager = row % every == 0;
}

/* What five managers in a ring send each other closes a circle; what else it sends, all arrives. */
START_TEST(managers_on_switches_are_endpoints)
{
	static const char *const specs[] = {"karytree:3,3", "xgft:2;4,4;1,2", "torus:4x4,hosts=1", "hypercube:4",
					    "clos:leaves=6,hosts=4,spines=3,links=2"};
	RoutingTally tally = {0};
	Verdict verdict;
	g_autoptr(Fabric) ring = fixture_fabric("A-B B-C C-D D-E E-A");
	RoutingOptions options = routing_case_options("psssp");
	g_autoptr(Routing) idle = routing_case_judge("idle ring", ring, &options, TRUE, &tally);
	ck_assert_uint_eq(idle->vls_needed, 1);
	set_managers(ring, 1);
	g_autoptr(Routing) managed = routing_case_judge("ring of managers", ring, &options, TRUE, &tally);
	ck_assert_uint_eq(managed->vls_needed, 1); /* no lane is opened for management ports: some take a detour */
	ck_assert_uint_eq(managed->management_pairs_unproven, 0);
	judge_all_engines("ring of managers", ring, &verdict);
	ck_assert_uint_eq(verdict.pairs, 5 * 4);
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint lanes = 1; lanes <= 15; lanes += 7) {
			g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 1);
			set_managers(fabric, 3);
			options.max_vls = lanes;
			routing_free(routing_case_judge(specs[i], fabric, &options, lanes == 15, &tally));
		}
}
END_TEST

START_TEST(nothing_at_all)
{
	Verdict verdict;
	g_autoptr(Fabric) fabric = fabric_new();
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	judge_all_engines("no node", fabric, &verdict);
	ck_assert_uint_eq(verdict.pairs + verdict.apart, 0);
}
END_TEST

START_TEST(no_switch)
{
	g_autoptr(Fabric) fabric = fabric_new();
	Verdict verdict;
	guint32 a = fabric_add_node(fabric, FABRIC_CA, 1, 2, "a", NULL);
	guint32 b = fabric_add_node(fabric, FABRIC_CA, 2, 2, "b", NULL);
	ck_assert(fabric_cable(fabric, fabric_port_index(fabric, a, 1), fabric_port_index(fabric, b, 1), NULL));
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	judge_all_engines("two hosts and a cable", fabric, &verdict);
	ck_assert_uint_eq(verdict.pairs + verdict.apart, 0);
}
END_TEST

START_TEST(one_switch)
{
	Verdict verdict;
	g_autoptr(Fabric) alone = fixture_fabric("A:0");
	judge_all_engines("one switch", alone, &verdict);
	ck_assert_uint_eq(verdict.pairs, 0);
	g_autoptr(Fabric) one = fixture_fabric("A:1");
	judge_all_engines("one switch and one host", one, &verdict);
	ck_assert_uint_eq(verdict.pairs, 2);
}
END_TEST

START_TEST(no_host)
{
	Verdict verdict;
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-A");
	judge_all_engines("switches only", fabric, &verdict);
	ck_assert_uint_eq(verdict.pairs, 0);
	ck_assert_uint_eq(verdict.efi, 0);
	g_autoptr(Fabric) torus = routing_case_fabric("torus:4x4,hosts=0", 0);
	judge_all_engines("torus of switches", torus, &verdict);
	ck_assert_uint_eq(verdict.lanes, 0);
}
END_TEST

static guint32 cable(Fabric *fabric, guint32 a, guint na, guint32 b, guint nb)
{
	g_autoptr(GError) error = NULL;
	fabric_cable(fabric, fabric_port_index(fabric, a, na), fabric_port_index(fabric, b, nb), &error);
	assert_no_error(error);
	return a;
}

/* Dual-port CAs on one switch and on two, a router, a switch with a cable to itself, a switch nobody sends through. */
START_TEST(odd_cables)
{
	g_autoptr(Fabric) fabric = fabric_new();
	Verdict verdict;
	guint32 s[4];
	for (guint i = 0; i < 4; i++)
		s[i] = fabric_add_node(fabric, FABRIC_SWITCH, 40 - i, i == 3 ? 254 : 8, "switch", NULL);
	guint32 both = fabric_add_node(fabric, FABRIC_CA, 100, 2, "both ports on one", NULL);
	guint32 split = fabric_add_node(fabric, FABRIC_CA, 50, 2, "a port on each", NULL);
	guint32 half = fabric_add_node(fabric, FABRIC_CA, 10, 2, "second port only", NULL);
	guint32 router = fabric_add_node(fabric, FABRIC_ROUTER, 70, 2, "router", NULL);
	cable(fabric, s[0], 1, s[1], 8);
	cable(fabric, s[0], 2, s[1], 7);
	cable(fabric, s[1], 1, s[2], 1);
	cable(fabric, s[2], 2, s[0], 8);
	cable(fabric, s[2], 7, s[2], 8);
	cable(fabric, s[3], 254, s[2], 3);
	cable(fabric, both, 1, s[0], 3);
	cable(fabric, both, 2, s[0], 4);
	cable(fabric, split, 1, s[1], 3);
	cable(fabric, split, 2, s[2], 4);
	cable(fabric, half, 2, s[3], 253);
	cable(fabric, router, 1, s[3], 1);
	for (guint lmc = 0; lmc <= FABRIC_MAX_LMC; lmc += 7) {
		for (guint32 i = 0; i < fabric->n_ports; i++)
			fabric->ports[i].lid = fabric->ports[i].lmc = 0;
		ck_assert(fabric_assign_lids(fabric, lmc, NULL, NULL));
		ck_assert_uint_eq(fabric->n_endpoints, 6);
		judge_all_engines("odd cables", fabric, &verdict);
		ck_assert_uint_eq(verdict.pairs, 30 * (1u << lmc) + 24 * (1 + (1u << lmc)));
	}
}
END_TEST

/* LIDs that were given and are far apart, the highest included. */
START_TEST(sparse_lids)
{
	Verdict verdict;
	g_autoptr(Fabric) fabric = routing_case_fabric("mesh:3,hosts=2", 0);
	for (guint32 i = 0; i < fabric->n_endpoints; i++) {
		fabric->ports[fabric->endpoints[i]].lid = (guint16)(FABRIC_MAX_LID - 7 - i * 5000) & ~3;
		fabric->ports[fabric->endpoints[i]].lmc = 2;
	}
	fabric->ports[fabric->nodes[fabric->switches[1]].first_port].lid = FABRIC_MAX_LID;
	ck_assert(fabric_seal(fabric, NULL));
	judge_all_engines("sparse LIDs", fabric, &verdict);
	ck_assert_uint_eq(verdict.pairs, 30 * 4 + 18 + 18 * 4);
}
END_TEST

/* ---- lanes */

static void give_lanes(Fabric *fabric, guint switches, guint hosts)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE)
			continue;
		gboolean between = fabric_is_switch(fabric, port->node) &&
				   fabric_is_switch(fabric, fabric->ports[port->peer].node);
		port->vls = (guint8)(between ? switches : hosts);
	}
}

/* The judge knows what each link has: CA ports with few lanes must not get others, nor cap the fabric. */
START_TEST(lanes_of_links_are_kept)
{
	RoutingTally tally = {0};
	for (guint hosts = 1; hosts <= 8; hosts *= 2) {
		g_autoptr(Fabric) fabric = routing_case_fabric("torus:5x5,hosts=1", 0);
		RoutingOptions options = routing_case_options("psssp");
		options.max_vls = 0;
		give_lanes(fabric, 8, hosts);
		ck_assert_uint_eq(routing_vl_budget(fabric, 0), 8);
		g_autoptr(Routing) routing =
			routing_case_judge("torus:5x5, links with 8 VLs", fabric, &options, TRUE, &tally);
		ck_assert_uint_ge(routing->vls_used, 2);
	}
}
END_TEST

/* Every budget gives tables that are right within it; whatever needed fewer lanes needs no detours with more. */
START_TEST(budgets)
{
	static const char *const specs[] = {"torus:5",
					    "torus:6x6",
					    "torus:3x3x3,hosts=2",
					    "hypercube:5",
					    "kautz:3,2",
					    "random:switches=16,ports=6,hosts=2",
					    "torus:4x4,fail=links:3"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
		for (guint lanes = 1; lanes <= ROUTING_MAX_VLS; lanes++)
			for (guint kind = 0; kind < 4; kind++) {
				RoutingTally tally = {0};
				RoutingOptions options = routing_case_options("psssp");
				options.max_vls = lanes;
				options.asymmetric = kind & 1;
				options.no_spread = kind >> 1;
				g_autoptr(Routing) routing = routing_case_judge(specs[i], fabric, &options,
										lanes == ROUTING_MAX_VLS, &tally);
				ck_assert_uint_ge(routing->vls_used, routing->vls_needed);
				ck_assert_uint_ge(routing->vls_needed, 1);
			}
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		pieces_are_routed_each,
		two_clusters_in_one_fabric,
		managers_on_switches_are_endpoints,
		nothing_at_all,
		no_switch,
		one_switch,
		no_host,
		odd_cables,
		sparse_lids,
		lanes_of_links_are_kept,
		budgets,
		NULL,
	};
	return fixture_run("routing edges", tests);
}
