/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/command.h"
#include "evaluator/charts.h"
#include "evaluator/dropped.h"
#include "evaluator/efi.h"
#include "evaluator/figures.h"

extern const EvalCommand command_routes;

static char *plot_file;

static const GOptionEntry options[] = {
	CHART_OPTION(plot_file, "the loads of the channels, level by level,"),
	{0},
};

static gboolean check(GError **error)
{
	return plot_check(plot_file, error);
}

static gboolean draw(const Case *subject, const RouteFacts *facts, GError **error)
{
	g_autoptr(Plot) plot = chart_loads(subject->paths, facts, subject->tables_name, subject->topology_name, error);
	return plot && plot_write(plot, plot_file, error);
}

static void judge(Report *r, const RouteFacts *facts, guint64 dropped)
{
	if (facts->unreachable || facts->switch_unreachable)
		report_verdict(r,
			       "NOT COMPLETE: %" G_GUINT64_FORMAT " pairs of endpoints and %" G_GUINT64_FORMAT
			       " pairs of a switch and a LID do not arrive.",
			       facts->unreachable, facts->switch_unreachable);
	else
		report_verdict(r, "Every pair arrives%s.", facts->nonminimal ? "" : ", each on a shortest path");
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", dropped);
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	guint64 dropped;
	g_autoptr(RouteFacts) facts = route_facts_new(subject->paths, error);
	if (!facts || !count_dropped(subject, &dropped, error))
		return EVAL_FAILED;
	if (plot_file && !draw(subject, facts, error))
		return EVAL_FAILED;
	Report *r = *report = report_new("Routes of %s on %s", subject->tables_name, subject->topology_name);
	report_route_pairs(r, subject->fabric, facts);
	report_dropped(r, subject, dropped);
	report_route_hops(r, facts);
	report_route_loads(r, facts);
	judge(r, facts, dropped);
	return facts->unreachable || facts->switch_unreachable || dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_routes = {
	.name = "routes",
	.summary = "does every pair arrive, minimally, evenly?",
	.options = options,
	.check = check,
	.run = run,
};
