/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cables and hosts that come back, or join, where lanes are chosen by ports: what leaves by a port without a cable may
 * have been on any VL, and each phase is judged with that (port_case.h). SSSP_VERBOSE=1 tells of each plan.
 */
#include "bench/events/reroute.h"
#include "core/exchange/both.h"
#include "core/exchange/port_tables.h"
#include "tests/core/exchange/port_case.h"
#include "tests/core/fixture.h"

#include <stdio.h>

static Routing *route_again(const Fabric *fabric, const Fabric *then, const Routing *was)
{
	const PreviousTables previous = routing_as_previous(then, was);
	RoutingOptions options = {.threads = 1,
				  .stand = TRUE,
				  .passes = 1,
				  .any_sl = TRUE,
				  .max_vls = 4,
				  .previous = &previous,
				  .budget = -1};
	Routing *routing = routing_compute(fabric, &options, NULL);
	ck_assert_ptr_nonnull(routing);
	return routing;
}

static const char *const returns[] = {"dragonfly:a=4,p=2,h=2", "kautz:2,3,hosts=2", "torus:5x5,hosts=2",
				      "dragonfly:a=3,p=2,h=2"};

/* What went away comes back. Returns how many plans there were, and adds to `tally`. */
static guint play_return(RerouteKind goes, RerouteKind comes, guint n, PortCaseTally *tally)
{
	for (guint i = 0; i < G_N_ELEMENTS(returns); i++)
		for (guint seed = 1; seed <= 6; seed++) {
			g_autofree char *name = g_strdup_printf("%s, seed %u", returns[i], seed);
			g_autoptr(Fabric) base = fixture_synth(returns[i]);
			g_autoptr(RerouteState) state = reroute_state_new(base, seed);
			for (guint k = 0; k < n; k++)
				reroute_happen(state, goes);
			g_autoptr(Fabric) then = reroute_fabric(state, NULL);
			reroute_happen(state, comes);
			g_autoptr(Fabric) now = reroute_fabric(state, NULL);
			g_autoptr(Routing) was = port_case_route(then, BY_PORTS, 0);
			g_autoptr(Routing) is = was ? route_again(now, then, was) : NULL;
			if (is && is->sl2vl)
				port_case_look(name, then, was, now, is, tally);
		}
	return tally->plans;
}

/* What leaves by a port without a cable counts as on any VL; what comes in by it does not, as OpenSM writes that. */
START_TEST(ports_without_a_cable)
{
	g_autoptr(Fabric) now = fixture_synth("dragonfly:a=4,p=2,h=2");
	g_autoptr(Fabric) then = fixture_synth("dragonfly:a=4,p=2,h=2,fail=links:1,seed=1");
	g_autoptr(Routing) was = port_case_route(then, BY_PORTS, 0);
	g_autoptr(Routing) is = port_case_route(now, BY_PORTS, 0);
	ck_assert(was && is);
	const TablesInForce previous = {.lft = was->lft, .fabric = then, .sl2vl = was->sl2vl};
	g_autoptr(Both) both = both_new(&previous, now, is->stand, is->lft, NULL, NULL);
	PortTables *tables = port_tables_new(both, now, NULL);
	const Graph *g = is->stand->graph;
	guint n = 0;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 node = fabric_find_node(then, g->guid[g->from[c]]);
		gboolean free = then->ports[fabric_port_index(then, node, g->port[c])].peer == FABRIC_NONE;
		guint16 vls = port_tables_vls(tables, PORT_TABLES_OLD, GRAPH_NONE, c);
		ck_assert_uint_eq(vls == (1u << tables->n_vls) - 1, free);
		for (guint32 k = g->first[g->from[c]]; k < g->first[g->from[c] + 1]; k++) {
			vls = port_tables_vls(tables, PORT_TABLES_OLD, g->reverse[k], c);
			ck_assert_uint_eq(vls == (1u << tables->n_vls) - 1, free);
		}
		n += free;
	}
	ck_assert_uint_eq(n, 2);
	port_tables_free(tables);
}
END_TEST

/* The same where updates are planned, and judged with each of these VLs. */
START_TEST(cables_that_come_back)
{
	PortCaseTally tally = {0};
	ck_assert_uint_gt(play_return(REROUTE_CUT, REROUTE_BACK, 2, &tally), 20);
	printf("cables come back: %u plans, %u at once\n", tally.plans, tally.at_once);
}
END_TEST

/* A host's port leads nowhere else, and what comes in by it has the VL that OpenSM has written. */
START_TEST(hosts_that_come_back)
{
	PortCaseTally tally = {0};
	ck_assert_uint_gt(play_return(REROUTE_LEAVE, REROUTE_APPEAR, 1, &tally), 20);
	printf("hosts come back: %u plans, %u at once\n", tally.plans, tally.at_once);
	ck_assert_uint_ge(10 * tally.at_once, 9 * tally.plans);
}
END_TEST

/* The SL from the switch of endpoint `from` to endpoint `to`; SL_NONE: there is none. */
static guint8 sl_between(const Fabric *f, const PathSl *sl, guint32 from, guint32 to)
{
	const FabricPort *port = &f->ports[f->endpoints[from]];
	guint32 node = port->peer == FABRIC_NONE ? FABRIC_NONE : f->ports[port->peer].node;
	const guint8 *row = node == FABRIC_NONE ? NULL : path_sl_row(sl, f->nodes[node].guid);
	return row ? row[f->ports[f->endpoints[to]].lid] : SL_NONE;
}

/* Pairs of endpoints on two switches of which each has an SL to the other, and another one. */
static guint count_uneven(const Fabric *f, const PathSl *sl)
{
	guint uneven = 0;
	for (guint32 i = 0; i < f->n_endpoints; i++)
		for (guint32 k = 0; k < i; k++) {
			guint8 there = sl_between(f, sl, i, k), back = sl_between(f, sl, k, i);
			uneven += there != SL_NONE && back != SL_NONE && there != back;
		}
	return uneven;
}

/* The SLs of a plan without those of paths that have no route in its first phase: nobody is told these. */
static PathSl *told(const ExchangePlan *x)
{
	const PathSl *sl = x->sl;
	PathSl *told = path_sl_new(sl->n_sources, sl->n_lids, NULL);
	for (guint32 v = 0; v < sl->n_sources; v++) {
		const guint8 *row = lft_row(x->first_phase, sl->guid[v]);
		told->guid[v] = sl->guid[v];
		for (guint32 lid = 0; lid < sl->n_lids; lid++)
			if (row && lft_port(x->first_phase, row, lid) != LFT_NO_PATH)
				told->sl[(gsize)v * sl->n_lids + lid] = sl->sl[(gsize)v * sl->n_lids + lid];
	}
	return told;
}

/* Replies are sent on the SL of requests, also where a host has joined while lanes by SL give way to lanes by ports. */
START_TEST(hosts_that_join)
{
	guint phases = 0;
	for (guint i = 0; i < PORT_CASE_SPECS; i++)
		for (guint32 seed = 1; seed <= 3; seed++) {
			g_autoptr(Fabric) base = fixture_synth(port_case_specs[i]);
			g_autoptr(RerouteState) state = reroute_state_new(base, seed);
			reroute_happen(state, REROUTE_LEAVE);
			g_autoptr(Fabric) then = reroute_fabric(state, NULL);
			reroute_happen(state, REROUTE_APPEAR);
			g_autoptr(Fabric) now = reroute_fabric(state, NULL);
			g_autoptr(Routing) was = port_case_route(then, BY_SL, 0);
			g_autoptr(Routing) is = was ? port_case_route(now, BY_PORTS, seed) : NULL;
			g_autoptr(ExchangePlan) x = is ? port_case_plan(then, was, NULL, now, is) : NULL;
			if (!x || !x->sl || x->unproven || x->forced)
				continue;
			phases++;
			ck_assert_msg(!count_uneven(now, x->sl), "%s, seed %u", port_case_specs[i], seed);
			PortCaseBefore before = port_case_before(then, was);
			PathSl *all = x->sl;
			x->sl = told(x);
			port_case_judge_phases(port_case_specs[i], now, &before, is, x);
			path_sl_free(x->sl);
			x->sl = all;
			port_case_before_clear(&before);
		}
	printf("hosts join: %u plans in two phases\n", phases);
	ck_assert_uint_gt(phases, 5);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {cables_that_come_back, hosts_that_come_back, hosts_that_join,
				      ports_without_a_cable, NULL};
	port_case_tells = g_getenv("SSSP_VERBOSE") != NULL;
	return fixture_run("exchange by ports, what comes back", tests);
}
