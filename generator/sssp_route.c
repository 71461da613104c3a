/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs sssp-route: computes, from a topology file, the tables that the plugin would write into switches, and writes
 * them into a folder. The steps are functions of route/: options and lists are read, then previous tables, the routing
 * is computed, the tables written, the work reported. See sssp-route(1).
 */
#include "config.h"

#include "core/base/error.h"
#include "core/base/printable.h"
#include "formats/input.h"
#include "formats/output.h"
#include "formats/ticker.h"
#include "generator/cli.h"
#include "generator/route/route_advice.h"
#include "generator/route/route_fewer.h"
#include "generator/route/route_files.h"
#include "generator/route/route_folder.h"
#include "generator/route/route_idle.h"
#include "generator/route/route_from.h"
#include "generator/route/route_lists.h"
#include "generator/route/route_optimize.h"
#include "generator/route/route_options.h"
#include "generator/route/route_plan.h"
#include "generator/route/route_report.h"
#include "generator/route/route_strict.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "sssp-route";

/* Shows on a terminal which step is being done. */
static void show(const char *doing, gpointer user)
{
	const RouteCommand *command = user;
	if (!command->quiet && isatty(STDERR_FILENO))
		ticker_say(program, doing);
}

static double seconds_since(gint64 start)
{
	return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void print_oddities(const ParseLog *log, gboolean quiet)
{
	g_autofree char *summary = quiet ? parse_log_alarms(log) : parse_log_summary(log);
	printable(summary, "\n");
	fputs(summary, stderr);
}

static gboolean has_lids(const Fabric *fabric)
{
	return fabric->n_lids > 1;
}

/* How many ports have a LID. */
static guint32 count_lids(const Fabric *fabric)
{
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		n += fabric->ports[i].lid != 0;
	return n;
}

/* Tells how many LIDs were given, unless all ports lacked theirs. */
static void tell_of_lids(const RouteCommand *command, guint32 assigned)
{
	if (assigned && !command->quiet)
		fprintf(stderr,
			"%s: %u port%s no LID in the topology, though others have: %s given one, see guid2lid\n",
			program, assigned, assigned == 1 ? " has" : "s have", assigned == 1 ? "it is" : "they are");
}

/* The previous tables of the command line. */
typedef struct {
	RouteFrom from, replaces;
} RouteFroms;

static void route_froms_clear(RouteFroms *froms)
{
	route_from_clear(&froms->from);
	route_from_clear(&froms->replaces);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RouteFroms, route_froms_clear)

static gboolean read_tables(const RouteCommand *command, RouteFroms *froms, ParseLog *log, GError **error)
{
	return (!command->from || route_from_read(&froms->from, command->from, command->from_topology, log, error)) &&
	       (!command->replaces || route_from_read(&froms->replaces, command->replaces, NULL, log, error));
}

static gboolean keep_lids(const RouteCommand *command, const RouteFroms *froms, Fabric *fabric, GError **error)
{
	return (!command->from || route_from_keep_lids(&froms->from, fabric, error)) &&
	       (!command->replaces || route_from_keep_lids(&froms->replaces, fabric, error));
}

/* What the new tables replace; NULL: nothing that is known. */
static const PreviousTables *replaced(const RouteCommand *command, const RouteFroms *froms)
{
	return command->replaces ? &froms->replaces.previous : command->from ? &froms->from.previous : NULL;
}

/* Reads the topology and the files that go with it, and gives LIDs where they are missing. */
static Fabric *read_input(RouteCommand *command, RouteLists *lists, RouteFroms *from, guint32 *assigned, GError **error)
{
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = input_topology(command->topology, log, error);
	if (!fabric || !input_name_map(command->name_map_file, fabric, log, error) ||
	    (command->aggregation_file && !input_aggregation(command->aggregation_file, fabric, log, error)) ||
	    !route_lists_read(lists, command, log, error) || !read_tables(command, from, log, error))
		return NULL;
	route_lists_compare(lists, command, fabric, log);
	print_oddities(log, command->quiet);
	gboolean had = has_lids(fabric);
	guint32 n_kept = count_lids(fabric);
	if (!keep_lids(command, from, fabric, error))
		return NULL;
	n_kept = count_lids(fabric) - n_kept;
	if (!fabric_assign_lids(fabric, command->lmc, assigned, error))
		return NULL;
	if (had)
		tell_of_lids(command, *assigned);
	*assigned += n_kept;
	if ((command->from && !route_from_settle(&from->from, command->from, fabric, log, error)) ||
	    (command->replaces && !route_from_settle(&from->replaces, command->replaces, fabric, log, error)))
		return NULL;
	command->routing.previous = command->from ? &from->from.previous : NULL;
	return g_steal_pointer(&fabric);
}

/* How the tables would take the place of the previous ones. NULL without such, or with SSSP_ERROR_MEMORY. */
static ExchangePlan *plan_exchange(const Fabric *fabric, const PreviousTables *from, const Routing *routing,
				   GError **error)
{
	if (!from || !routing->stand)
		return NULL;
	/* What is in SL to VL tables of others is not known: nothing waits for them. */
	gboolean of_others = from->fabric == fabric && !from->path_sl && !from->sl2vl;
	const TablesInForce previous = {.lft = from->lft,
					.path_sl = from->path_sl,
					.fabric = from->fabric,
					.sl2vl = from->sl2vl,
					.lanes = of_others ? routing->vls_mapped : 0};
	return exchange_plan_new(&previous, fabric, routing->stand, routing->lft, routing->path_sl, error);
}

/* With --sl any, computes the routing without that option, to compare. NULL if it is not given, or with an error. */
static Routing *compute_with_lanes(const Fabric *fabric, const RouteCommand *command, GError **error)
{
	RoutingOptions lanes = command->routing;
	lanes.any_sl = FALSE;
	lanes.previous = NULL;
	lanes.stand = FALSE;
	lanes.jobs = NULL;
	return command->any_sl ? route_strict_compute(command, fabric, &lanes, error) : NULL;
}

static Routing *compute(const Fabric *fabric, RouteCommand *command, GError **error)
{
	command->routing.progress = show;
	command->routing.stand = command->from || command->replaces || command->is_optimized;
	command->routing.progress_user = command;
	Routing *routing = route_strict_compute(command, fabric, &command->routing, error);
	return routing && command->non_minimal ? route_fewer(fabric, &command->routing, routing, error) : routing;
}

static int print_report(const RouteReport *report, const RouteCommand *command)
{
	g_autoptr(GError) error = NULL;
	if (command->quiet && !command->json)
		return CLI_FINE;
	g_autofree char *text = command->json ? route_report_json(report) : route_report_text(report);
	return output_write("-", text, strlen(text), &error) ? CLI_FINE : cli_fail(program, error);
}

/* What sssp.fabric will say. */
static FabricId identify(const FabricDigest *digest, const Routing *routing, const RouteReport *report,
			 const RouteCommand *command)
{
	FabricId id = {.fabric = *digest, .lanes = routing->vls_used, .asymmetric = command->routing.asymmetric};
	g_strlcpy(id.engine, report->algorithm, sizeof id.engine);
	return id;
}

/* Writes the tables, and prints warnings about them. */
static gboolean write_tables(const Fabric *fabric, const FabricDigest *digest, const Routing *routing,
			     const RouteCommand *command, RouteReport *report, GError **error)
{
	gint64 start = g_get_monotonic_time();
	FabricId id = identify(digest, routing, report, command);
	RouteTables tables = {.folder = command->folder,
			      .fabric = fabric,
			      .routing = routing,
			      .id = &id,
			      .exchange = report->exchange,
			      .max_vls = command->routing.max_vls,
			      .lids_assigned = report->assigned_lids > 0,
			      .planned = command->plan != NULL,
			      .psl = command->psl || fabric->n_endpoints <= ROUTE_FILES_PSL_ENDPOINTS};
	show("writing", (gpointer)command);
	if (!route_files_write(&tables, error))
		return FALSE;
	report->seconds_write = seconds_since(start);
	ticker_end();
	g_autofree char *advice = route_advice(&tables, program);
	g_autofree char *idle = route_idle(command, fabric, routing, report->assigned_lids, program);
	printable(advice, "\n");
	if (!command->quiet)
		fprintf(stderr, "%s%s", advice, idle);
	return TRUE;
}

/* Writes the plan of the exchange for --plan. FALSE with SSSP_ERROR_IO, or where nothing could be planned. */
static gboolean write_plan(const RouteCommand *command, const ExchangePlan *exchange, const Routing *routing,
			   const PreviousTables *old, GError **error)
{
	if (!command->plan)
		return TRUE;
	g_autofree char *text = exchange ? route_plan_json(exchange, routing, old->lft) : NULL;
	if (text)
		return output_write(command->plan, text, strlen(text), error);
	return sssp_error_set(error, SSSP_ERROR_USAGE, "--plan: there is nothing that an exchange can be proven with");
}

static int route(RouteCommand *command)
{
	g_autoptr(GError) error = NULL;
	g_auto(RouteLists) lists = {NULL, NULL, NULL};
	g_auto(RouteFroms) from = {0};
	g_auto(RouteOptimized) optimized = {0};
	RouteReport report = {.from = command->from != NULL, .optimized = command->is_optimized ? &optimized : NULL};
	gint64 start = g_get_monotonic_time();
	show("reading", command);
	g_autoptr(Fabric) fabric = read_input(command, &lists, &from, &report.assigned_lids, &error);
	if (!fabric)
		return cli_fail(program, error);
	report.n_endpoints = fabric->n_endpoints;
	report.seconds_read = seconds_since(start);
	FabricDigest digest = fabric_digest(fabric);
	if (!route_optimize_read(fabric, command, &optimized, &error))
		return cli_fail(program, error);
	if (!command->force && !route_folder_check(command->folder, &digest, &error))
		return cli_fail(program, error);
	g_autoptr(Routing) routing = compute(fabric, command, &error);
	if (!routing ||
	    (command->is_optimized && !route_optimize(fabric, command, program, &routing, &optimized, &error)))
		return cli_fail(program, error);
	report.routing = routing;
	g_autoptr(ExchangePlan) exchange = plan_exchange(fabric, replaced(command, &from), routing, &error);
	g_autoptr(Routing) lanes = error ? NULL : compute_with_lanes(fabric, command, &error);
	if (error)
		return cli_fail(program, error);
	report.exchange = exchange;
	report.lanes = lanes;
	report.algorithm = route_strict_engine_name(command, fabric, routing, program, &error);
	if (!report.algorithm || !write_tables(fabric, &digest, routing, command, &report, &error) ||
	    !write_plan(command, exchange, routing, replaced(command, &from), &error))
		return cli_fail(program, error);
	return print_report(&report, command);
}

static int run(RouteCommand *command)
{
	if (!command->version) {
		int status = route(command);
		ticker_end();
		return status;
	}
	printf("%s (%s) %s\n", program, PACKAGE_NAME, PACKAGE_VERSION);
	return CLI_FINE;
}

int main(int argc, char **argv)
{
	RouteCommand command = {0};
	g_autoptr(GError) error = NULL;
	setlocale(LC_ALL, "");
	int status = route_options_read(&command, &argc, &argv, &error) ? run(&command)
									: cli_usage(program, "%s", error->message);
	route_options_clear(&command);
	return status;
}
