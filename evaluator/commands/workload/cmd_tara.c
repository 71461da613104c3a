/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command tara: predicts the times of all-to-all on the cluster tara (tara.h), and reports them beside the
 * measured times, one row for each number of hosts.
 */
#include "evaluator/commands/command.h"

#include "core/base/error.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/commands/idle.h"
#include "evaluator/workload/tara.h"

#include <math.h>

extern const EvalCommand command_tara;

static gboolean full;

static const GOptionEntry options[] = {
	{"full-blocking", 0, 0, G_OPTION_ARG_NONE, &full, "A message that waits blocks what is behind it", NULL},
	{0},
};

static void report_rows(Report *r, const WorkloadSpeeds *speeds, const TaraRow row[TARA_ROWS])
{
	report_real(r, "link_rate", speeds->link, "bytes a second, between switches");
	report_real(r, "host_rate", speeds->host, "bytes a second, of a host's link each way, as its memory allows");
	report_real(r, "copy_rate", speeds->memory, "bytes a second, between processes of a host");
	report_open_array(r, "rows", "");
	for (const TaraRow *at = row; at < row + TARA_ROWS; at++)
		report_row(r, COUNT("hosts", at->hosts), COUNT("processes", at->processes),
			   REAL("block_bytes", at->block), REAL("predicted_seconds", at->predicted),
			   REAL("measured_seconds", at->measured), REAL("difference", at->difference),
			   REAL("host_link", at->host_link), REAL("busiest_channel", at->busiest));
	report_close(r);
	report_boolean(r, "agrees", tara_agrees(row), "all differences within 4 %");
}

static void add_verdicts(Report *r, const Case *subject, const TaraRow row[TARA_ROWS], guint64 dropped)
{
	const TaraRow *last = &row[TARA_ROWS - 1];
	report_verdict(r, "%s: the predictions are %swithin %.0f %% of what was measured.",
		       tara_agrees(row) ? "AGREES" : "DIFFERS", tara_agrees(row) ? "" : "not all ",
		       TARA_TOLERANCE * 100);
	report_verdict(r,
		       "With %u hosts their links are in use %.0f %% of the time, the busiest channel between switches "
		       "%.0f %%.",
		       last->hosts, last->host_link * 100, last->busiest * 100);
	if (subject->path_sl || subject->sl2vl)
		report_verdict(r, "Virtual lanes share their cable, and its queue.");
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15, counted here as if not.",
			       dropped);
}

/* What full blocking changes of the predictions. FALSE with an error. */
static gboolean compare(const Case *subject, const StreamTable *routes, const TaraRow row[TARA_ROWS], GError **error)
{
	TaraRow other[TARA_ROWS];
	WorkloadSpeeds speeds = tara_speeds(BLOCKING_PARTIAL);
	gboolean same = TRUE;
	if (!tara_predict(routes, &speeds, other, error))
		return FALSE;
	for (guint i = 0; i < TARA_ROWS; i++)
		same = same && fabs(row[i].predicted - other[i].predicted) <= 1e-9 * other[i].predicted;
	if (same)
		idle_say(subject, "--full-blocking", "no message waits behind one that waits for another port");
	return TRUE;
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	TaraRow row[TARA_ROWS];
	guint64 dropped;
	WorkloadSpeeds speeds = tara_speeds(full ? BLOCKING_FULL : BLOCKING_PARTIAL);
	g_autoptr(StreamTable) routes = stream_table_new(subject->paths, error);
	gboolean predicted = routes && tara_predict(routes, &speeds, row, error);
	if (!predicted && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT))
		g_prefix_error(error, "%s: ", subject->tables_name);
	if (!predicted || (full && !compare(subject, routes, row, error)) || !count_dropped(subject, &dropped, error))
		return EVAL_FAILED;
	Report *r = *report =
		report_new("All-to-all as on tara with %s on %s", subject->tables_name, subject->topology_name);
	report_rows(r, &speeds, row);
	report_dropped(r, subject, dropped);
	add_verdicts(r, subject, row, dropped);
	return dropped || !tara_agrees(row) ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_tara = {
	.name = "tara",
	.summary = "all-to-all on the cluster tara, predicted beside measured",
	.options = options,
	.run = run,
};
