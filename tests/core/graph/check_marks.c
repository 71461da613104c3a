/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks what an administrator says of single channels and switches: data rates, ports whose load does not count,
 * roots; and what each does to the routes.
 */
#include "core/graph/spanning_tree.h"
#include "tests/core/routing_case.h"

#include <string.h>

static void set_rate(Fabric *fabric, guint32 row, guint num, guint8 width, FabricSpeed speed)
{
	FabricPort *port = &fabric->ports[fabric_port_index(fabric, fabric->switches[row], num)];
	port->width = width;
	port->speed = (guint8)speed;
}

/* The width and speed of a switch's cable, at both ends. */
static void set_cable(Fabric *fabric, guint32 row, guint num, guint8 width, FabricSpeed speed)
{
	const FabricPort *port = &fabric->ports[fabric_port_index(fabric, fabric->switches[row], num)];
	FabricPort *peer = &fabric->ports[port->peer];
	set_rate(fabric, row, num, width, speed);
	peer->width = width;
	peer->speed = (guint8)speed;
}

START_TEST(slowness_is_relative_to_the_fastest)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A-B A-B A-B A-B A-B");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	set_cable(fabric, 0, 1, 4, FABRIC_EDR);
	set_cable(fabric, 0, 2, 4, FABRIC_SDR);
	set_cable(fabric, 0, 3, 1, FABRIC_EDR);
	set_cable(fabric, 0, 4, 4, FABRIC_SPEED_UNKNOWN);
	set_rate(fabric, 0, 5, 4, FABRIC_FDR); /* what one end says counts for both */
	set_cable(fabric, 0, 6, 0, FABRIC_QDR);
	const guint16 wanted[] = {16, 200, 64, 16, 29, 16}; /* 100000 Mbit/s over 8000, 25000 and 54544 */
	ck_assert_ptr_null(graph->slowness);
	ck_assert(graph_rate_channels(graph, fabric, NULL));
	for (guint32 c = 0; c < 6; c++) {
		ck_assert_uint_eq(graph->slowness[c], wanted[c]);
		ck_assert_uint_eq(graph->slowness[graph->reverse[c]], wanted[c]);
	}
}
END_TEST

START_TEST(unknown_rates_are_all_alike)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert(graph_rate_channels(graph, fabric, NULL));
	for (guint32 c = 0; c < graph->n_channels; c++)
		ck_assert_uint_eq(graph->slowness[c], GRAPH_FASTEST);
}
END_TEST

START_TEST(ports_and_roots_are_found_by_guid)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A-B B-C C:1");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	const SwitchPort ports[] = {{'A', 2}, {'B', 0}, {'B', 255}, {'Z', 1}, {'C', 2}, {0x1000, 1}};
	fabric->ports[fabric_port_index(fabric, fabric->switches[2], 0)].guid = 0xc0;
	const guint64 roots[] = {0x1000, 'B', 0, 0xc0};
	ck_assert(graph_ignore_ports(graph, NULL, 0, NULL) && graph_mark_roots(graph, fabric, NULL, 0, NULL));
	ck_assert(!graph->ignored && !graph->root);
	ck_assert(graph_ignore_ports(graph, ports, G_N_ELEMENTS(ports), NULL));
	ck_assert(graph_mark_roots(graph, fabric, roots, G_N_ELEMENTS(roots), NULL));
	for (guint32 c = 0; c < graph->n_channels; c++)
		ck_assert_uint_eq(graph->ignored[c], graph->from[c] == 0 && graph->port[c] == 2);
	ck_assert(!graph->root[0] && graph->root[1] && graph->root[2]);
}
END_TEST

/* ---- balance */

/* How many host LIDs of the other side switch A sends out by each of its first two ports. */
static void count_ports(const Fabric *fabric, const RoutingOptions *options, guint32 row, guint count[2])
{
	RoutingTally tally = {0};
	g_autoptr(Routing) routing = routing_case_judge("two cables", fabric, options, TRUE, &tally);
	count[0] = count[1] = 0;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		guint8 out = routing->lft->port[(gsize)row * routing->n_lids + fabric->ports[fabric->endpoints[e]].lid];
		if (out == 1 || out == 2)
			count[out - 1]++;
	}
}

START_TEST(fast_links_carry_more_where_capacities_count)
{
	guint count[2];
	for (guint e = 0; route_engines[e]; e++) {
		g_autoptr(Fabric) fabric = fixture_fabric("A-B A-B A:15 B:15");
		RoutingOptions options = routing_case_options(route_engines[e]->name);
		set_cable(fabric, 0, 1, 4, FABRIC_HDR);
		set_cable(fabric, 0, 2, 4, FABRIC_HDR);
		options.capacities = TRUE;
		count_ports(fabric, &options, 0, count);
		ck_assert_uint_ge(count[0], 7);
		ck_assert_uint_ge(count[1], 7);
		set_cable(fabric, 0, 2, 4, FABRIC_EDR);
		count_ports(fabric, &options, 0, count);
		ck_assert_uint_eq(count[0], 10);
		ck_assert_uint_eq(count[1], 5);
		set_cable(fabric, 0, 1, 1, FABRIC_EDR);
		count_ports(fabric, &options, 1, count);
		ck_assert_uint_eq(count[0], 3);
		ck_assert_uint_eq(count[1], 12);
		options.capacities = FALSE;
		count_ports(fabric, &options, 1, count);
		ck_assert_uint_ge(count[0], 7);
		ck_assert_uint_ge(count[1], 7);
	}
}
END_TEST

/*
 * An ignored channel stays as cheap as an unused one, so it carries nearly all; the direction back is balanced as ever.
 */
START_TEST(load_on_ignored_ports_does_not_count)
{
	guint count[2];
	const SwitchPort port = {'A', 1};
	for (guint e = 0; route_engines[e]; e++) {
		g_autoptr(Fabric) fabric = fixture_fabric("A-B A-B A:15 B:15");
		RoutingOptions options = routing_case_options(route_engines[e]->name);
		options.ignored = &port;
		options.n_ignored = 1;
		count_ports(fabric, &options, 0, count);
		ck_assert_uint_ge(count[0], 14);
		count_ports(fabric, &options, 1, count);
		ck_assert_uint_ge(count[0], 7);
		ck_assert_uint_ge(count[1], 7);
	}
}
END_TEST

/* Entries for host LIDs by fast channels, for each by a slow one. */
static double fast_for_slow(const Fabric *fabric, gboolean capacities)
{
	RoutingOptions options = routing_case_options("psssp");
	RoutingTally tally = {0};
	guint load[2] = {0, 0};
	options.capacities = capacities;
	g_autoptr(Routing) routing = routing_case_judge("torus", fabric, &options, TRUE, &tally);
	ck_assert_uint_gt(routing->vls_needed, 1);
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	ck_assert(graph_rate_channels(graph, fabric, NULL));
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 e = 0; e < fabric->n_endpoints; e++) {
			guint lid = fabric->ports[fabric->endpoints[e]].lid;
			guint32 c = graph_channel(graph, v, routing->lft->port[(gsize)v * routing->n_lids + lid]);
			if (c != GRAPH_NONE)
				load[graph->slowness[c] != GRAPH_FASTEST]++;
		}
	return (double)load[0] / load[1];
}

/* With lanes, too: the routes chosen with them in mind weigh channels by the same rule. */
START_TEST(capacities_count_on_lanes)
{
	g_autoptr(Fabric) fabric = routing_case_fabric("torus:5x5,hosts=3,links=2", 0);
	for (guint32 row = 0; row < fabric->n_switches; row++)
		for (guint num = 1; num <= fabric->nodes[fabric->switches[row]].n_ports; num++)
			set_rate(fabric, row, num, 4, num % 2 ? FABRIC_HDR : FABRIC_EDR);
	ck_assert_double_lt(fast_for_slow(fabric, FALSE), 1.1);
	ck_assert_double_gt(fast_for_slow(fabric, TRUE), 1.3);
}
END_TEST

/* ---- roots */

/* Channels of the spanning tree that leave switch v: all of them for a root of a fabric without parallel cables. */
static guint tree_degree(const Graph *graph, guint32 v)
{
	g_autofree guint8 *hops = graph_hops(graph, NULL);
	g_autofree guint8 *tree = spanning_tree_find(graph, hops, NULL);
	guint degree = 0;
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
		degree += tree[c];
	return degree;
}

START_TEST(a_root_is_chosen_among_those_wanted)
{
	/* Two rings of five; all switches of a ring are equally near, so the first is the middle. */
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-E E-A P-Q Q-R R-S S-T T-P");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	for (guint32 v = 0; v < 5; v++)
		ck_assert_uint_eq(tree_degree(graph, v), v == 2 || v == 3 ? 1 : 2); /* C-D closes the ring */
	const guint64 roots[] = {'D', 'E'};
	ck_assert(graph_mark_roots(graph, fabric, roots, 1, NULL));
	for (guint32 v = 0; v < 5; v++)
		ck_assert_uint_eq(tree_degree(graph, v), v < 2 ? 1 : 2); /* A-B is opposite of D */
	for (guint32 v = 5; v < 10; v++)
		ck_assert_uint_eq(tree_degree(graph, v), v == 7 || v == 8 ? 1 : 2); /* no root there: as ever */
}
END_TEST

START_TEST(among_several_roots_the_nearest_to_all_is_taken)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-E A-C C-E B-D");
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	const guint64 roots[] = {'E', 'D', 'A'}; /* C would be the middle; D is nearer to all than A and E */
	ck_assert_uint_eq(tree_degree(graph, 2), 4);
	ck_assert(graph_mark_roots(graph, fabric, roots, 3, NULL));
	ck_assert_uint_eq(tree_degree(graph, 3), 3);
	ck_assert_uint_lt(tree_degree(graph, 2), 4);
}
END_TEST

START_TEST(roots_never_break_a_routing)
{
	static const char *const specs[] = {"torus:4x4,hosts=2", "hypercube:4,hosts=1", "kautz:2,3,hosts=2",
					    "karytree:2,3"};
	RoutingTally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
		RoutingOptions options = routing_case_options("psssp");
		const guint64 roots[] = {1, fabric->nodes[fabric->switches[fabric->n_switches - 1]].guid};
		options.max_vls = 1;
		g_autoptr(Routing) plain = routing_case_judge(specs[i], fabric, &options, FALSE, &tally);
		options.roots = roots;
		options.n_roots = 1; /* a stranger changes nothing */
		g_autoptr(Routing) strange = routing_case_judge(specs[i], fabric, &options, FALSE, &tally);
		options.n_roots = 2;
		routing_case_same(specs[i], plain, strange);
		routing_free(routing_case_judge(specs[i], fabric, &options, FALSE, &tally));
	}
	ck_assert_uint_gt(tally.detours, 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		slowness_is_relative_to_the_fastest,  unknown_rates_are_all_alike,
		ports_and_roots_are_found_by_guid,    fast_links_carry_more_where_capacities_count,
		load_on_ignored_ports_does_not_count, capacities_count_on_lanes,
		a_root_is_chosen_among_those_wanted,  among_several_roots_the_nearest_to_all_is_taken,
		roots_never_break_a_routing,          NULL};
	return fixture_run("marks", tests);
}
