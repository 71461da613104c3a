/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Exchanges to and from lanes that switches choose by ports, on drawn fabrics that change: each phase is judged by what
 * follows packets through all tables that may be in force (exchange_union.h). `check_exchange_ports TOPOLOGY SEED`
 * plays one fabric again and tells of each plan.
 */
#include "bench/events/reroute.h"
#include "tests/core/exchange/port_case.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>

static const char *asked; /* a topology */
static guint32 asked_seed;

/* From one way to choose lanes to another, once the fabric has changed or the order of destinations has. */
static void play(const char *spec, guint32 seed, PortCaseKind from, PortCaseKind to, PortCaseTally *tally)
{
	g_autoptr(Fabric) base = fixture_synth(spec);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	for (guint i = 0; i < seed % 3; i++)
		reroute_happen(state, reroute_draw(state));
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autofree char *name = g_strdup_printf("%s, seed %u, %s to %s", spec, seed, port_case_kind_names[from],
						port_case_kind_names[to]);
	for (guint i = 0; i < seed % 4; i++)
		reroute_happen(state, reroute_draw(state));
	g_autoptr(Fabric) now = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = port_case_route(then, from, 0);
	g_autoptr(Routing) is = was ? port_case_route(now, to, seed % 3) : NULL;
	if (was && is)
		port_case_look(name, then, was, now, is, tally);
}

static PortCaseTally play_all(PortCaseKind from, PortCaseKind to)
{
	PortCaseTally t = {0};
	for (guint i = 0; i < PORT_CASE_SPECS; i++)
		for (guint32 seed = 0; !asked && seed < 3; seed++)
			play(port_case_specs[i], seed, from, to, &t);
	if (asked)
		play(asked, asked_seed, from, to, &t);
	printf("%s to %s: %u plans, %u at once, %u in two phases (%u with tables after the first, %u before the last, "
	       "%u unproven); %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " pairs wait; %u needless\n",
	       port_case_kind_names[from], port_case_kind_names[to], t.plans, t.at_once, t.two_phases, t.after_first,
	       t.before_last, t.unproven, t.waiting, t.all, t.needless);
	ck_assert(asked || t.plans > 5);
	ck_assert_uint_eq(t.needless, 0);
	return t;
}

START_TEST(from_ports_to_ports)
{
	play_all(BY_PORTS, BY_PORTS);
}
END_TEST

START_TEST(from_one_lane_to_ports)
{
	play_all(ONE_LANE, BY_PORTS);
}
END_TEST

START_TEST(from_ports_to_one_lane)
{
	play_all(BY_PORTS, ONE_LANE);
}
END_TEST

START_TEST(from_sls_to_ports)
{
	play_all(BY_SL, BY_PORTS);
}
END_TEST

START_TEST(from_ports_to_sls)
{
	play_all(BY_PORTS, BY_SL);
}
END_TEST

/* Nobody knows which switches have taken the first phase: any of them may have. */
static gboolean play_interrupted(const char *spec, guint32 seed, PortCaseKind from)
{
	g_autoptr(Fabric) fabric = fixture_synth(spec);
	g_autoptr(Routing) was = port_case_route(fabric, from, 0);
	g_autoptr(Routing) is = was ? port_case_route(fabric, BY_PORTS, seed) : NULL;
	g_autoptr(ExchangePlan) x = is ? port_case_plan(fabric, was, NULL, fabric, is) : NULL;
	if (!x || !x->first_phase)
		return FALSE;
	g_autoptr(ExchangePlan) again = port_case_plan(fabric, was, x->first_phase, fabric, is);
	ck_assert_msg(!again->unproven && !again->forced, "%s, seed %u", spec, seed);
	/*
	 * What arrives by one of these tables need not by a mixture: nobody knows which are there, and some have no
	 * route.
	 */
	const Lft *first = again->first_phase ? again->first_phase : is->lft, *then[] = {was->lft, x->first_phase};
	PortCaseBefore before = port_case_before(fabric, was);
	for (guint i = 0; i < G_N_ELEMENTS(then); i++) {
		ExchangeUnionVerdict v = port_case_judge_phase(fabric, &before, is, again, then[i], first,
							       again->tables_after_first ? OLD : OLD | NEW);
		ck_assert_msg(!v.cyclic && !v.circles, "%s, seed %u: after a first phase that failed", spec, seed);
	}
	port_case_before_clear(&before);
	return TRUE;
}

START_TEST(phases_that_failed)
{
	guint n = 0;
	for (guint i = 0; !asked && i < PORT_CASE_SPECS; i++)
		for (guint32 seed = 1; seed < 4; seed++)
			n += play_interrupted(port_case_specs[i], seed, seed % 2 ? BY_PORTS : ONE_LANE);
	printf("%u exchanges were interrupted\n", n);
	ck_assert(asked || n > 3);
}
END_TEST

START_TEST(nothing_to_exchange)
{
	PortCaseTally tally = {0};
	play("dragonfly:a=4,p=2,h=2", 0, BY_PORTS, BY_PORTS, &tally);
	ck_assert(tally.plans == 1 && tally.at_once == 1);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {
		from_ports_to_ports, from_one_lane_to_ports, from_ports_to_one_lane, from_sls_to_ports,
		from_ports_to_sls,   phases_that_failed,     nothing_to_exchange,    NULL};
	if (argc > 1)
		asked = argv[1];
	port_case_tells = asked != NULL;
	if (argc > 2)
		asked_seed = (guint32)strtoul(argv[2], NULL, 10);
	return fixture_run("exchange by ports", tests);
}
