/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Exchanges of tables that were chosen for what is hard about them: mixtures with a loop, phases of which nobody knows
 * who has them, events while a phase is written, cables that come back.
 */
#include "bench/events/reroute.h"
#include "tests/core/exchange/exchange_case.h"
#include "tests/core/fixture.h"

#include <stdio.h>

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
		g_autoptr(Fabric) fabric = exchange_case_fabric(specs[i]);
		g_autoptr(Routing) was = up_and_down(fabric, 0);
		g_autoptr(Routing) is = up_and_down(fabric, fabric->n_switches / 2);
		const JudgedTables old = {was->lft, NULL, NULL, FALSE, FALSE},
				   new = {is->lft, NULL, NULL, FALSE, FALSE};
		ExchangeVerdict verdict = exchange_judge(fabric, NULL, &old, &new);
		ck_assert(!verdict.old_cyclic && !verdict.new_cyclic && !exchange_is_safe(&verdict));
		g_autoptr(ExchangePlan) x = exchange_case_plan(fabric, was, fabric, is);
		ck_assert_msg(x->first_phase && x->waiting && !x->unproven && !x->forced, "%s: not in phases",
			      specs[i]);
		ck_assert_uint_eq(x->pairs_illegal, 0);
		ck_assert_uint_le(x->pairs_dropped, most_dropped[i]);
		ck_assert_msg(exchange_case_is_safe(fabric, was, fabric, is, x, FALSE), "%s: not safe", specs[i]);
	}
}
END_TEST

/* Tables with a loop of their own: that is said. */
START_TEST(loops_that_were_there_are_told)
{
	g_autoptr(Fabric) fabric = exchange_case_fabric("torus:6,hosts=1");
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
	g_autoptr(Fabric) fabric = exchange_case_fabric("torus:5x5,hosts=2");
	g_autoptr(Routing) was = on_many_lanes(fabric);
	g_autoptr(Routing) is = up_and_down(fabric, 0);
	ck_assert(was->path_sl && !is->path_sl);
	g_autoptr(ExchangePlan) x = exchange_case_plan(fabric, was, fabric, is);
	ck_assert(x->first_phase && !x->sl && x->forced);
	const JudgedTables old = {was->lft, was->path_sl, was->sl2vl, FALSE, FALSE};
	const JudgedTables phase = {x->first_phase, NULL, was->sl2vl, FALSE, FALSE};
	ck_assert(exchange_judge(fabric, NULL, &old, &phase).cyclic);
}
END_TEST

START_TEST(nothing_to_exchange)
{
	g_autoptr(Fabric) fabric = exchange_case_fabric("torus:4x4,hosts=1");
	g_autoptr(Routing) was = exchange_case_route(NULL, fabric, NULL, 0);
	g_autoptr(ExchangePlan) x = exchange_case_plan(fabric, was, fabric, was);
	ck_assert(!x->first_phase && !x->sl && !x->changed && !x->unproven && !x->pairs_illegal);
}
END_TEST

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
	g_autoptr(Fabric) fabric = exchange_case_fabric("mesh:4x3,hosts=2");
	g_autoptr(Routing) was = up_and_down(fabric, 0);
	g_autoptr(Routing) is = up_and_down(fabric, 7);
	g_autoptr(ExchangePlan) x = exchange_case_plan(fabric, was, fabric, is);
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
		exchange_case_print("first or only phase", &first);
		exchange_case_print("last phase", &last);
		ck_abort_msg("%s: not safe", name);
	}
}

/* Something happens while the last phase is written; some switches have it. Returns whether there were phases. */
static gboolean happen_in_last_phase(const char *spec, guint32 seed)
{
	g_autoptr(Fabric) base = exchange_case_fabric(spec);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = exchange_case_route(NULL, then, NULL, 8);
	reroute_happen(state, REROUTE_CUT);
	g_autoptr(Fabric) meanwhile = reroute_fabric(state, NULL);
	PreviousTables previous = routing_as_previous(then, was);
	g_autoptr(Routing) between = exchange_case_route(NULL, meanwhile, &previous, 8);
	g_autoptr(ExchangePlan) x = exchange_case_plan(then, was, meanwhile, between);
	while (!reroute_happen(state, reroute_draw(state)))
		continue;
	if (!x->first_phase)
		return FALSE;
	g_autoptr(Fabric) now = reroute_fabric(state, NULL);
	previous = routing_as_previous(meanwhile, between);
	g_autoptr(Routing) is = exchange_case_route(NULL, now, &previous, 8);
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
	g_autoptr(Fabric) whole = exchange_case_fabric("karytree:4,3");
	g_autoptr(Routing) first = exchange_case_route(NULL, whole, NULL, 0);
	guint64 dropped = 0;
	guint none = 0;
	for (guint seed = 1; seed <= 12; seed++) {
		g_autofree char *spec = g_strdup_printf("karytree:4,3,fail=links:1,seed=%u", seed);
		g_autoptr(Fabric) cut = exchange_case_fabric(spec);
		const PreviousTables before = routing_as_previous(whole, first);
		g_autoptr(Routing) without = exchange_case_route(NULL, cut, &before, 0);
		const PreviousTables then = routing_as_previous(cut, without);
		g_autoptr(Routing) again = exchange_case_route(NULL, whole, &then, 0);
		g_autoptr(ExchangePlan) x = exchange_case_plan(cut, without, whole, again);
		ck_assert(exchange_case_is_safe(cut, without, whole, again, x, FALSE));
		dropped += x->pairs_dropped;
		none += !x->pairs_dropped;
	}
	printf("cables that come back: %u of 12 without a pair that loses its route, %u pairs lose it in others\n",
	       none, (guint)dropped);
	ck_assert_uint_ge(none, 9);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {planted_mixture_is_found_and_waits,
				      loops_that_were_there_are_told,
				      one_lane_instead_of_many,
				      nothing_to_exchange,
				      phases_that_failed,
				      an_event_in_the_last_phase,
				      cables_that_come_back,
				      NULL};
	return fixture_run("planted exchanges", tests);
}
