/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the command line of sssp-route into a RouteCommand. GLib parses words and numbers; afterwards each is checked,
 * and so is whether the options go together, with a message for each mistake.
 */
#include "generator/route/route_options.h"

#include "core/base/error.h"
#include "core/base/near.h"
#include "core/optimize/shape.h"

#include <string.h>

#define MAX_PASSES 100
#define MAX_THREADS 256
#define MAX_OPTIMIZE 604800 /* seconds: a week */

/* Numbers and words as they stand on the command line, before they are checked. */
typedef struct {
	char *algorithm, *sl, *rebalance, *budget, *lmc_routes;
	char **rest;
	int max_vls, passes, threads, lmc, optimize;
	gint64 steps, seed;
} Raw;

static void raw_clear(Raw *raw)
{
	g_free(raw->algorithm);
	g_free(raw->sl);
	g_free(raw->rebalance);
	g_free(raw->budget);
	g_free(raw->lmc_routes);
	g_strfreev(raw->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Raw, raw_clear)

static char *describe_algorithms(void)
{
	GString *text = g_string_new("Reads ibnetdiscover or ibsim text, iblinkinfo's, OpenSM's subnet.lst, or "
				     "ibdiagnet2's .lst,\n.db_csv or .net_dump, and writes forwarding\ntables for "
				     "`opensm -R file`, service levels and "
				     "SL to VL tables into a folder.\n\nAlgorithms:");
	for (guint i = 0; route_engines[i]; i++)
		g_string_append_printf(text, "\n  %-14s %s", route_engines[i]->name, route_engines[i]->summary);
	g_string_append(text, "\n\nPatterns:");
	for (guint i = 0; shape_name(i); i++)
		g_string_append_printf(text, "\n  %s", shape_name(i));
	return g_string_free(text, FALSE);
}

/* Groups of options, in the order that --help has; GLib copies the entries. */
static void add_tables(GOptionContext *context, RouteCommand *command, Raw *raw)
{
	const GOptionEntry entries[] = {
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &command->folder, "Write the tables into DIR", "DIR"},
		{"algorithm", 'a', 0, G_OPTION_ARG_STRING, &raw->algorithm, "Routing algorithm (psssp)", "NAME"},
		{"non-strict", 0, 0, G_OPTION_ARG_NONE, &command->non_strict,
		 "Take psssp's routes where those of the algorithm get no lanes; always said", NULL},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_lists(GOptionContext *context, RouteCommand *command)
{
	const GOptionEntry entries[] = {
		{"order", 0, 0, G_OPTION_ARG_FILENAME, &command->order_file, "Route the GUIDs listed in FILE first",
		 "FILE"},
		{"roots", 0, 0, G_OPTION_ARG_FILENAME, &command->roots_file,
		 "Take the switches listed in FILE for roots (updn, spanning trees)", "FILE"},
		{"node-name-map", 0, 0, G_OPTION_ARG_FILENAME, &command->name_map_file,
		 "Names for the nodes of TOPOLOGY, as for ibnetdiscover", "FILE"},
		{"aggregation-guids", 0, 0, G_OPTION_ARG_FILENAME, &command->aggregation_file,
		 "The adapters listed in FILE are aggregation nodes, whatever they are called", "FILE"},
		{"ignore-guids", 0, 0, G_OPTION_ARG_FILENAME, &command->ignore_file,
		 "Leave the switch ports listed in FILE out of the balance", "FILE"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_from(GOptionContext *context, RouteCommand *command, Raw *raw)
{
	const GOptionEntry entries[] = {
		{"from", 0, 0, G_OPTION_ARG_FILENAME, &command->from,
		 "Start from previous tables and change little: a folder, opensm-sssp.state or forwarding tables",
		 "FROM"},
		{"from-topology", 0, 0, G_OPTION_ARG_FILENAME, &command->from_topology,
		 "The topology that tables of FROM were made for", "FILE"},
		{"replaces", 0, 0, G_OPTION_ARG_FILENAME, &command->replaces,
		 "Plan how the tables take the place of OLD, which switches have now (as for --from; default FROM)",
		 "OLD"},
		{"plan", 0, 0, G_OPTION_ARG_FILENAME, &command->plan,
		 "With --replaces or --from: write the phases of that exchange into FILE (JSON)", "FILE"},
		{"rebalance", 0, 0, G_OPTION_ARG_STRING, &raw->rebalance,
		 "With --from: move routes for even loads (auto, the default) or never", "WHEN"},
		{"budget", 0, 0, G_OPTION_ARG_STRING, &raw->budget,
		 "With --from: most entries to move for even loads, of all", "N%"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_lanes(GOptionContext *context, RouteCommand *command, Raw *raw)
{
	const GOptionEntry entries[] = {
		{"max-vls", 0, 0, G_OPTION_ARG_INT, &raw->max_vls, "Most virtual lanes to use, 1..15", "K"},
		{"sl", 0, 0, G_OPTION_ARG_STRING, &raw->sl,
		 "Lanes: any (never by SL), path (never by ports), symmetric or asymmetric (by SL)", "KIND"},
		{"no-spread", 0, 0, G_OPTION_ARG_NONE, &command->routing.no_spread,
		 "Leave virtual lanes that are not needed idle", NULL},
		{"spread", 0, 0, G_OPTION_ARG_NONE, &command->routing.spread_ports,
		 "Use all of --max-vls with lanes by ports, too", NULL},
		{"non-minimal", 0, 0, G_OPTION_ARG_NONE, &command->non_minimal,
		 "Use fewer virtual lanes where longer routes make up for them", NULL},
		{"passes", 0, 0, G_OPTION_ARG_INT, &raw->passes, "Rip-up-and-reroute passes, 1..100", "N"},
		{"threads", 0, 0, G_OPTION_ARG_INT, &raw->threads,
		 "Threads to use, 0: one a core; never change the result", "N"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_search(GOptionContext *context, RouteCommand *command, Raw *raw)
{
	const GOptionEntry entries[] = {
		{"capacities", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &command->routing.capacities, "", NULL},
		{"capacity", 0, 0, G_OPTION_ARG_NONE, &command->routing.capacities,
		 "Give slow links between switches fewer routes", NULL},
		{"optimize", 0, 0, G_OPTION_ARG_INT, &raw->optimize,
		 "Look for routes with more bandwidth for so long; Ctrl-C takes the best so far", "SECONDS"},
		{"steps", 0, 0, G_OPTION_ARG_INT64, &raw->steps,
		 "Look at N destinations, however long it takes: the same tables each time", "N"},
		{"seed", 0, 0, G_OPTION_ARG_INT64, &raw->seed, "With --optimize or --steps: where chance begins (1)",
		 "N"},
		{"for-jobs", 0, 0, G_OPTION_ARG_FILENAME, &command->jobs_file,
		 "Routes for hosts that send within their job in FILE; alone as the plugin with jobs=FILE", "FILE"},
		{"for", 0, 0, G_OPTION_ARG_FILENAME, &command->pattern,
		 "With --optimize or --steps: routes for a communication pattern, as sssp-eval has them", "PATTERN"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_forms(GOptionContext *context, RouteCommand *command, Raw *raw)
{
	const GOptionEntry entries[] = {
		{"lmc", 0, 0, G_OPTION_ARG_INT, &raw->lmc, "LMC of CA ports that are given LIDs, 0..7", "L"},
		{"lmc-routes", 0, 0, G_OPTION_ARG_STRING, &raw->lmc_routes,
		 "To further LIDs: on channels of their own, or longer in layers, too (shortest)",
		 "shortest|disjoint|layers"},
		{"psl", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &command->psl, "", NULL},
		{"write-psl", 0, 0, G_OPTION_ARG_NONE, &command->psl, "Write sssp.psl for large fabrics too", NULL},
		{"force", 'f', 0, G_OPTION_ARG_NONE, &command->force, "Overwrite tables of another fabric in DIR",
		 NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &command->json, "Print one JSON object", NULL},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &command->quiet, "Print nothing but errors (and --json)", NULL},
		{"version", 'V', 0, G_OPTION_ARG_NONE, &command->version, "Print the version", NULL},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &raw->rest, NULL, "TOPOLOGY"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_option_context_add_main_entries(context, entries, NULL);
}

static gboolean parse(RouteCommand *command, Raw *raw, int *argc, char ***argv, GError **error)
{
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_autofree char *summary = describe_algorithms();
	g_option_context_set_summary(context, summary);
	add_tables(context, command, raw);
	add_lists(context, command);
	add_from(context, command, raw);
	add_lanes(context, command, raw);
	add_search(context, command, raw);
	add_forms(context, command, raw);
	return g_option_context_parse(context, argc, argv, error);
}

static gboolean in_range(const char *option, int value, int low, int high, GError **error)
{
	if (value >= low && value <= high)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_USAGE, "%s must be %d..%d, not %d", option, low, high, value);
}

static gboolean wrong(GError **error, const char *what, const char *word)
{
	return sssp_error_set(error, SSSP_ERROR_USAGE, "%s%s", what, word);
}

static gboolean no_algorithm(const char *name, GError **error)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; route_engines[i]; i++)
		g_ptr_array_add(names, (gpointer)route_engines[i]->name);
	g_autofree char *hint = near_hint(name, names);
	return sssp_error_set(error, SSSP_ERROR_USAGE, "there is no algorithm %s%s", name, hint);
}

/* `5%` or `0.5%`, the percent sign may be missing. */
static gboolean check_budget(RouteCommand *command, const char *text, GError **error)
{
	char *end = NULL;
	command->routing.budget = -1;
	command->budget_given = text != NULL;
	if (!text)
		return TRUE;
	double percent = g_ascii_strtod(text, &end);
	if (end == text || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 100))
		return wrong(error, "--budget is 0% to 100% of all entries, not ", text);
	command->routing.budget = percent / 100;
	return TRUE;
}

static gboolean check_from(RouteCommand *command, const Raw *raw, GError **error)
{
	if (!command->from && (command->from_topology || raw->rebalance || raw->budget))
		return wrong(error, "--from-topology, --rebalance and --budget go with --from", "");
	if (command->from && command->non_minimal)
		return wrong(error, "--non-minimal does not go with --from", "");
	if (command->from && command->routing.engine != route_engines[0])
		return wrong(error, "--from goes with the algorithm psssp only, not ", command->routing.engine->name);
	if (raw->rebalance && strcmp(raw->rebalance, "auto") && strcmp(raw->rebalance, "never"))
		return wrong(error, "--rebalance is auto or never, not ", raw->rebalance);
	command->routing.balance = raw->rebalance && !strcmp(raw->rebalance, "never") ? REROUTE_STAY : REROUTE_EVEN;
	return check_budget(command, raw->budget, error);
}

static gboolean check_replaces(const RouteCommand *command, GError **error)
{
	if (command->plan && !command->replaces && !command->from)
		return wrong(error, "--plan goes with --replaces or --from: it says how their tables are replaced", "");
	if (command->plan && (!*command->plan || !strcmp(command->plan, "-")))
		return wrong(error, "--plan takes a file: standard output has the figures", "");
	if (command->replaces && (command->non_minimal || command->is_optimized))
		return wrong(error, "--non-minimal, --optimize and --steps do not go with --replaces", "");
	if (command->replaces && command->routing.engine != route_engines[0])
		return wrong(error, "--replaces goes with the algorithm psssp only, not ",
			     command->routing.engine->name);
	return TRUE;
}

static gboolean check_pattern(const RouteCommand *command, GError **error)
{
	Shape shape;
	if (command->pattern && command->jobs_file)
		return wrong(error, "--for and --for-jobs exclude each other: routes are for a pattern or for jobs",
			     "");
	if (command->pattern && !command->is_optimized)
		return wrong(error,
			     "--for goes with --optimize or --steps: routes are not chosen for a pattern at once", "");
	return !command->pattern || shape_read(&shape, command->pattern, error);
}

static gboolean check_optimize(RouteCommand *command, const Raw *raw, GError **error)
{
	command->is_optimized = raw->optimize != G_MININT || raw->steps != G_MININT64;
	gboolean weighed = command->is_optimized || command->jobs_file;
	if (!command->is_optimized && raw->seed != G_MININT64)
		return wrong(error, "--seed goes with --optimize or --steps", "");
	if (!check_pattern(command, error))
		return FALSE;
	if (command->is_optimized && command->from)
		return wrong(error, "--optimize and --steps do not go with --from, which keeps what it can", "");
	if (weighed && command->routing.engine != route_engines[0])
		return wrong(error, "--optimize, --steps and --for-jobs go with the algorithm psssp only, not ",
			     command->routing.engine->name);
	if (weighed && command->routing.capacities)
		return wrong(error,
			     "--optimize, --steps and --for-jobs count all links alike: --capacity does not go with "
			     "them",
			     "");
	if ((raw->steps != G_MININT64 && raw->steps < 1) || (raw->seed != G_MININT64 && raw->seed < 0))
		return wrong(error,
			     raw->steps < 1 && raw->steps != G_MININT64 ? "--steps is at least 1"
									: "--seed is at least 0",
			     "");
	command->optimize = raw->optimize == G_MININT ? 0 : (guint)raw->optimize;
	command->steps = raw->steps == G_MININT64 ? 0 : (guint64)raw->steps;
	command->seed = raw->seed == G_MININT64 ? 1 : (guint64)raw->seed;
	return raw->optimize == G_MININT || in_range("--optimize", raw->optimize, 1, MAX_OPTIMIZE, error);
}

static gboolean check_passes(const RouteCommand *command, const Raw *raw, GError **error)
{
	if (raw->passes == G_MININT)
		return TRUE;
	if (!command->routing.engine->has_passes)
		return wrong(error,
			     "--passes does not go with an algorithm without passes: ", command->routing.engine->name);
	return in_range("--passes", raw->passes, 1, MAX_PASSES, error);
}

static gboolean check_words(RouteCommand *command, const Raw *raw, GError **error)
{
	const char *name = raw->algorithm ? raw->algorithm : route_engines[0]->name;
	if (!(command->routing.engine = route_engine_find(name)))
		return no_algorithm(name, error);
	command->any_sl = raw->sl && !strcmp(raw->sl, "any");
	command->routing.asymmetric = raw->sl && !strcmp(raw->sl, "asymmetric");
	command->routing.by_sl = raw->sl && !command->any_sl;
	if (raw->sl && !command->any_sl && !command->routing.asymmetric && strcmp(raw->sl, "symmetric") &&
	    strcmp(raw->sl, "path"))
		return wrong(error, "--sl is path, symmetric, asymmetric or any, not ", raw->sl);
	command->routing.lmc_routes = raw->lmc_routes ? lmc_routes_from_name(raw->lmc_routes) : LMC_SHORTEST;
	if (command->routing.lmc_routes == LMC_N_ROUTES)
		return wrong(error, "--lmc-routes is shortest, disjoint or layers, not ", raw->lmc_routes);
	if (command->non_minimal && routing_as_is(&command->routing))
		return wrong(error, "--non-minimal does not go with routes that stay as they are: ",
			     command->routing.engine->name);
	if (!check_from(command, raw, error) || !check_optimize(command, raw, error) || !check_replaces(command, error))
		return FALSE;
	if (command->version)
		return TRUE;
	if (!raw->rest || raw->rest[1])
		return wrong(error, raw->rest ? "one topology at a time" : "which topology?", "");
	if (!command->folder)
		return wrong(error, "-o DIR says where the tables go", "");
	if (!strcmp(command->folder, "-"))
		return wrong(error, "-o takes a folder: the tables are several files", "");
	command->topology = g_strdup(raw->rest[0]);
	return TRUE;
}

gboolean route_options_read(RouteCommand *command, int *argc, char ***argv, GError **error)
{
	g_auto(Raw) raw = {
		.max_vls = G_MININT, .passes = G_MININT, .optimize = G_MININT, .steps = G_MININT64, .seed = G_MININT64};
	if (!parse(command, &raw, argc, argv, error) || !check_words(command, &raw, error) ||
	    !in_range("--threads", raw.threads, 0, MAX_THREADS, error) ||
	    !in_range("--lmc", raw.lmc, 0, FABRIC_MAX_LMC, error) ||
	    (raw.max_vls != G_MININT && !in_range("--max-vls", raw.max_vls, 1, ROUTING_MAX_VLS, error)) ||
	    !check_passes(command, &raw, error))
		return FALSE;
	command->routing.max_vls = raw.max_vls == G_MININT ? 0 : (guint)raw.max_vls;
	command->routing.any_sl = command->any_sl;
	command->routing.passes = raw.passes == G_MININT ? 0 : (guint)raw.passes;
	command->routing.threads = (guint)raw.threads;
	command->lmc = (guint)raw.lmc;
	return TRUE;
}

void route_options_clear(RouteCommand *command)
{
	g_free(command->topology);
	g_free(command->name_map_file);
	g_free(command->aggregation_file);
	g_free(command->folder);
	g_free(command->from);
	g_free(command->from_topology);
	g_free(command->replaces);
	g_free(command->plan);
	g_free(command->jobs_file);
	g_free(command->pattern);
	g_free(command->order_file);
	g_free(command->roots_file);
	g_free(command->ignore_file);
}
