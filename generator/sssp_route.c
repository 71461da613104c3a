/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* sssp-route: the tables that the plugin would program, computed from a topology file. See sssp-route(1). */
#include "config.h"

#include "formats/input.h"
#include "formats/output.h"
#include "generator/cli.h"
#include "generator/route_files.h"
#include "generator/route_options.h"
#include "generator/route_report.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "sssp-route";

/* Says what is done now, a line each, to whoever sits in front of it. */
static void show(const char *doing, gpointer user)
{
	const RouteCommand *command = user;
	if (!command->quiet && isatty(STDERR_FILENO))
		fprintf(stderr, "%s: %s\n", program, doing);
}

static double seconds_since(gint64 start)
{
	return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void print_oddities(const ParseLog *log, gboolean quiet)
{
	g_autofree char *summary = parse_log_summary(log);
	if (!quiet)
		fputs(summary, stderr);
}

/* Reads the topology, gives LIDs where they are missing, and the order of destinations if there is one. */
static Fabric *read_input(const RouteCommand *command, GArray **order, guint32 *assigned, GError **error)
{
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = input_topology(command->topology, log, error);
	if (fabric && command->order_file && !(*order = input_guid_list(command->order_file, log, error)))
		return NULL;
	print_oddities(log, command->quiet);
	if (!fabric || !fabric_assign_lids(fabric, command->lmc, assigned, error))
		return NULL;
	return g_steal_pointer(&fabric);
}

static int print_report(const RouteReport *report, const RouteCommand *command)
{
	g_autoptr(GError) error = NULL;
	if (command->quiet && !command->json)
		return CLI_FINE;
	g_autofree char *text = command->json ? route_report_json(report) : route_report_text(report);
	return output_write("-", text, strlen(text), &error) ? CLI_FINE : cli_fail(program, error);
}

static int route(RouteCommand *command)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GArray) order = NULL;
	RouteReport report = {.algorithm = command->routing.engine->name};
	gint64 start = g_get_monotonic_time();
	show("reading", command);
	g_autoptr(Fabric) fabric = read_input(command, &order, &report.assigned_lids, &error);
	if (!fabric)
		return cli_fail(program, error);
	report.n_endpoints = fabric->n_endpoints;
	report.seconds_read = seconds_since(start);
	if (order) {
		command->routing.order = (const guint64 *)(gconstpointer)order->data;
		command->routing.n_order = order->len;
	}
	command->routing.progress = show;
	command->routing.progress_user = command;
	g_autoptr(Routing) routing = routing_compute(fabric, &command->routing, &error);
	if (!routing)
		return cli_fail(program, error);
	if (routing->lane_aware && command->routing.engine != route_engines[0]) {
		report.algorithm = route_engines[0]->name;
		if (!command->quiet)
			fprintf(stderr, "%s: one lane does not do for the routes of %s: %s chose routes for the lanes\n",
				program, command->routing.engine->name, report.algorithm);
	}
	gboolean psl = command->psl || fabric->n_endpoints <= ROUTE_FILES_PSL_ENDPOINTS;
	start = g_get_monotonic_time();
	show("writing", command);
	if (!route_files_write(command->folder, fabric, routing, report.assigned_lids > 0, psl, &error))
		return cli_fail(program, error);
	report.routing = routing;
	report.seconds_write = seconds_since(start);
	return print_report(&report, command);
}

static int run(RouteCommand *command)
{
	if (!command->version)
		return route(command);
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
