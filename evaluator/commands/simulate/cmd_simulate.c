/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command simulate: simulates packets, input buffers and credits (simulate.h), and reports what hosts get for
 * each offered load. Packets follow a set of tables, which a second set may replace meanwhile (--exchange), or any
 * shortest path (--adaptive). If packets on tables wait for each other in a cycle for ever, it checks that the channel
 * dependency graph has this cycle, too.
 */
#include "evaluator/commands/command.h"

#include "core/base/error.h"
#include "evaluator/commands/bandwidth/adaptive.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/bandwidth/paths_given.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/simulate/simulate_options.h"
#include "evaluator/commands/simulate/simulate_report.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/plot/charts/charts_simulate.h"
#include "evaluator/simulate/sim_confirm.h"

extern const EvalCommand command_simulate;

static char *plot_file;
static TableFiles *exchange_files;

static gboolean take_exchange(const char *option, const char *value, gpointer data, GError **error)
{
	(void)option, (void)data;
	table_files_free(exchange_files);
	exchange_files = table_files_new(value, FALSE, error);
	return exchange_files != NULL;
}

static void name_files(CaseFiles *files)
{
	subset_given_name(files);
	files->second = exchange_files;
}

static const GOptionEntry options[] = {
	{"traffic", 't', 0, G_OPTION_ARG_CALLBACK, simulate_take_traffic,
	 "uniform, shift, hotspot:N, incast:N, or a pattern of `pattern` (uniform)", "TRAFFIC"},
	SIMULATE_ENTRIES,
	{"backlog", 0, 0, G_OPTION_ARG_INT64, &simulate_given.backlog, "Packets that wait at a host at most (64)", "N"},
	{"delay", 0, 0, G_OPTION_ARG_INT64, &simulate_given.delay,
	 "Slots that a packet or credit takes on a cable besides (0)", "N"},
	{"packet", 0, 0, G_OPTION_ARG_CALLBACK, simulate_take_packet, "Bytes of a packet, to tell slots as time (2048)",
	 "BYTES"},
	{"mtu", 0, 0, G_OPTION_ARG_CALLBACK, simulate_take_mtu, "The same by its data: 256 to 4096; 26 bytes are added",
	 "BYTES"},
	{"equal-links", 0, 0, G_OPTION_ARG_NONE, &simulate_given.equal,
	 "All links are as fast, whatever the topology says", NULL},
	{"sl", 0, 0, G_OPTION_ARG_INT64, &simulate_given.sl,
	 "All packets are on this SL: applications that ask nobody for theirs", "SL"},
	{"vl-weights", 0, 0, G_OPTION_ARG_CALLBACK, simulate_take_weights, "VL arbitration: packets in a row (1 each)",
	 "VL:N,.."},
	{"mapping", 0, 0, G_OPTION_ARG_CALLBACK, simulate_take_mapping, "Order of the hosts for a pattern (random)",
	 "random|linear"},
	{"slots", 'n', 0, G_OPTION_ARG_INT64, &simulate_given.slots, "Slots that are measured (10000)", "N"},
	{"warmup", 0, 0, G_OPTION_ARG_INT64, &simulate_given.warmup, "Slots before them (2000)", "N"},
	{"runs", 0, 0, G_OPTION_ARG_INT64, &simulate_given.runs, "Runs of each load, each drawn anew (1)", "N"},
	SEED_OPTION,
	{"cables", 0, 0, G_OPTION_ARG_INT64, &simulate_given.cables, "So many cables and lanes in the list (10)", "N"},
	THREADS_OPTION,
	{"exchange", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, take_exchange,
	 "Tables that replace TABLES meanwhile, switch by switch: a file or folder, with ,psl=FILE ,slvl=FILE", "NEW"},
	{"adaptive", 0, 0, G_OPTION_ARG_NONE, &adaptive_given,
	 "Packets take the shortest queue on any shortest path, whatever the tables say", NULL},
	PATHS_OPTION,
	CHART_OPTION(plot_file, "throughput and latency over load"),
	SUBSET_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	if (adaptive_given && exchange_files)
		return sssp_error_usage(error, "--adaptive follows no tables: --exchange has none to replace");
	if (paths_given && (exchange_files || adaptive_given))
		return sssp_error_usage(error, "--paths and %s exclude each other",
					adaptive_given ? "--adaptive" : "--exchange");
	return simulate_check(error) && plot_check(plot_file, error);
}

static SimFacts *simulate(const Case *subject, const Lanes *lanes, const Lanes *new_lanes, const Spread *spread,
			  SimOptions *how, GError **error)
{
	Progress progress = PROGRESS_START("slots");
	if (!simulate_options(subject->paths->n_part, how, error))
		return NULL;
	how->progress = subject->show_progress ? progress_draw : NULL;
	how->user = &progress;
	how->exchange = new_lanes;
	how->adaptive = spread;
	how->paths = paths_kind;
	how->team = subject->team;
	SimFacts *facts = sim_facts_new(lanes, how, error);
	progress_clear(&progress);
	return facts;
}

static const SimTally *first_stop(const SimFacts *facts)
{
	for (guint32 i = 0; i < facts->n_loads; i++)
		if (facts->load[i].stopped)
			return &facts->load[i];
	return NULL;
}

static void say_idle(const Case *subject, const SimFacts *facts)
{
	const SimulateGiven *g = &simulate_given;
	if (g->linear && !g->traffic->pattern)
		idle_say(subject, "--mapping", "only patterns have ranks");
	if (g->weights_given && facts->net->n_lanes == 1)
		idle_say(subject, "--vl-weights", "there is one virtual lane");
	if ((g->packet_given || g->mtu) && (g->equal || !facts->net->slot_mbps))
		idle_say(subject, g->mtu ? "--mtu" : "--packet", "the rate of cables is not known");
	if (g->sl != EVAL_UNSET && facts->net->n_lanes == 1 && !subject->path_sl)
		idle_say(subject, "--sl", "packets are on one virtual lane anyway");
}

static Lanes *lanes_of(const Case *subject, GError **error)
{
	gint64 sl = simulate_given.sl;
	return sl == EVAL_UNSET ? lanes_new(subject->paths, subject->path_sl, subject->sl2vl, error)
				: lanes_new_any(subject->paths, subject->sl2vl, 1u << sl, (guint)sl, error);
}

static gboolean draw(const Case *subject, const SimFacts *facts, const SimOptions *how, GError **error)
{
	g_autofree char *name = chart_name(subject->tables_name);
	const SimulateRow row = {name, facts};
	g_autoptr(Plot) plot = chart_simulate(&row, 1, how, subject->topology_name);
	return plot_write(plot, plot_file, error);
}

static gboolean is_whole(const SimFacts *facts)
{
	for (guint32 i = 0; i < facts->n_loads; i++)
		if (facts->load[i].lost || facts->load[i].dropped || facts->load[i].stopped)
			return FALSE;
	return TRUE;
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	const SimulateGiven *g = &simulate_given;
	SimOptions how;
	g_autoptr(Lanes) lanes = lanes_of(subject, error);
	g_autoptr(Lanes) new_lanes = lanes && subject->second ? lanes_of(subject->second, error) : NULL;
	if (!lanes || (subject->second && (!new_lanes || !lanes_join(lanes, new_lanes, error))))
		return EVAL_FAILED;
	g_autoptr(Spread) spread = adaptive_given ? spread_new(subject->paths, error) : NULL;
	g_autoptr(SimFacts) facts =
		spread || !adaptive_given ? simulate(subject, lanes, new_lanes, spread, &how, error) : NULL;
	if (!facts || (plot_file && !draw(subject, facts, &how, error)))
		return EVAL_FAILED;
	SimAnswer answer = {&how,
			    facts,
			    (guint64)g->packet,
			    (guint64)g->mtu,
			    (guint32)g->cables,
			    first_stop(facts),
			    0,
			    g->sl == EVAL_UNSET ? -1 : (gint)g->sl};
	if (answer.stop && !adaptive_given &&
	    !sim_confirm(lanes, answer.stop->cycle, answer.stop->n_cycle, &answer.confirmed, error))
		return EVAL_FAILED;
	say_idle(subject, facts);
	*report = report_new("Packets of %s traffic with %s on %s", g->traffic->name, subject->tables_name,
			     subject->topology_name);
	simulate_report(*report, subject, &answer);
	return is_whole(facts) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_simulate = {
	.name = "simulate",
	.summary = "what packets get, with buffers and credits",
	.options = options,
	.check = check,
	.name_files = name_files,
	.run = run,
	.in_team = TRUE,
};
