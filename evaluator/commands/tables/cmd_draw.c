/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command draw: draws a picture of a fabric. With tables, colours show the routes on its cables; with two sets
 * of tables, they show what changes there.
 */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/measures/port_loads.h"
#include "evaluator/draw/drawing.h"
#include "evaluator/paths/lids.h"

extern const EvalCommand command_draw;

#define TOP 5 /* cables with a number */

static char *plot_file;
static gboolean mean;
static gint64 top = EVAL_UNSET;
static TableFiles *new_files;

static const GOptionEntry options[] = {
	{"plot", 0, 0, G_OPTION_ARG_FILENAME, &plot_file, "The picture: FILE.svg, FILE.png, FILE.pdf or FILE.dot",
	 "FILE"},
	{"mean", 0, 0, G_OPTION_ARG_NONE, &mean, "Colour bundles by the mean of their channels, not by the fullest",
	 NULL},
	{"hot", 0, 0, G_OPTION_ARG_INT64, &top, "Number and name the N fullest bundles, or those that change most (5)",
	 "N"},
	{0},
};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n < 1 || n > 3)
		return sssp_error_usage(error, "a fabric is needed, and what is on it: TOPOLOGY [TABLES [NEW-TABLES]]");
	files->topology = names[0];
	files->tables = n > 1 ? names[1] : NULL;
	if (n == 3 && !(new_files = table_files_new(names[2], FALSE, error)))
		return FALSE;
	files->second = new_files;
	return TRUE;
}

static gboolean check(GError **error)
{
	if (plot_file)
		return eval_is_count("--hot", top, 1, 99, error) && drawing_check(plot_file, error);
	return sssp_error_usage(error, "--plot FILE says where the picture goes");
}

static Report *report_of(const Fabric *fabric, const char *topology)
{
	guint32 cables = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		cables += port->peer != FABRIC_NONE && port->peer > i && fabric_is_switch(fabric, port->node) &&
			  fabric_is_switch(fabric, fabric->ports[port->peer].node);
	}
	Report *r = report_new("Picture of %s", topology);
	report_figures(r, TEXT("picture", plot_file), COUNT("switches", fabric->n_switches),
		       COUNT("endpoints", fabric->n_endpoints));
	report_integer(r, "cables", cables, "between switches");
	return r;
}

/* Writes the picture, and makes the report. */
static EvalResult draw(const Fabric *fabric, const char *topology, const char *subtitle, const SketchLoads *loads,
		       Report **report, GError **error)
{
	g_autofree char *name = g_path_get_basename(g_str_equal(topology, "-") ? "standard input" : topology);
	DrawingOptions how = {name, subtitle, *loads, top == EVAL_UNSET ? TOP : eval_count(top)};
	if (!drawing_write(fabric, &how, plot_file, error))
		return EVAL_FAILED;
	*report = report_of(fabric, topology);
	return EVAL_HOLDS;
}

/* Draws the fabric alone. LIDs do not matter then: where there are none, some are made up. */
static EvalResult draw_fabric(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Fabric) fabric = case_topology(files, session->log, error);
	SketchLoads none = {0};
	if (!fabric || (!lids_any(fabric) && !fabric_assign_lids(fabric, 0, NULL, error)))
		return EVAL_FAILED;
	return draw(fabric, files->topology, NULL, &none, report, error);
}

static guint64 *loads_of(const Case *subject, GError **error)
{
	g_autoptr(RouteFacts) facts = route_facts_new(subject->paths, error);
	return facts ? port_loads(subject->fabric, facts, error) : NULL;
}

static EvalResult draw_routed(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Case) subject = case_read(files, session->log, session->warnings, error);
	if (!subject)
		return EVAL_FAILED;
	g_autofree guint64 *now = loads_of(subject, error);
	g_autofree guint64 *then = now && subject->second ? loads_of(subject->second, error) : NULL;
	if (!now || (subject->second && !then))
		return EVAL_FAILED;
	g_autofree char *subtitle =
		then ? g_strdup_printf("What changes from %s to %s", files->tables, files->second->tables)
		     : g_strdup_printf("Routes of %s", files->tables);
	SketchLoads loads = {now, then, mean};
	return draw(subject->fabric, files->topology, subtitle, &loads, report, error);
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	if (!files->tables && (mean || top != EVAL_UNSET)) {
		g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_USAGE,
				    "--mean and --hot are of loads: TABLES are needed");
		return EVAL_FAILED;
	}
	return (files->tables ? draw_routed : draw_fabric)(files, session, report, error);
}

const EvalCommand command_draw = {
	.name = "draw",
	.summary = "a picture of the fabric, and of what is on its cables",
	.options = options,
	.check = check,
	.arguments = "TOPOLOGY [TABLES [NEW-TABLES]] --plot FILE",
	.take = take_arguments,
	.answer = answer,
};
