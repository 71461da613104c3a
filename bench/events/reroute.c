/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * reroute [OPTION..] TOPOLOGY..: see reroute.h. A TOPOLOGY is a SPEC of sssp-topo or a file. Events of one kind begin
 * at the whole fabric routed afresh, and what comes back comes back to what its loss left; those in a row follow one
 * another.
 */
#include "config.h"

#include "bench/events/reroute.h"
#include "formats/input.h"
#include "generator/cli.h"
#include "generator/synth/synth.h"

#include <stdio.h>
#include <string.h>

static const char program[] = "reroute";

#define CHAIN_LOOKS 10 /* in a row of events quality is looked at so often */

static struct {
	int seed, events, chain, threads;
	double budget;
	gboolean stay, lazy;
	char *kinds;
	char **rest;
} options = {.seed = 1, .events = 10, .chain = 200, .budget = -1};

static const GOptionEntry entries[] = {
	{"seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "Other events", "N"},
	{"events", 0, 0, G_OPTION_ARG_INT, &options.events, "Of each kind (10)", "N"},
	{"chain", 0, 0, G_OPTION_ARG_INT, &options.chain, "In a row (200)", "N"},
	{"kinds", 0, 0, G_OPTION_ARG_STRING, &options.kinds, "Only kinds of events that match", "REGEX"},
	{"threads", 0, 0, G_OPTION_ARG_INT, &options.threads, "Threads; 0: one a core", "N"},
	{"budget", 0, 0, G_OPTION_ARG_DOUBLE, &options.budget, "As in RoutingOptions (-1)", "SHARE"},
	{"stay", 0, 0, G_OPTION_ARG_NONE, &options.stay, "Move no entries for even loads", NULL},
	{"lazy", 0, 0, G_OPTION_ARG_NONE, &options.lazy, "No figures of quality, which take longest", NULL},
	{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rest, NULL, "TOPOLOGY.."},
	{NULL, 0, 0, 0, NULL, NULL, NULL},
};

typedef struct {
	RerouteState *state;
	const RerouteStand *start; /* the whole fabric, routed afresh */
	RerouteHow how;
	RerouteResults *results;
} Run;

static gboolean is_wanted(RerouteKind kind)
{
	return !options.kinds ||
	       (kind != REROUTE_KINDS && g_regex_match_simple(options.kinds, reroute_kind_names[kind], 0, 0));
}

/* Routes what the state is now from `before`; `whole`: that is the fabric that it began with. */
static RerouteStand *step(Run *run, RerouteKind kind, const RerouteStand *before, gboolean whole, GError **error)
{
	RerouteFigures figures = {0};
	g_autoptr(RerouteStand) fresh = whole || run->how.lazy ? NULL : reroute_afresh(run->state, &run->how, error);
	if (!fresh && !whole && !run->how.lazy)
		return NULL;
	const RerouteStand *best = run->how.lazy ? NULL : whole ? run->start : fresh;
	RerouteStand *stand = reroute_step(run->state, before, best, &run->how, &figures, error);
	if (stand && is_wanted(kind))
		g_array_append_val(run->results->figures[kind], figures);
	return stand;
}

/* What goes, and comes back. */
static gboolean run_pair(Run *run, RerouteKind goes, RerouteKind comes, guint32 seed, GError **error)
{
	if (!is_wanted(goes) && !is_wanted(comes))
		return TRUE;
	reroute_state_reset(run->state, seed);
	if (!reroute_happen(run->state, goes))
		return TRUE;
	g_autoptr(RerouteStand) less = step(run, goes, run->start, FALSE, error);
	if (!less || comes == REROUTE_KINDS || !is_wanted(comes))
		return less != NULL;
	reroute_happen(run->state, comes);
	g_autoptr(RerouteStand) again = step(run, comes, less, TRUE, error);
	return again != NULL;
}

static gboolean run_kinds(Run *run, GError **error)
{
	for (int i = 0; i < options.events; i++) {
		guint32 seed = (guint32)options.seed * 1000 + (guint32)i;
		if (!run_pair(run, REROUTE_CUT, REROUTE_BACK, seed, error) ||
		    !run_pair(run, REROUTE_LEAVE, REROUTE_APPEAR, seed, error) ||
		    !run_pair(run, REROUTE_DIE, REROUTE_REVIVE, seed, error) ||
		    !run_pair(run, REROUTE_MOVE, REROUTE_KINDS, seed, error))
			return FALSE;
	}
	return TRUE;
}

/* Where quality is looked at, lanes are compared with those of a fresh routing. */
static gboolean look(Run *run, const RerouteStand *fresh, const RerouteStand *stand, RerouteFigures *figures)
{
	if (!fresh)
		return TRUE;
	figures->lanes = (int)stand->routing->vls_needed - (int)fresh->routing->vls_needed;
	g_array_append_val(run->results->chain, *figures);
	return TRUE;
}

static gboolean run_chain(Run *run, GError **error)
{
	int every = MAX(options.chain / CHAIN_LOOKS, 1);
	g_autoptr(RerouteStand) now = NULL;
	reroute_state_reset(run->state, (guint32)options.seed);
	for (int i = 1; i <= options.chain; i++) {
		RerouteFigures figures = {0};
		while (!reroute_happen(run->state, reroute_draw(run->state)))
			;
		gboolean looked_at = !run->how.lazy && (i % every == 0 || i == options.chain);
		g_autoptr(RerouteStand) fresh = looked_at ? reroute_afresh(run->state, &run->how, error) : NULL;
		if (looked_at && !fresh)
			return FALSE;
		RerouteStand *next =
			reroute_step(run->state, now ? now : run->start, fresh, &run->how, &figures, error);
		if (!next)
			return FALSE;
		reroute_stand_free(now);
		now = next;
		look(run, fresh, now, &figures);
		run->results->chain_events++;
	}
	return TRUE;
}

static gboolean measure(Run *run, const char *name, guint *short_of, GError **error)
{
	RerouteResults *results = run->results;
	for (RerouteKind kind = 0; kind < REROUTE_KINDS; kind++)
		results->figures[kind] = g_array_new(FALSE, FALSE, sizeof(RerouteFigures));
	results->chain = g_array_new(FALSE, FALSE, sizeof(RerouteFigures));
	gboolean done = run_kinds(run, error) && run_chain(run, error);
	if (done)
		*short_of += reroute_report(name, run->state->base, run->start, results);
	for (RerouteKind kind = 0; kind < REROUTE_KINDS; kind++)
		g_array_free(results->figures[kind], TRUE);
	g_array_free(results->chain, TRUE);
	fflush(stdout);
	return done;
}

static gboolean run_topology(const char *topology, guint *short_of, GError **error)
{
	gboolean is_file = g_file_test(topology, G_FILE_TEST_IS_REGULAR);
	g_autoptr(Fabric) base = is_file ? input_topology(topology, NULL, error) : synth_fabric(topology, error);
	g_autofree char *name = g_path_get_basename(topology);
	if (!base || !fabric_assign_lids(base, 0, NULL, error))
		return FALSE;
	RerouteHow how = {.balance = options.stay ? REROUTE_STAY : REROUTE_EVEN,
			  .budget = options.budget,
			  .threads = (guint)options.threads,
			  .lazy = options.lazy};
	g_autoptr(RerouteState) state = reroute_state_new(base, (guint32)options.seed);
	g_autoptr(RerouteStand) start = reroute_afresh(state, &how, error);
	RerouteResults results = {0};
	Run run = {state, start, how, &results};
	return start && measure(&run, name, short_of, error);
}

int main(int argc, char **argv)
{
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_autoptr(GError) error = NULL;
	guint short_of = 0;

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		return cli_usage(program, "%s", error->message);
	if (!options.rest || options.seed < 0 || options.events < 0 || options.chain < 0)
		return cli_usage(program, "which fabrics? and numbers from 0 on");
	for (char **topology = options.rest; *topology; topology++)
		if (!run_topology(*topology, &short_of, &error))
			return cli_fail(program, error);
	g_strfreev(options.rest);
	return short_of ? CLI_FAILED : CLI_FINE;
}
