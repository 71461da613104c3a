/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/base/error.h"
#include "core/engines/engine.h"
#include "core/prove.h"
#include "tests/attack/attack.h"
#include "tests/core/routing_judge.h"

#include <string.h>

/*
 * Steps and bytes that routing may take: of what it looks at again and again, and what it keeps of pairs and turns. The
 * worst seen had half of it.
 */
#define STEPS_FREE 5e9
#define STEPS_A_TREE 4000.0
#define BYTES_FREE 8e6
#define BYTES_A_PAIR 60.0
#define BYTES_AN_ENTRY 30.0
#define BYTES_A_TURN 50.0

typedef struct {
	const Case *c;
	Tally *tally;
	GString *failure;
	guint event; /* so many events have happened */
	const Fabric *fabric;
	RoutingOptions options;
	double steps, bytes; /* allowed */
} Run;

G_GNUC_PRINTF(2, 3) static void blame(const Run *run, const char *format, ...)
{
	va_list arguments;
	if (run->failure->len)
		return;
	va_start(arguments, format);
	g_string_append_printf(run->failure, "after %u events: ", run->event);
	g_string_append_vprintf(run->failure, format, arguments);
	va_end(arguments);
}

static void find_limits(Run *run)
{
	const Fabric *f = run->fabric;
	double n = f->n_switches, channels = 0, turns = 0, lids = f->n_lids;
	for (guint32 row = 0; row < f->n_switches; row++) {
		const FabricNode *node = &f->nodes[f->switches[row]];
		double cabled = 0;
		for (guint num = 1; num <= node->n_ports; num++) {
			guint32 peer = f->ports[node->first_port + num].peer;
			cabled += peer != FABRIC_NONE && fabric_is_switch(f, f->ports[peer].node);
		}
		channels += cabled;
		turns += cabled * cabled;
	}
	run->steps =
		STEPS_FREE + STEPS_A_TREE * (n + (double)f->n_endpoints * (1 << run->c->wishes.lmc)) * (channels + n);
	run->bytes = BYTES_FREE + BYTES_A_PAIR * n * n + BYTES_AN_ENTRY * n * lids + BYTES_A_TURN * turns;
}

/* ---- what must hold */

static void judge_routing(const Run *run, const Routing *routing)
{
	Verdict verdict;
	guint budget = run->options.max_vls ? run->options.max_vls : routing_vl_budget(run->fabric, 0);
	JudgeRules rules = {.max_vls = budget, .symmetric = !run->options.asymmetric};
	if (!routing_judge(run->fabric, routing, &rules, &verdict))
		blame(run, "%s", verdict.failure);
	run->tally->pairs += verdict.pairs;
	run->tally->longer += verdict.nonminimal > 0;
}

static void compare_threads(const Run *run, const Routing *routing)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = run->options;
	options.threads = 3;
	g_autoptr(Routing) other = routing_compute(run->fabric, &options, &error);
	const char *difference = other ? same_routing(routing, other) : error->message;
	if (difference)
		blame(run, "three threads: %s", difference);
}

static guint lanes_of_paths(const Routing *routing)
{
	gsize entries = routing->path_sl ? (gsize)routing->path_sl->n_sources * routing->path_sl->n_lids : 0;
	guint n = 1;
	for (gsize i = 0; i < entries; i++)
		if (routing->path_sl->sl[i] != SL_NONE)
			n = MAX(n, routing->path_sl->sl[i] + 1u);
	return n;
}

static guint lanes_of_older(const Routing *routing)
{
	guint n = 0;
	for (guint i = 0; i < routing->older->len; i++)
		while (g_array_index(routing->older, SlOlder, i).sls >> n)
			n++;
	return n;
}

/* Connections of before may be on a lane that no path is on any more: tables tell nobody of it. */
static Routing as_tables_tell(const Run *run, const Routing *routing)
{
	Routing told = *routing;
	if (!routing->older)
		return told;
	told.vls_used = lanes_of_paths(routing);
	if (routing->vls_used != MAX(told.vls_used, lanes_of_older(routing)))
		blame(run, "%u lanes, paths have %u and connections of before %u", routing->vls_used, told.vls_used,
		      lanes_of_older(routing));
	return told;
}

static void prove(const Run *run, const Routing *routing)
{
	const Routing told = as_tables_tell(run, routing);
	g_autoptr(GError) error = NULL;
	RoutingOptions options = run->options;
	options.previous = NULL;
	options.stand = FALSE;
	g_autoptr(Routing) proven =
		prove_tables(run->fabric, &options, routing->lft, routing->path_sl, routing_port_vls(routing), &error);
	const char *difference = proven ? same_routing(&told, proven) : error->message;
	if (difference)
		blame(run, "proven: %s", difference);
	if (!run->c->wishes.files || run->failure->len)
		return;
	g_autofree char *wrong = folder_round_trip(run->fabric, &options, &told);
	if (wrong)
		blame(run, "by way of files: %s", wrong);
}

static Routing *route(const Run *run)
{
	g_autoptr(GError) error = NULL;
	guint64 bytes = 0;
	meter_start((guint64)run->steps);
	Routing *routing = routing_compute(run->fabric, &run->options, &error);
	guint64 steps = meter_stop(&bytes);
	run->tally->steps += steps;
	run->tally->most_steps = MAX(run->tally->most_steps, (double)steps / run->steps);
	run->tally->most_bytes = MAX(run->tally->most_bytes, (double)bytes / run->bytes);
	/* Routes that may not change, and paths longer than can be counted, may find no lane: that is refused. */
	gboolean may_refuse = !routing && g_error_matches(error, SSSP_ERROR, SSSP_ERROR_LANES) &&
			      (routing_as_is(&run->options) || strstr(error->message, "hops away"));
	if (may_refuse)
		run->tally->refused++;
	else if (!routing)
		blame(run, "no tables: %s", error->message);
	if ((double)bytes > run->bytes)
		blame(run, "%" G_GUINT64_FORMAT " bytes, %.0f are allowed", bytes, run->bytes);
	return routing;
}

static void count(const Run *run, const Routing *routing)
{
	Tally *t = run->tally;
	gpointer before = g_hash_table_lookup(t->strategies, routing->strategy);
	t->routings++;
	t->rerouted += routing->rerouted;
	t->large += run->fabric->n_switches > LARGE_SWITCHES;
	t->unproven += routing->management_pairs_unproven > 0;
	g_hash_table_insert(t->strategies, (gpointer)routing->strategy, GUINT_TO_POINTER(GPOINTER_TO_UINT(before) + 1));
}

/* ---- a row of routings */

/* Tables of minimal routes on one lane, with any credit loops. */
static Routing *foreign(const Fabric *fabric)
{
	RoutingOptions options = {
		.engine = &engine_minhop, .max_vls = ROUTING_MAX_VLS, .asymmetric = TRUE, .threads = 1};
	Routing *routing = routing_compute(fabric, &options, NULL);
	if (routing)
		g_clear_pointer(&routing->path_sl, path_sl_free);
	return routing;
}

/* With large fabrics after one of the events, or before them: the second routing takes as long as the first. */
static gboolean wants_threads(const Run *run)
{
	return run->fabric->n_switches <= LARGE_SWITCHES ||
	       run->event == run->c->nodes->len % (run->c->events->len + 1);
}

static Routing *route_and_check(Run *run, const Fabric *before, const Routing *previous)
{
	PreviousTables from = {.fabric = before};
	g_autoptr(Routing) of_others = run->c->wishes.foreign && !previous ? foreign(run->fabric) : NULL;
	run->options = case_options(run->c, run->fabric);
	if (of_others) {
		from.fabric = run->fabric;
		from.lft = of_others->lft;
		run->options.previous = &from;
	}
	if (previous) {
		from.lft = previous->lft;
		from.path_sl = previous->path_sl;
		from.sl2vl = routing_port_vls(previous);
		from.efi = previous->fresh_efi;
		from.stand = previous->stand;
		from.vls_needed = previous->vls_needed;
		run->options.previous = &from;
	}
	find_limits(run);
	g_autoptr(Routing) routing = route(run);
	if (!routing)
		return NULL;
	judge_routing(run, routing);
	if (!run->failure->len && wants_threads(run))
		compare_threads(run, routing);
	if (!run->failure->len)
		prove(run, routing);
	if (run->failure->len)
		return NULL;
	count(run, routing);
	return g_steal_pointer(&routing);
}

void invariants_check(const Case *c, Tally *tally, GString *failure)
{
	g_autoptr(Fabric) before = NULL;
	g_autoptr(Routing) previous = NULL;
	for (guint event = 0; event <= c->events->len; event++) {
		g_autoptr(Fabric) fabric = case_fabric(c, event, before);
		if (!fabric)
			return;
		tally->large_cases += !event && fabric->n_switches > LARGE_SWITCHES;
		Run run = {.c = c, .tally = tally, .failure = failure, .event = event, .fabric = fabric};
		Routing *routing = route_and_check(&run, before, previous);
		if (!routing)
			return;
		routing_free(previous);
		fabric_free(before);
		previous = routing;
		before = g_steal_pointer(&fabric);
	}
}
