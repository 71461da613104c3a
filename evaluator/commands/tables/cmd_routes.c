/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command routes: reports which pairs arrive, over how many hops, and the loads of channels (efi.h, levels.h),
 * as figures, a picture and a list of channels.
 */
#include "evaluator/commands/subset_given.h"
#include "evaluator/commands/command.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/tables/routes_list.h"
#include "evaluator/measures/bandwidth/disjoint.h"
#include "evaluator/measures/efi.h"
#include "evaluator/measures/bandwidth/split.h"
#include "evaluator/measures/efi_spread.h"
#include "evaluator/report/figures.h"
#include "core/base/error.h"
#include "formats/output.h"

extern const EvalCommand command_routes;

static char *plot_file, *csv_file;
static gboolean capacity, list;
static gint64 hot = EVAL_UNSET;

static const GOptionEntry options[] = {
	CHART_OPTION(plot_file, "the loads of the channels, level by level,"),
	{"channels", 0, 0, G_OPTION_ARG_FILENAME, &csv_file, "Write the load of every channel to a table", "FILE.csv"},
	{"capacity", 0, 0, G_OPTION_ARG_NONE, &capacity, "Loads by width and speed of the links too", NULL},
	{"list", 0, 0, G_OPTION_ARG_NONE, &list, "Every pair that does not arrive or takes longer, and where it ends",
	 NULL},
	{"hot", 0, 0, G_OPTION_ARG_INT64, &hot, "The N fullest cables and whose routes go over them", "N"},
	SUBSET_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	if (!eval_is_count("--hot", hot, 1, FABRIC_MAX_LID, error))
		return FALSE;
	if (g_strcmp0(csv_file, "-") != 0)
		return plot_check(plot_file, error);
	return sssp_error_usage(error, "--channels takes a file: standard output has the report");
}

static gboolean draw(const Case *subject, const RouteFacts *facts, GError **error)
{
	g_autoptr(Plot) plot = chart_loads(subject->paths, facts, subject->tables_name, subject->topology_name, error);
	return plot && plot_write(plot, plot_file, error);
}

static gboolean write_csv(const Case *subject, const RouteFacts *facts, const Levels *levels, GError **error)
{
	g_autoptr(GString) csv = load_csv(subject->paths, facts, levels);
	return output_write(csv_file, csv->str, csv->len, error);
}

static void report_spread(Report *r, const LoadSpread *spread)
{
	report_figures(r, REAL("max", spread->max), REAL("mean", spread->mean), REAL("min", spread->min),
		       REAL("stddev", spread->stddev));
}

static void report_levels(Report *r, const RouteFacts *facts, const Capacity *weights, const Levels *levels)
{
	report_open_series(r, "levels",
			   weights ? "the same by level, weighed by capacity; 1 are the switches with endpoints"
				   : "the same by level; 1 are the switches with endpoints",
			   "level peer_level");
	for (guint32 i = 0; i < levels->n_classes; i++) {
		const LevelClass *class = &levels->classes[i];
		LoadSpread spread = load_spread_class(facts, weights, class);
		report_open_object(r, "", "");
		report_figures(r, COUNT("level", class->from), COUNT("peer_level", class->to),
			       COUNT("channels", class->n_channels));
		report_spread(r, &spread);
		report_close(r);
	}
	report_close(r);
}

static void report_capacity(Report *r, const Case *subject, const RouteFacts *facts, const Capacity *weights)
{
	LoadSpread spread = load_spread_all(facts, weights, subject->paths);
	report_open_object(r, "efi_capacity", "routes over a channel, weighed: one of half the rate counts twice");
	report_integer(r, "reference_mbps", weights->reference_mbps, "weighs 1: an endpoint's fastest cable");
	report_spread(r, &spread);
	report_close(r);
}

/* Reports the loads by level, and what --capacity and --channels add. FALSE with an error. */
static gboolean add_loads(Report *r, const Case *subject, const RouteFacts *facts, GError **error)
{
	idle_capacity(subject, capacity);
	g_autoptr(Capacity) weights = capacity ? capacity_new(subject->paths, error) : NULL;
	g_autoptr(Levels) levels = weights || !capacity ? levels_new(subject->paths, error) : NULL;
	if (capacity && !weights && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT))
		g_prefix_error(error, "%s: ", subject->topology_name);
	if (!levels || (csv_file && !write_csv(subject, facts, levels, error)))
		return FALSE;
	if (weights)
		report_capacity(r, subject, facts, weights);
	report_levels(r, facts, weights, levels);
	return TRUE;
}

static void report_switch(Report *r, const Fabric *fabric, guint32 node, const char *guid_key, const char *name_key)
{
	g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", fabric->nodes[node].guid);
	report_figures(r, TEXT(guid_key, guid), TEXT(name_key, fabric_name(fabric, node)));
}

/* Every channel with its load, in the Prometheus form only. */
static void report_channels(Report *r, const Paths *p, const RouteFacts *facts)
{
	report_open_series(r, "channel", "", "switch name port peer peer_name peer_port");
	for (guint32 c = 0; c < p->n_channels; c++) {
		if (p->from[c] == p->to[c])
			continue;
		report_open_object(r, "", "");
		report_switch(r, p->fabric, p->fabric->switches[p->from[c]], "switch", "name");
		report_integer(r, "port", p->out_port[c], "");
		report_switch(r, p->fabric, p->fabric->switches[p->to[c]], "peer", "peer_name");
		report_integer(r, "peer_port", p->in_port[c], "");
		report_integer(r, "load", facts->load[c], "routes over a switch-to-switch channel");
		report_close(r);
	}
	report_close(r);
}

static gboolean has_more_lids(const Paths *p)
{
	for (guint32 i = 0; i < p->n_part; i++)
		if (split_lids(p, SPLIT_ALL, p->part[i]) > 1)
			return TRUE;
	return FALSE;
}

/* Where ports have several LIDs: reports how far the routes to these differ. FALSE with an error. */
static gboolean add_paths(Report *r, const Paths *p, GError **error)
{
	if (!has_more_lids(p))
		return TRUE;
	g_autoptr(DisjointFacts) facts = disjoint_facts_new(p, error);
	if (!facts)
		return FALSE;
	report_open_object(r, "paths", "of the LIDs of a port, from endpoints of other switches");
	report_integer(r, "lids", facts->lids, "of a port, at most");
	report_real(r, "distinct", facts->mean_distinct, "routes that differ, mean of the pairs");
	report_real(r, "disjoint", facts->mean_disjoint, "of these without a common channel, mean of the pairs");
	report_integer(r, "disjoint_least", facts->least, "of a pair");
	report_integer(r, "disjoint_most", facts->most, "of a pair");
	report_integer(r, "one_way", facts->count[0] + facts->count[1], "pairs without two of them");
	report_close(r);
	return TRUE;
}

static void add_verdicts(Report *r, const RouteFacts *facts, guint64 dropped)
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
	g_autoptr(Report) r = report_new("Routes of %s on %s", subject->tables_name, subject->topology_name);
	report_route_pairs(r, subject->fabric, facts);
	report_dropped(r, subject, dropped);
	report_subset(r, subject->paths);
	report_route_hops(r, facts);
	report_route_loads(r, facts);
	if (!add_loads(r, subject, facts, error) || !add_paths(r, subject->paths, error) ||
	    (list && !routes_list(r, subject, error)) ||
	    (eval_count(hot) && !routes_hot(r, subject, facts, eval_count(hot), error)))
		return EVAL_FAILED;
	if (subject->all_loads)
		report_channels(r, subject->paths, facts);
	add_verdicts(r, facts, dropped);
	*report = g_steal_pointer(&r);
	return facts->unreachable || facts->switch_unreachable || dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_routes = {
	.name = "routes",
	.summary = "does every pair arrive, minimally, evenly?",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.run = run,
};
