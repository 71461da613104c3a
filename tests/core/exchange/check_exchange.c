/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of events on generated fabrics: each exchange of tables is planned, and each of its phases is judged by what
 * judges exchanges of any origin. `check_exchange TOPOLOGY SEED EVENTS [KIND [LANES [ENGINE]]]` plays a row again
 * (without a KIND, or with -1, events one after the other; with one, each from the whole fabric) and prints what is
 * planned.
 */
#include "bench/events/reroute.h"
#include "core/engines/engine.h"
#include "core/exchange/exchange.h"
#include "core/lanes/sl_from_layers.h"
#include "formats/input.h"
#include "generator/synth/synth.h"
#include "tests/core/exchange/exchange_history.h"
#include "tests/core/exchange/exchange_inherent.h"
#include "tests/core/exchange/exchange_judge.h"
#include "tests/core/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	guint loops, grew, treeless, events, at_once, two_phases, unproven, forced, unsafe;
	guint64 longer, waiting, dropped, illegal, dests;
	guint illegal_events, afresh;
	ExchangeInherent inherent;
	guint inherent_events, inherent_any, inherent_hosts, circle_events;
	double route, plan;
} Tally;

static Fabric *fabric_of(const char *topology)
{
	g_autoptr(GError) error = NULL;
	gboolean is_file = g_file_test(topology, G_FILE_TEST_IS_REGULAR);
	Fabric *fabric = is_file ? input_topology(topology, NULL, &error) : synth_fabric(topology, &error);
	ck_assert_msg(fabric && fabric_assign_lids(fabric, 0, NULL, &error), "%s", error ? error->message : "");
	return fabric;
}

static const RouteEngine *engine; /* that rows are routed with; NULL: the usual one */

static Routing *route(const Fabric *fabric, const PreviousTables *previous, guint lanes)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.engine = engine,
				  .threads = 1,
				  .stand = TRUE,
				  .previous = previous,
				  .budget = -1,
				  .max_vls = lanes,
				  .passes = 1};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

static ExchangePlan *plan(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is)
{
	g_autoptr(GError) error = NULL;
	TablesInForce previous = {.lft = was->lft,
				  .path_sl = was->path_sl,
				  .fabric = then,
				  .lanes = was->vls_mapped,
				  .sl2vl = was->path_sl ? NULL : was->sl2vl};
	ExchangePlan *x = exchange_plan_new(&previous, now, is->stand, is->lft, is->path_sl, &error);
	ck_assert_msg(x != NULL, "%s", error ? error->message : "");
	return x;
}

static void print_verdict(const char *what, const ExchangeVerdict *v)
{
	printf("  %s: %u circles, %u dead ends, %u dropped, %s (old %s, new %s)\n", what, v->loops, v->dead_ends,
	       v->dropped, v->cyclic ? "CYCLIC" : "free", v->old_cyclic ? "CYCLIC" : "free",
	       v->new_cyclic ? "CYCLIC" : "free");
}

static gboolean phases_are_safe(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
				const ExchangePlan *x, gboolean verbose)
{
	JudgedTables old = {was->lft, was->path_sl, was->sl2vl, FALSE, FALSE},
		     new = {is->lft, is->path_sl, is->sl2vl, FALSE, FALSE};
	JudgedTables phase = {x->first_phase, x->sl ? x->sl : is->path_sl, is->sl2vl, FALSE, FALSE}, late = phase;
	late.sl2vl = was->sl2vl;
	ExchangeVerdict first = exchange_judge(now, then, &old,
					       x->tables_after_first ? &late
					       : x->first_phase      ? &phase
								     : &new),
			last = {0}, between = {0};
	if (x->first_phase)
		last = exchange_judge(now, NULL, &phase, &new);
	if (x->tables_after_first)
		between = exchange_judge(now, NULL, &late, &phase);
	if (verbose)
		print_verdict(x->first_phase ? "first phase" : "at once", &first);
	if (verbose && x->first_phase)
		print_verdict("last phase", &last);
	/* Credit loops of what is said to be outside the proof: connections that have to be made anew, management. */
	if (x->illegal->len || was->management_pairs_unproven || is->management_pairs_unproven || x->unproven)
		first.cyclic = last.cyclic = between.cyclic = FALSE;
	return exchange_is_safe(&first) && exchange_is_safe(&between) && exchange_is_safe(&last);
}

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
	return phases_are_safe(then, &theirs, now, is, x, FALSE);
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
	g_autoptr(ExchangePlan) x = plan(then, was, now, is);
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
	gboolean safe = phases_are_safe(then, was, now, is, x, verbose);
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
	g_autoptr(Fabric) base = fabric_of(topology);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, NULL, lanes);
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
		Routing *is = route(now, &previous, lanes);
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
	g_autoptr(Fabric) base = fabric_of(topology);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, NULL, lanes);
	for (guint i = 1; i <= events; i++) {
		reroute_state_reset(state, seed * 1000 + i);
		if (!reroute_happen(state, kind))
			continue;
		g_autofree char *name =
			g_strdup_printf("%s, seed %u, event %u: %s", topology, seed, i, reroute_kind_names[kind]);
		g_autoptr(Fabric) now = reroute_fabric(state, NULL);
		const PreviousTables previous = routing_as_previous(then, was);
		g_autoptr(Routing) is = route(now, &previous, lanes);
		g_autoptr(ExchangeHistory) history = exchange_history_new();
		look(then, was, now, is, verbose, name, history, tally);
	}
}

/* ---- planted */

static Routing *up_and_down(const Fabric *fabric, guint32 root)
{
	g_autoptr(GError) error = NULL;
	guint64 guid = fabric->nodes[fabric->switches[root]].guid;
	RoutingOptions options = {.engine = route_engine_find("updn"),
				  .max_vls = 1,
				  .passes = 1,
				  .threads = 1,
				  .stand = TRUE,
				  .roots = &guid,
				  .n_roots = 1};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

/* Routes up to one root and down, and up to another: each free of loops on one lane, both together not. */
START_TEST(planted_mixture_is_found_and_waits)
{
	static const char *const specs[] = {"mesh:4x3,hosts=2", "torus:4x4,hosts=1", "torus:7,hosts=1", "hypercube:4"};
	static const guint most_dropped[] = {0, 11, 10, 6}; /* pairs of hosts; 52, 66, 10, 26 when all of them wait */
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = fabric_of(specs[i]);
		g_autoptr(Routing) was = up_and_down(fabric, 0);
		g_autoptr(Routing) is = up_and_down(fabric, fabric->n_switches / 2);
		const JudgedTables old = {was->lft, NULL, NULL, FALSE, FALSE},
				   new = {is->lft, NULL, NULL, FALSE, FALSE};
		ExchangeVerdict verdict = exchange_judge(fabric, NULL, &old, &new);
		ck_assert(!verdict.old_cyclic && !verdict.new_cyclic && !exchange_is_safe(&verdict));
		g_autoptr(ExchangePlan) x = plan(fabric, was, fabric, is);
		ck_assert_msg(x->first_phase && x->waiting && !x->unproven && !x->forced, "%s: not in phases",
			      specs[i]);
		ck_assert_uint_eq(x->pairs_illegal, 0);
		ck_assert_uint_le(x->pairs_dropped, most_dropped[i]);
		ck_assert_msg(phases_are_safe(fabric, was, fabric, is, x, FALSE), "%s: not safe", specs[i]);
	}
}
END_TEST

/* Tables with a loop of their own: that is said. */
START_TEST(loops_that_were_there_are_told)
{
	g_autoptr(Fabric) fabric = fabric_of("torus:6,hosts=1");
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {
		.engine = route_engine_find("minhop"), .passes = 1, .threads = 1, .stand = TRUE, .asymmetric = TRUE};
	g_autoptr(Routing) theirs = routing_compute(fabric, &options, &error);
	ck_assert_msg(theirs && theirs->vls_needed > 1, "%s", error ? error->message : "no loop without lanes");
	g_autoptr(Routing) is = up_and_down(fabric, 0);
	const TablesInForce previous = {.lft = theirs->lft, .lanes = 1};
	g_autoptr(ExchangePlan) x = exchange_plan_new(&previous, fabric, is->stand, is->lft, is->path_sl, &error);
	ck_assert_msg(x && x->unproven, "%s", error ? error->message : "a plan that is proven");
}
END_TEST

static Routing *on_many_lanes(const Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {
		.engine = route_engine_find("p2sssp"), .max_vls = 8, .passes = 1, .threads = 1, .stand = TRUE};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

/* Where all are on one lane from now on paths are told so at once, on their previous routes too: that is said. */
START_TEST(one_lane_instead_of_many)
{
	g_autoptr(Fabric) fabric = fabric_of("torus:5x5,hosts=2");
	g_autoptr(Routing) was = on_many_lanes(fabric);
	g_autoptr(Routing) is = up_and_down(fabric, 0);
	ck_assert(was->path_sl && !is->path_sl);
	g_autoptr(ExchangePlan) x = plan(fabric, was, fabric, is);
	ck_assert(x->first_phase && !x->sl && x->forced);
	const JudgedTables old = {was->lft, was->path_sl, was->sl2vl, FALSE, FALSE};
	const JudgedTables phase = {x->first_phase, NULL, was->sl2vl, FALSE, FALSE};
	ck_assert(exchange_judge(fabric, NULL, &old, &phase).cyclic);
}
END_TEST

START_TEST(nothing_to_exchange)
{
	g_autoptr(Fabric) fabric = fabric_of("torus:4x4,hosts=1");
	g_autoptr(Routing) was = route(fabric, NULL, 0);
	g_autoptr(ExchangePlan) x = plan(fabric, was, fabric, was);
	ck_assert(!x->first_phase && !x->sl && !x->changed && !x->unproven && !x->pairs_illegal);
}
END_TEST

/* ---- properties */

/* Rows of the first tables or the second, as a coin says. */
static Lft *toss(const Lft *a, const Lft *b, GRand *rand)
{
	Lft *mixed = lft_copy(a, NULL);
	for (guint32 row = 0; row < mixed->n_switches; row++) {
		const guint8 *from = g_rand_boolean(rand) ? lft_row(b, a->guid[row]) : NULL;
		for (guint32 lid = 0; from && lid < mixed->n_lids; lid++)
			mixed->port[(gsize)row * mixed->n_lids + lid] = lft_port(b, from, lid);
	}
	return mixed;
}

/* A phase that some switches have taken, and nobody knows which. */
START_TEST(phases_that_failed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(7);
	g_autoptr(Fabric) fabric = fabric_of("mesh:4x3,hosts=2");
	g_autoptr(Routing) was = up_and_down(fabric, 0);
	g_autoptr(Routing) is = up_and_down(fabric, 7);
	g_autoptr(ExchangePlan) x = plan(fabric, was, fabric, is);
	ck_assert_ptr_nonnull(x->first_phase);
	const TablesInForce previous = {.lft = was->lft, .maybe = x->first_phase, .lanes = 1};
	g_autoptr(ExchangePlan) again = exchange_plan_new(&previous, fabric, is->stand, is->lft, is->path_sl, NULL);
	ck_assert(again && !again->unproven && !again->forced);
	for (guint i = 0; i < 20; i++) {
		g_autoptr(Lft) mixed = toss(was->lft, x->first_phase, rand);
		const JudgedTables old = {mixed, NULL, NULL, FALSE, FALSE}, new = {is->lft, NULL, NULL, FALSE, FALSE};
		const JudgedTables phase = {again->first_phase ? again->first_phase : is->lft, NULL, NULL, FALSE,
					    FALSE};
		ExchangeVerdict first = exchange_judge(fabric, NULL, &old, &phase);
		ExchangeVerdict last = exchange_judge(fabric, NULL, &phase, &new);
		ck_assert(exchange_is_safe(&first) && exchange_is_safe(&last));
	}
}
END_TEST

/* What was planned from tables of which nobody knows whether switches have them; connections have the SLs `sl`. */
static void assert_safe_from(const Lft *had, const PathSl *sl, const Fabric *then, const Routing *was,
			     const Fabric *now, const Routing *is, const ExchangePlan *x, const char *name)
{
	const JudgedTables old = {had, sl, was->sl2vl, FALSE, FALSE},
			   new = {is->lft, is->path_sl, is->sl2vl, FALSE, FALSE};
	const JudgedTables phase = {x->first_phase, x->sl ? x->sl : is->path_sl, is->sl2vl, FALSE, FALSE};
	const JudgedTables late = {x->first_phase, phase.sl, was->sl2vl, FALSE, FALSE};
	ExchangeVerdict first = exchange_judge(now, then, &old,
					       x->tables_after_first ? &late
					       : x->first_phase      ? &phase
								     : &new),
			last = {0};
	if (x->first_phase)
		last = exchange_judge(now, NULL, &phase, &new);
	if (x->illegal->len || is->management_pairs_unproven || was->management_pairs_unproven || x->unproven)
		first.cyclic = last.cyclic = FALSE;
	/* Pairs that waited for a phase that their switches may have, or not, may wait on. */
	first.dead_ends = 0;
	if (!exchange_is_safe(&first) || !exchange_is_safe(&last)) {
		print_verdict("first or only phase", &first);
		print_verdict("last phase", &last);
		ck_abort_msg("%s: not safe", name);
	}
}

/* Something happens while the last phase is written; some switches have it. Returns whether there were phases. */
static gboolean happen_in_last_phase(const char *spec, guint32 seed)
{
	g_autoptr(Fabric) base = fabric_of(spec);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, NULL, 8);
	reroute_happen(state, REROUTE_CUT);
	g_autoptr(Fabric) meanwhile = reroute_fabric(state, NULL);
	PreviousTables previous = routing_as_previous(then, was);
	g_autoptr(Routing) between = route(meanwhile, &previous, 8);
	g_autoptr(ExchangePlan) x = plan(then, was, meanwhile, between);
	while (!reroute_happen(state, reroute_draw(state)))
		continue;
	if (!x->first_phase)
		return FALSE;
	g_autoptr(Fabric) now = reroute_fabric(state, NULL);
	previous = routing_as_previous(meanwhile, between);
	g_autoptr(Routing) is = route(now, &previous, 8);
	const TablesInForce had = {.lft = x->first_phase,
				   .maybe = between->lft,
				   .path_sl = between->path_sl,
				   .fabric = meanwhile,
				   .lanes = between->vls_mapped,
				   .sl2vl = between->path_sl ? NULL : between->sl2vl};
	g_autoptr(ExchangePlan) again = exchange_plan_new(&had, now, is->stand, is->lft, is->path_sl, NULL);
	ck_assert_ptr_nonnull(again);
	g_autofree char *name = g_strdup_printf("%s, seed %u", spec, seed);
	for (guint i = 0; i < 4; i++) {
		g_autoptr(Lft) mixed = toss(x->first_phase, between->lft, rand);
		assert_safe_from(mixed, between->path_sl, meanwhile, between, now, is, again, name);
		if (x->sl && !x->illegal->len)
			assert_safe_from(mixed, x->sl, meanwhile, between, now, is, again, name);
	}
	return TRUE;
}

START_TEST(an_event_in_the_last_phase)
{
	static const char *const specs[] = {"karytree:3,3",
					    "torus:4x4,hosts=2",
					    "mesh:4x3,hosts=2",
					    "hypercube:4,hosts=2",
					    "random:switches=20,ports=9,hosts=2,seed=5",
					    "mesh:5x5,hosts=2",
					    "torus:5x5,hosts=2"};
	guint two_phases = 0;
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed <= 8; seed++)
			two_phases += happen_in_last_phase(specs[i], seed);
	printf("the last phase of %u exchanges was interrupted\n", two_phases);
	ck_assert_uint_gt(two_phases, 20);
}
END_TEST

/* A spine that gets its cable back leads round until then, and leaf switches may use it only once it does not. */
START_TEST(cables_that_come_back)
{
	g_autoptr(Fabric) whole = fabric_of("karytree:4,3");
	g_autoptr(Routing) first = route(whole, NULL, 0);
	guint64 dropped = 0;
	guint none = 0;
	for (guint seed = 1; seed <= 12; seed++) {
		g_autofree char *spec = g_strdup_printf("karytree:4,3,fail=links:1,seed=%u", seed);
		g_autoptr(Fabric) cut = fabric_of(spec);
		const PreviousTables before = routing_as_previous(whole, first);
		g_autoptr(Routing) without = route(cut, &before, 0);
		const PreviousTables then = routing_as_previous(cut, without);
		g_autoptr(Routing) again = route(whole, &then, 0);
		g_autoptr(ExchangePlan) x = plan(cut, without, whole, again);
		ck_assert(phases_are_safe(cut, without, whole, again, x, FALSE));
		dropped += x->pairs_dropped;
		none += !x->pairs_dropped;
	}
	printf("cables that come back: %u of 12 without a pair that loses its route, %u pairs lose it in others\n",
	       none, (guint)dropped);
	ck_assert_uint_ge(none, 9);
}
END_TEST

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
	ck_assert_uint_le(tally.dropped, 500);
	ck_assert_uint_eq(tally.unsafe + tally.forced + tally.loops, 0);
	ck_assert_uint_gt(tally.grew, 0);
	ck_assert_uint_gt(tally.at_once, 0);
	ck_assert_uint_gt(tally.two_phases, 0);
}
END_TEST

/* Multicast keeps a tree beside the routes after most cuts, joined again where it has lost a cable. */
START_TEST(trees_of_multicast)
{
	static const char *const specs[] = {"torus:5x5x2,hosts=2", "kautz:3,3,hosts=2"};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		Tally tally = {0};
		play_kind(specs[i], 1, 20, REROUTE_CUT, 0, FALSE, &tally);
		ck_assert_uint_gt(tally.events, 10);
		ck_assert_msg(4 * tally.treeless <= tally.events, "%s: %u of %u cuts leave no tree", specs[i],
			      tally.treeless, tally.events);
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
	ck_assert_uint_le(tally.treeless, 1);
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

/* ---- one row again */

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
	const TTest *const tests[] = {planted_mixture_is_found_and_waits,
				      loops_that_were_there_are_told,
				      one_lane_instead_of_many,
				      nothing_to_exchange,
				      phases_that_failed,
				      an_event_in_the_last_phase,
				      cables_that_come_back,
				      rows_of_events,
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
