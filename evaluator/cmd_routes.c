/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/command.h"
#include "evaluator/dropped.h"
#include "evaluator/efi.h"

extern const EvalCommand command_routes;

static void report_pairs(Report *r, const Case *subject, const RouteFacts *facts)
{
	report_integer(r, "endpoints", subject->fabric->n_endpoints, "CA and router ports with a LID on a switch");
	report_integer(r, "switches", subject->fabric->n_switches, "");
	report_integer(r, "channels", facts->n_links, "switch to switch, one each way of a cable");
	report_integer(r, "pairs", facts->pairs, "of an endpoint and a LID of another");
	report_integer(r, "unreachable", facts->unreachable, "pairs that do not arrive");
	report_integer(r, "loops", facts->loops, "of these: pairs that go round in a circle");
	report_integer(r, "nonminimal", facts->nonminimal, "pairs that arrive over more channels than necessary");
	report_integer(r, "switch_pairs", facts->switch_pairs, "of a switch and a LID, those of switches included");
	report_integer(r, "switch_unreachable", facts->switch_unreachable, "of these: pairs that do not arrive");
}

static void report_hops(Report *r, const RouteFacts *facts)
{
	report_open_object(r, "hops", "switch-to-switch channels on a pair's route");
	report_real(r, "mean", facts->mean_hops, "");
	report_integer(r, "max", facts->max_hops, "");
	report_open_array(r, "histogram", "pairs with 0, 1, .. hops");
	for (guint32 hops = 0; hops <= facts->max_hops; hops++)
		report_integer(r, "", facts->hop_pairs[hops], "");
	report_close(r);
	report_close(r);
}

static void report_loads(Report *r, const RouteFacts *facts)
{
	report_open_object(r, "efi", "routes over a switch-to-switch channel");
	report_integer(r, "max", facts->efi_max, "the edge-forwarding index");
	report_real(r, "mean", facts->efi_mean, "");
	report_integer(r, "min", facts->efi_min, "");
	report_real(r, "stddev", facts->efi_stddev, "0 were perfect balance");
	report_close(r);
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
	Report *r = *report = report_new("Routes of %s on %s", subject->tables_name, subject->topology_name);
	report_pairs(r, subject, facts);
	report_dropped(r, subject, dropped);
	report_hops(r, facts);
	report_loads(r, facts);
	judge(r, facts, dropped);
	return facts->unreachable || facts->switch_unreachable || dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_routes = {
	.name = "routes",
	.summary = "does every pair arrive, minimally, evenly?",
	.run = run,
};
