/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of events on generated fabrics: each exchange of tables is planned, and each of its phases is judged by what
 * judges exchanges of any origin. `check_exchange TOPOLOGY SEED EVENTS [KIND [LANES [ENGINE]]]` plays a row again
 * (without a KIND, or with -1, events one after the other; with one, each from the whole fabric) and prints what is
 * planned.
 */
#include "bench/events/reroute.h"
#include "core/lanes/sl_from_layers.h"
#include "tests/core/exchange/exchange_case.h"
#include "tests/core/exchange/exchange_history.h"
#include "tests/core/exchange/exchange_inherent.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
	guint loops, grew, treeless, events, at_once, two_phases, unproven, forced, unsafe;
	guint64 longer, waiting, dropped, illegal, dests;
	guint illegal_events, afresh;
	ExchangeInherent inherent;
	guint inherent_events, inherent_any, inherent_hosts, circle_events;
	double route, plan;
} Tally;

static const RouteEngine *engine; /* that rows are routed with; NULL: the usual one */

/*
 * A routing with more lanes takes the place of one whose SL to VL tables know of its own lanes only, as those of other
 * subnet managers may: nobody may send on the new ones before all switches have the new tables.
 */
static gboolean grows_safely(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is)
{
	g_autoptr(Sl2vl) few = sl2vl_from_layers(then, was->vls_used, NULL);
	ck_assert_ptr_nonnull(few);
	const TablesInForce previous = {
		.lft = was->lft, .path_sl = was->path_sl, .fabric = then, .lanes = was->vls_used};
	g_autoptr(ExchangePlan) x = exchange_plan_new(&previous, now, is->stand, is->lft, is->path_sl, NULL);
	ck_assert_ptr_nonnull(x);
	ck_assert(x->tables_before_last && x->first_phase);
	Routing theirs = *was;
	theirs.sl2vl = few;
	return exchange_case_is_safe(then, &theirs, now, is, x, FALSE);
}

/* How many of the destinations nobody could exchange at once. */
static void count_inherent(const Routing *was, const Routing *is, const ExchangePlan *x, Tally *tally)
{
	ExchangeInherent before = tally->inherent, *sum = &tally->inherent;
	exchange_inherent(was, is, sum);
	ck_assert(x->first_phase || sum->circles == before.circles);
	tally->inherent_events += sum->minimal > before.minimal;
	tally->inherent_any += sum->any > before.any;
	tally->inherent_hosts += sum->hosts > before.hosts;
	tally->circle_events += sum->circles > before.circles;
}

static void look(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is, gboolean verbose,
		 const char *name, ExchangeHistory *history, Tally *tally)
{
	gint64 start = g_get_monotonic_time();
	g_autoptr(ExchangePlan) x = exchange_case_plan(then, was, now, is);
	double seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	if (verbose)
		printf("%s%s: %s, %u changed, %u wait (%" G_GUINT64_FORMAT " pairs, %" G_GUINT64_FORMAT
		       " had a route), %" G_GUINT64_FORMAT
		       " illegal%s%s; route %.1f ms, plan %.1f ms; SLs %d, lanes %u %u%s\n",
		       x->forced     ? "FORCED "
		       : x->unproven ? "UNPROVEN "
				     : "",
		       name, x->first_phase ? "phases" : "at once", x->changed, x->waiting, x->pairs_waiting,
		       x->pairs_dropped, x->pairs_illegal, x->why ? "; " : "", x->why ? x->why : "",
		       (is->seconds_route + is->seconds_layer) * 1e3, seconds * 1e3, (int)is->changes.sls_changed,
		       was->vls_used, is->vls_used, is->rerouted ? "" : "; afresh");
	ck_assert_msg(exchange_history_tells_all(then, now, is, x), "%s: not all that must connect again are told",
		      name);
	gboolean safe = exchange_case_is_safe(then, was, now, is, x, verbose);
	gboolean free = !history || exchange_history_is_free(history, then, was, now, is, x, tally->events);
	if (!safe || !free)
		printf("%s: %s\n", safe ? "FORMER SLS CLOSE A LOOP" : "NOT SAFE", name);
	tally->loops += !free;
	tally->treeless += was->mcast && !is->mcast;
	if (was->path_sl && is->path_sl && is->vls_used > was->vls_used) {
		tally->grew++;
		tally->unsafe += !grows_safely(then, was, now, is);
	}
	count_inherent(was, is, x, tally);
	tally->events++;
	tally->at_once += !x->first_phase;
	tally->two_phases += x->first_phase != NULL;
	tally->unproven += x->unproven;
	tally->forced += x->forced && !x->unproven;
	tally->unsafe += !safe;
	tally->longer += is->nonminimal_pairs;
	tally->waiting += x->pairs_waiting;
	tally->dropped += x->pairs_dropped;
	tally->illegal += x->pairs_illegal;
	tally->illegal_events += x->pairs_illegal > 0;
	tally->afresh += !is->rerouted;
	tally->plan += seconds;
	tally->route += is->seconds_route + is->seconds_layer;
}

static void print_tally(const char *name, const Tally *t)
{
	printf("%s: %u events, %u at once, %u in two phases, %u unproven, %u forced, %u unsafe, %u with loops on "
	       "previous "
	       "SLs, "
	       "%u without "
	       "a tree; longer "
	       "%" G_GUINT64_FORMAT "; pairs waiting %" G_GUINT64_FORMAT ", had %" G_GUINT64_FORMAT
	       ", illegal %" G_GUINT64_FORMAT " in %u events; %u afresh; route %.0f ms, plan %.0f ms\n",
	       name, t->events, t->at_once, t->two_phases, t->unproven, t->forced, t->unsafe, t->loops, t->treeless,
	       t->longer, t->waiting, t->dropped, t->illegal, t->illegal_events, t->afresh, t->route * 1e3,
	       t->plan * 1e3);
	printf("  nobody could do it at once, for circles: %u destinations of %u that lost entries, in %u events (of "
	       "hosts %u in %u) by shortest ways, %u in %u by any; ours: circles for %u in %u events\n",
	       t->inherent.minimal, t->inherent.lost, t->inherent_events, t->inherent.hosts, t->inherent_hosts,
	       t->inherent.any, t->inherent_any, t->inherent.circles, t->circle_events);
}

static void play_row(const char *topology, guint32 seed, guint events, guint lanes, gboolean verbose, Tally *tally)
{
	g_autoptr(Fabric) base = exchange_case_fabric(topology);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = exchange_case_route(engine, then, NULL, lanes);
	g_autoptr(ExchangeHistory) history = exchange_history_new();
	for (guint i = 1; i <= events; i++) {
		RerouteKind kind;
		do
			kind = reroute_draw(state);
		while (!reroute_happen(state, kind));
		g_autofree char *name =
			g_strdup_printf("%s, seed %u, event %u: %s", topology, seed, i, reroute_kind_names[kind]);
		Fabric *now = reroute_fabric(state, NULL);
		const PreviousTables previous = routing_as_previous(then, was);
		Routing *is = exchange_case_route(engine, now, &previous, lanes);
		look(then, was, now, is, verbose, name, history, tally);
		fabric_free(then);
		routing_free(was);
		then = now;
		was = is;
	}
}

static void play_kind(const char *topology, guint32 seed, guint events, RerouteKind kind, guint lanes, gboolean verbose,
		      Tally *tally)
{
	g_autoptr(Fabric) base = exchange_case_fabric(topology);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = exchange_case_route(engine, then, NULL, lanes);
	for (guint i = 1; i <= events; i++) {
		reroute_state_reset(state, seed * 1000 + i);
		if (!reroute_happen(state, kind))
			continue;
		g_autofree char *name =
			g_strdup_printf("%s, seed %u, event %u: %s", topology, seed, i, reroute_kind_names[kind]);
		g_autoptr(Fabric) now = reroute_fabric(state, NULL);
		const PreviousTables previous = routing_as_previous(then, was);
		g_autoptr(Routing) is = exchange_case_route(engine, now, &previous, lanes);
		g_autoptr(ExchangeHistory) history = exchange_history_new();
		look(then, was, now, is, verbose, name, history, tally);
	}
}

START_TEST(rows_of_events)
{
	static const char *const rows[] = {"karytree:3,3",
					   "fattree:ports=8,levels=3,an=all",
					   "clos:leaves=6,hosts=4,spines=3,links=2",
					   "torus:4x4,hosts=2",
					   "torus:3x3x3",
					   "mesh:4x3,hosts=2",
					   "hypercube:4,hosts=2",
					   "kautz:2,3,hosts=2",
					   "dragonfly:a=4,p=2,h=2",
					   "random:switches=20,ports=9,hosts=2,seed=5"};
	static const guint lanes[] = {0, 8, 4, 2};
	Tally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		for (guint j = 0; j < 2; j++)
			play_row(rows[i], 11 * i + j, 12, lanes[(i + 2 * j) % G_N_ELEMENTS(lanes)], FALSE, &tally);
	print_tally("all", &tally);
	ck_assert_uint_le(tally.dropped, 1800);
	ck_assert_uint_eq(tally.unsafe, 0);
	ck_assert_uint_eq(tally.forced, 0);
	ck_assert_uint_eq(tally.loops, 0);
	ck_assert_uint_gt(tally.at_once, 0);
	ck_assert_uint_gt(tally.two_phases, 0);
}
END_TEST

/* An engine whose lanes are by SL. */
START_TEST(rows_of_events_by_sl)
{
	static const char *const rows[] = {"torus:4x4,hosts=2",     "torus:5x5,hosts=2",
					   "kautz:2,3,hosts=2",     "random:switches=20,ports=9,hosts=2,seed=5",
					   "dragonfly:a=4,p=2,h=2", "random:switches=24,ports=12,hosts=2,seed=7",
					   "hypercube:4,hosts=1",   "random:switches=24,ports=8,hosts=2,seed=3",
					   "kautz:3,3,hosts=2"};
	Tally tally = {0};
	engine = route_engine_find("p2sssp");
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
		for (guint j = 0; j < 2; j++)
			play_row(rows[i], 11 * i + j, 12, 8, FALSE, &tally);
	/* a switch whose host has left, and a host that was away with its switch */
	play_row("mesh:5x5,hosts=1", 67, 12, 8, FALSE, &tally);
	engine = NULL;
	print_tally("by SL", &tally);
	ck_assert_uint_le(tally.dropped, 850);
	ck_assert_uint_eq(tally.unsafe + tally.forced + tally.loops, 0);
	ck_assert_uint_gt(tally.grew, 0);
	ck_assert_uint_gt(tally.at_once, 0);
	ck_assert_uint_gt(tally.two_phases, 0);
}
END_TEST

/* Multicast keeps a tree beside the routes after each cut, joined again where it has lost a cable. */
START_TEST(trees_of_multicast)
{
	static const char *const specs[] = {"torus:5x5x2,hosts=2", "kautz:3,3,hosts=2"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		Tally tally = {0};
		play_kind(specs[i], 1, 20, REROUTE_CUT, 0, FALSE, &tally);
		ck_assert_uint_gt(tally.events, 10);
		ck_assert_msg(!tally.treeless, "%s: %u of %u cuts leave no tree", specs[i], tally.treeless,
			      tally.events);
		ck_assert_uint_eq(tally.unsafe + tally.loops, 0);
	}
}
END_TEST

/*
 * Lanes by ports stay so after cuts: routes make room for those that lost entries, and for the tree of multicast. Where
 * they cannot, routes made afresh are as safe, so no connection has to be opened again.
 */
START_TEST(lanes_by_ports_stay)
{
	Tally tally = {0};
	play_kind("torus:6x6,hosts=2", 3, 30, REROUTE_CUT, 0, FALSE, &tally);
	ck_assert_uint_eq(tally.events, 30);
	ck_assert_uint_eq(tally.afresh, 1);
	play_kind("torus:6x6,hosts=4", 1, 30, REROUTE_CUT, 0, FALSE, &tally);
	ck_assert_uint_eq(tally.afresh, 1);
	ck_assert_uint_eq(tally.illegal_events, 0);
	ck_assert_uint_eq(tally.treeless, 0);
	ck_assert_uint_eq(tally.unsafe + tally.loops, 0);
}
END_TEST

/* Where one lane does not do after a cut, a second one by ports does: all is safe on any SL, and most entries stay. */
START_TEST(one_lane_gets_a_second_by_ports)
{
	Tally tally = {0};
	play_kind("mesh:7x6,hosts=2", 11, 40, REROUTE_CUT, 0, FALSE, &tally);
	play_kind("mesh:4x4x3", 11, 40, REROUTE_CUT, 0, FALSE, &tally);
	ck_assert_uint_eq(tally.events, 80);
	ck_assert_uint_eq(tally.afresh + tally.illegal_events + tally.treeless, 0);
	ck_assert_uint_eq(tally.unsafe + tally.loops, 0);
	ck_assert_uint_gt(tally.two_phases, 20);
}
END_TEST

/* Hosts bring the SLs along that their connections had elsewhere: replies to new ones must not need others. */
START_TEST(hosts_change_places)
{
	static const char *const specs[] = {"torus:4x5,hosts=2", "hypercube:4,hosts=2", "dragonfly:a=4,p=2,h=2",
					    "random:switches=20,ports=9,hosts=2,seed=5"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		Tally tally = {0};
		play_kind(specs[i], 1, 40, REROUTE_MOVE, 0, FALSE, &tally);
		ck_assert_uint_gt(tally.two_phases, 20);
		ck_assert_uint_eq(tally.unsafe + tally.loops, 0);
	}
	/* where lanes are by SL, and not all of that has cycles */
	Tally tally = {0};
	engine = route_engine_find("p2sssp");
	play_kind("random:switches=14,ports=6,hosts=2,seed=6", 6, 40, REROUTE_MOVE, 8, FALSE, &tally);
	play_row("random:switches=14,ports=6,hosts=2,seed=6", 6, 40, 8, FALSE, &tally);
	engine = NULL;
	ck_assert_uint_gt(tally.two_phases, tally.unproven);
	ck_assert_uint_eq(tally.unsafe + tally.loops, 0);
}
END_TEST

static char **given;

START_TEST(again)
{
	Tally tally = {0};
	guint lanes = given[4] && given[5] ? (guint)atoi(given[5]) : 0;
	gboolean verbose = g_getenv("SSSP_VERBOSE") != NULL;
	engine = given[4] && given[5] && given[6] ? route_engine_find(given[6]) : NULL;
	if (given[4] && atoi(given[4]) >= 0)
		play_kind(given[1], (guint32)atoi(given[2]), (guint)atoi(given[3]), atoi(given[4]), lanes, verbose,
			  &tally);
	else
		play_row(given[1], (guint32)atoi(given[2]), (guint)atoi(given[3]), lanes, verbose, &tally);
	print_tally(given[1], &tally);
}
END_TEST

int main(int argc, char **argv)
{
	const TTest *const tests[] = {rows_of_events,
				      rows_of_events_by_sl,
				      hosts_change_places,
				      trees_of_multicast,
				      lanes_by_ports_stay,
				      one_lane_gets_a_second_by_ports,
				      NULL},
			   *const one[] = {again, NULL};
	given = argv;
	return argc > 3 ? fixture_run("one row", one) : fixture_run("exchange", tests);
}
