/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rows of events on generated fabrics: each exchange of tables is planned, and each of its stages is judged by what
 * judges exchanges of any origin. `check_exchange TOPOLOGY SEED EVENTS [KIND]` plays a row again (without a KIND, events
 * one after the other; with one, each from the whole fabric) and prints what is planned.
 */
#include "bench/reroute.h"
#include "core/exchange/exchange.h"
#include "formats/input.h"
#include "generator/synth/synth.h"
#include "tests/core/exchange_judge.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	guint events, at_once, staged, unproven, unsafe;
	guint64 waiting, dropped, illegal, dests;
	guint illegal_events, afresh;
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

static Routing *route(const Fabric *fabric, const Former *former, guint lanes)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {
		.threads = 1, .stand = TRUE, .former = former, .budget = -1, .max_vls = lanes, .passes = 1};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

static ExchangePlan *plan(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is)
{
	g_autoptr(GError) error = NULL;
	ExchangeFormer former = {.lft = was->lft, .path_sl = was->path_sl, .fabric = then, .lanes = was->vls_used};
	ExchangePlan *x = exchange_plan_new(&former, now, is->stand, is->lft, is->path_sl, &error);
	ck_assert_msg(x != NULL, "%s", error ? error->message : "");
	return x;
}

static void print_verdict(const char *what, const ExchangeVerdict *v)
{
	printf("  %s: %u circles, %u dead ends, %u dropped, %s (old %s, new %s)\n", what, v->loops, v->dead_ends,
	       v->dropped, v->cyclic ? "CYCLIC" : "free", v->old_cyclic ? "CYCLIC" : "free",
	       v->new_cyclic ? "CYCLIC" : "free");
}

/* As if pairs that are said to have to connect again had done so already. */
static PathSl *reconnected(const Routing *was, const Routing *is, const ExchangePlan *x, const Fabric *now)
{
	const Graph *g = is->stand->graph;
	guint32 n_lids = MAX(is->lft->n_lids, was->lft->n_lids);
	PathSl *sl = path_sl_new(was->lft->n_switches, n_lids, NULL);
	(void)now;
	memcpy(sl->guid, was->lft->guid, was->lft->n_switches * sizeof *sl->guid);
	for (guint32 row = 0; row < sl->n_sources; row++)
		for (guint32 lid = 0; lid < n_lids; lid++)
			sl->sl[(gsize)row * n_lids + lid] =
				was->path_sl && lid < was->path_sl->n_lids
					? was->path_sl->sl[(gsize)row * was->path_sl->n_lids + lid]
					: 0;
	for (guint i = 0; i < x->illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(x->illegal, ExchangePair, i);
		guint16 lid = g->dests[pair->dest].lid;
		guint8 *row = (guint8 *)path_sl_row(sl, g->guid[pair->row]);
		row[lid] = is->path_sl ? path_sl_row(is->path_sl, g->guid[pair->row])[lid] : 0;
	}
	return sl;
}

static gboolean stages_are_safe(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
				const ExchangePlan *x, gboolean verbose)
{
	g_autoptr(PathSl) sl = reconnected(was, is, x, now);
	JudgedTables old = {was->lft, sl, was->sl2vl}, new = {is->lft, is->path_sl, is->sl2vl};
	JudgedTables stage = {x->stage, x->sl ? x->sl : is->path_sl, is->sl2vl};
	ExchangeVerdict first = exchange_judge(now, then, &old, x->stage ? &stage : &new), last = {0};
	if (x->stage)
		last = exchange_judge(now, NULL, &stage, &new);
	if (verbose)
		print_verdict(x->stage ? "first stage" : "at once", &first);
	if (verbose && x->stage)
		print_verdict("last stage", &last);
	return exchange_is_safe(&first) && exchange_is_safe(&last);
}

static void look(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is, gboolean verbose,
		 const char *name, Tally *tally)
{
	gint64 start = g_get_monotonic_time();
	g_autoptr(ExchangePlan) x = plan(then, was, now, is);
	double seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	if (verbose)
		printf("%s: %s, %u changed, %u wait (%" G_GUINT64_FORMAT " pairs, %" G_GUINT64_FORMAT
		       " had a route), %" G_GUINT64_FORMAT
		       " illegal%s%s; route %.1f ms, plan %.1f ms; SLs %d, lanes %u %u%s\n",
		       name, x->stage ? "stages" : "at once", x->changed, x->waiting, x->pairs_waiting,
		       x->pairs_dropped, x->pairs_illegal, x->why ? "; " : "", x->why ? x->why : "",
		       (is->seconds_route + is->seconds_layer) * 1e3, seconds * 1e3, (int)is->changes.sls_changed,
		       was->vls_used, is->vls_used, is->rerouted ? "" : "; afresh");
	gboolean safe = stages_are_safe(then, was, now, is, x, verbose);
	tally->events++;
	tally->at_once += !x->stage && !x->unproven;
	tally->staged += x->stage != NULL;
	tally->unproven += x->unproven;
	tally->unsafe += !safe;
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
	printf("%s: %u events, %u at once, %u staged, %u unproven, %u unsafe; pairs waiting %" G_GUINT64_FORMAT
	       ", had %" G_GUINT64_FORMAT ", illegal %" G_GUINT64_FORMAT
	       " in %u events; %u afresh; route %.0f ms, plan %.0f ms\n",
	       name, t->events, t->at_once, t->staged, t->unproven, t->unsafe, t->waiting, t->dropped, t->illegal,
	       t->illegal_events, t->afresh, t->route * 1e3, t->plan * 1e3);
}

static void play_row(const char *topology, guint32 seed, guint events, guint lanes, gboolean verbose, Tally *tally)
{
	g_autoptr(Fabric) base = fabric_of(topology);
	g_autoptr(RerouteState) state = reroute_state_new(base, seed);
	g_autoptr(Fabric) then = reroute_fabric(state, NULL);
	g_autoptr(Routing) was = route(then, NULL, lanes);
	for (guint i = 1; i <= events; i++) {
		RerouteKind kind;
		do
			kind = reroute_draw(state);
		while (!reroute_happen(state, kind));
		g_autofree char *name =
			g_strdup_printf("%s, seed %u, event %u: %s", topology, seed, i, reroute_kind_names[kind]);
		Fabric *now = reroute_fabric(state, NULL);
		const Former former = {then, was->lft, was->path_sl, was->fresh_efi, was->stand, was->vls_needed};
		Routing *is = route(now, &former, lanes);
		look(then, was, now, is, verbose, name, tally);
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
		const Former former = {then, was->lft, was->path_sl, was->fresh_efi, was->stand, was->vls_needed};
		g_autoptr(Routing) is = route(now, &former, lanes);
		look(then, was, now, is, verbose, name, tally);
	}
}

/* ---- one row again */

static char **given;

START_TEST(again)
{
	Tally tally = {0};
	guint lanes = given[4] && given[5] ? (guint)atoi(given[5]) : 0;
	gboolean verbose = g_getenv("SSSP_VERBOSE") != NULL;
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
	Suite *suite = suite_create("exchange");
	TCase *tcase = tcase_create("exchange");
	given = argv;
	tcase_set_timeout(tcase, 0);
	if (argc > 3)
		tcase_add_test(tcase, again);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
