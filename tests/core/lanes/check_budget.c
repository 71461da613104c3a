/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks which links cap the number of lanes, and what SL to VL tables say on each kind of port: between switches SL l
 * takes VL l, towards a host with fewer lanes it takes one of those, and an SL that no path uses takes VL 0 everywhere.
 */
#include "tests/core/routing_case.h"

#define LINKS_HAVE 6

static gboolean is_between(const Fabric *fabric, const FabricPort *port)
{
	return port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
	       fabric_is_switch(fabric, fabric->ports[port->peer].node);
}

/* A torus that needs lanes, LINKS_HAVE on every link between switches and `hosts` on the others. */
static Fabric *torus(guint hosts)
{
	Fabric *fabric = routing_case_fabric("torus:5x5,hosts=2", 0);
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].peer != FABRIC_NONE)
			fabric->ports[i].vls = (guint8)(is_between(fabric, &fabric->ports[i]) ? LINKS_HAVE : hosts);
	return fabric;
}

static Routing *routed(const Fabric *fabric, gboolean no_spread)
{
	RoutingTally tally = {0};
	RoutingOptions options = routing_case_options("psssp");
	options.max_vls = 0;
	options.no_spread = no_spread;
	return routing_case_judge("torus", fabric, &options, FALSE, &tally);
}

/* A port of a switch that leads to another. */
static FabricPort *some_cable(Fabric *fabric, guint32 row)
{
	FabricPort *port = &fabric->ports[fabric_port_index(fabric, fabric->switches[row], 1)];
	while (!is_between(fabric, port))
		port++;
	return port;
}

static void set_between(Fabric *fabric, guint vls)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (is_between(fabric, &fabric->ports[i]))
			fabric->ports[i].vls = (guint8)vls;
}

START_TEST(links_between_switches_cap_the_budget)
{
	g_autoptr(Fabric) fabric = torus(8);
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), LINKS_HAVE);
	set_between(fabric, 2);
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), 2);
	g_autoptr(Routing) routing = routed(fabric, FALSE);
	ck_assert_uint_eq(routing->vls_used, 2);
	set_between(fabric, 1);
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), 1);
	g_autoptr(Routing) single = routed(fabric, FALSE);
	ck_assert_uint_eq(single->vls_used, 1);
	ck_assert(!single->path_sl && !single->sl2vl);
}
END_TEST

/* A few links with fewer lanes leave the budget what it is; one link in four is not few. */
START_TEST(few_links_do_not)
{
	guint budgets[ROUTING_MAX_VLS];
	g_autoptr(Fabric) fabric = torus(8);
	some_cable(fabric, 7)->vls = 2; /* what one end says is enough */
	ck_assert_uint_eq(routing_vl_budgets(fabric, 0, budgets), 2);
	ck_assert_uint_eq(budgets[0], LINKS_HAVE);
	ck_assert_uint_eq(budgets[1], 2);
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), LINKS_HAVE);
	some_cable(fabric, 3)->vls = 1;
	ck_assert_uint_eq(routing_vl_budgets(fabric, 0, budgets), 3);
	ck_assert_uint_eq(budgets[2], 1);
	ck_assert_uint_eq(routing_vl_budgets(fabric, 4, budgets), 3);
	ck_assert_uint_eq(budgets[0], 4);
	ck_assert_uint_eq(routing_vl_budgets(fabric, 1, budgets), 1);
	ck_assert_uint_eq(budgets[0], 1);
	for (guint32 row = 8; row < 22; row++)
		some_cable(fabric, row)->vls = 1;
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), 1);
	g_autoptr(Fabric) unknown = routing_case_fabric("torus:5x5,hosts=2", 0);
	ck_assert_uint_eq(routing_vl_budgets(unknown, 12, budgets), 1);
	ck_assert_uint_eq(budgets[0], 12);
}
END_TEST

START_TEST(other_ports_do_not)
{
	g_autoptr(Fabric) fabric = torus(1);
	guint32 sw = fabric->switches[0], loose = fabric_port_index(fabric, sw, fabric->nodes[sw].n_ports);
	fabric->ports[fabric->nodes[sw].first_port].vls = 1; /* a management port */
	some_cable(fabric, 4)->vls = 0;                      /* not known */
	fabric_uncable(fabric, loose);
	fabric->ports[loose].vls = 1;
	ck_assert(fabric_seal(fabric, NULL));
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), LINKS_HAVE);
	g_autoptr(Routing) routing = routed(fabric, FALSE);
	ck_assert_uint_gt(routing->vls_needed, 1);
	g_autoptr(Fabric) unknown = routing_case_fabric("torus:5x5,hosts=2", 0);
	ck_assert_uint_eq(routing_vl_budget(unknown, 0), ROUTING_USUAL_VLS);
}
END_TEST

START_TEST(a_cable_from_a_switch_to_itself_does_not)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:1 B:1");
	guint32 a = fabric_port_index(fabric, fabric->switches[0], 20), b = a + 1;
	ck_assert(fabric_cable(fabric, a, b, NULL));
	fabric->ports[a].vls = fabric->ports[b].vls = 1;
	ck_assert(fabric_seal(fabric, NULL));
	ck_assert_uint_eq(routing_vl_budget(fabric, 0), ROUTING_USUAL_VLS);
}
END_TEST

/* ---- SL to VL tables */

/* Every map of a port that packets leave by, whatever port they came in by. */
static void assert_maps(const Routing *routing, guint32 row, guint out, guint n_ports, guint lanes)
{
	for (guint in = 0; in <= n_ports; in++) {
		const SlMap *map = sl2vl_get(routing->sl2vl, row, in, out);
		for (guint sl = 0; sl < SL_COUNT; sl++)
			ck_assert_msg(map->vl[sl] == (sl < routing->vls_mapped ? sl % lanes : 0),
				      "switch row %u, ports %u to %u: SL %u takes VL %u", row, in, out, sl,
				      map->vl[sl]);
	}
}

static void assert_all_maps(const Fabric *fabric, const Routing *routing)
{
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const FabricNode *node = &fabric->nodes[fabric->switches[row]];
		for (guint out = 0; out <= node->n_ports; out++) {
			const FabricPort *port = &fabric->ports[node->first_port + out];
			gboolean capped = out && !is_between(fabric, port) && port->vls;
			assert_maps(routing, row, out, node->n_ports, capped ? port->vls : SL_COUNT);
		}
	}
}

START_TEST(sls_of_paths_keep_their_lane_and_others_take_the_first)
{
	for (guint hosts = 0; hosts <= 8; hosts += hosts < 3 ? 1 : 5)
		for (guint no_spread = 0; no_spread <= 1; no_spread++) {
			g_autoptr(Fabric) fabric = torus(hosts);
			g_autoptr(Routing) routing = routed(fabric, no_spread);
			ck_assert_uint_eq(routing->vls_used, no_spread ? routing->vls_needed : LINKS_HAVE);
			ck_assert_uint_gt(routing->vls_used, 1);
			assert_all_maps(fabric, routing);
		}
}
END_TEST

/* One host with a single lane: its port takes VL 0 for everything, its neighbours' ports are as ever. */
START_TEST(one_poor_host_is_served_alone)
{
	g_autoptr(Fabric) fabric = torus(8);
	FabricPort *poor = &fabric->ports[fabric->endpoints[11]];
	poor->vls = fabric->ports[poor->peer].vls = 1;
	g_autoptr(Routing) routing = routed(fabric, FALSE);
	ck_assert_uint_eq(routing->vls_used, LINKS_HAVE);
	assert_all_maps(fabric, routing);
	const FabricPort *facing = &fabric->ports[poor->peer];
	gssize row = sl2vl_find(routing->sl2vl, fabric->nodes[facing->node].guid);
	ck_assert_int_ge(row, 0);
	for (guint sl = 0; sl < SL_COUNT; sl++)
		ck_assert_uint_eq(sl2vl_get(routing->sl2vl, (guint32)row, 1, facing->num)->vl[sl], 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {links_between_switches_cap_the_budget,
				      few_links_do_not,
				      other_ports_do_not,
				      a_cable_from_a_switch_to_itself_does_not,
				      sls_of_paths_keep_their_lane_and_others_take_the_first,
				      one_poor_host_is_served_alone,
				      NULL};
	return fixture_run("budget", tests);
}
