/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports a plan (plan_judge.h): its steps, the cost of all of them, and what users notice. */
#include "evaluator/commands/change/plan_judge.h"

#include "evaluator/commands/change/rehearse_jobs.h"
#include "evaluator/measures/update_cost.h"

static guint64 packets_of(const PlanStep *step)
{
	return step->blocks + step->sl2vl + step->mft_blocks;
}

static gdouble seconds_of(const PlanStep *step, const PlanRate *rate)
{
	return update_cost_seconds(packets_of(step), rate->under_way, rate->round_trip);
}

/*
 * How long pairs are without a route: the first phase takes their entries out, the last packets of the plan bring them
 * back.
 */
static gdouble seconds_without(const PlanFacts *f, const PlanRate *rate)
{
	gdouble seconds = 0;
	for (guint i = 0; f->all.cut && i < f->n_steps; i++)
		seconds += seconds_of(&f->step[i], rate);
	return seconds;
}

static void report_step(Report *r, const PlanStep *step, const PlanRate *rate)
{
	report_row(r, TEXT("step", step->what), COUNT("entries_changed", step->entries),
		   COUNT("packets", packets_of(step)), REAL("seconds", seconds_of(step, rate)),
		   COUNT("loops", step->loops), COUNT("dead_ends", step->dead_ends), COUNT("dropped", step->dropped),
		   FLAG("free", step->free), FLAG("safe", step->safe));
}

static void report_jobs(Report *r, const PlanFacts *f, const GPtrArray *jobs)
{
	report_open_series(r, "jobs_meanwhile",
			   "within each job: pairs without a route, connections to be opened again", "job");
	for (guint i = 0; i < jobs->len; i++) {
		const PlanPairs *pairs = &g_array_index(f->jobs, PlanPairs, i);
		report_row(r, TEXT("job", ((const Job *)g_ptr_array_index(jobs, i))->name),
			   COUNT("pairs", pairs->pairs), COUNT("pairs_without_route", pairs->cut),
			   COUNT("reconnect", pairs->reopened));
	}
	report_close(r);
}

void plan_report(Report *r, const PlanFacts *f, const GPtrArray *jobs, const PlanRate *rate)
{
	const PlanFile *plan = f->made->file;
	report_open_object(r, "as_plugin", "the exchange as the plugin plans it, judged step by step");
	report_boolean(r, "safe", plan_is_safe(f), "does it no harm that is not there now?");
	report_boolean(r, "free", plan_is_free(f),
		       "is every virtual lane without a credit loop, from the first packet on?");
	report_integer(r, "phases", plan->n_phases, "of forwarding tables");
	report_string(r, "why", plan->why, "why not all at once");
	report_boolean(r, "proven", plan->proven, "does the plan say that no lane has a credit loop meanwhile?");
	report_integer(r, "pairs", f->all.pairs, "of a host and a LID of another");
	report_integer(r, "pairs_without_route", f->all.cut, "of these: with a route before and after, but none in between");
	report_real(r, "seconds_without_route", seconds_without(f, rate), "at most, at the rate above");
	report_integer(r, "reconnect", f->all.reopened, "of these: connections have to be opened again");
	report_boolean(r, "former_sls_free", f->previous_free,
		       "are the SLs that other connections keep without a credit loop then?");
	report_close(r);
	report_open_series(r, "steps", "what is written one after the other, any mixture of before and after", "step");
	for (guint i = 0; i < f->n_steps; i++)
		report_step(r, &f->step[i], rate);
	report_close(r);
	if (jobs)
		report_jobs(r, f, jobs);
}

static void judge_step(Report *r, const PlanStep *step)
{
	if (step->loops)
		report_verdict(r, "NOT SAFE, %s: packets to %u LIDs can go round in circles.", step->what, step->loops);
	if (step->dead_ends)
		report_verdict(r, "NOT SAFE, %s: packets to %u LIDs can be lost.", step->what, step->dead_ends);
	if (step->dropped)
		report_verdict(r, "NOT SAFE, %s: packets to %u LIDs can be sent to VL 15.", step->what, step->dropped);
	if (!step->free && step->old_free)
		report_verdict(r, "NOT SAFE, %s: there can be a credit loop.", step->what);
	else if (!step->free)
		report_verdict(r, "CREDIT LOOPS are possible until %s is written, as they are now.", step->what);
}

static void judge_jobs(Report *r, const PlanFacts *f, const GPtrArray *jobs)
{
	guint cut = 0, reopened = 0;
	for (guint i = 0; i < jobs->len; i++) {
		cut += g_array_index(f->jobs, PlanPairs, i).cut > 0;
		reopened += g_array_index(f->jobs, PlanPairs, i).reopened > 0;
	}
	report_verdict(r, "Of %u jobs %u have pairs without a route meanwhile, and %u have to connect again.",
		       jobs->len, cut, reopened);
}

void plan_verdict(Report *r, const PlanFacts *f, const GPtrArray *jobs, const PlanRate *rate)
{
	const PlanFile *plan = f->made->file;
	if (plan_is_safe(f))
		report_verdict(r, "The plugin exchanges them safely, %s%s.",
			       plan->n_phases > 1 ? "in two phases, as " : "at once", plan->why);
	else
		report_verdict(r, "THE EXCHANGE IS NOT SAFE AS THE PLUGIN PLANS IT.");
	for (guint i = 0; i < f->n_steps; i++)
		judge_step(r, &f->step[i]);
	if (!f->previous_free)
		report_verdict(r,
			       "NOT SAFE: there can be a credit loop while connections keep the SLs that they have.");
	if (f->all.cut)
		report_verdict(r,
			       "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			       " pairs of hosts have no route between the phases, for %.3g s at most.",
			       f->all.cut, f->all.pairs, seconds_without(f, rate));
	if (f->all.reopened)
		report_verdict(r,
			       "%" G_GUINT64_FORMAT
			       " pairs have to open their connections again afterwards: their SLs close a loop.",
			       f->all.reopened);
	if (jobs)
		judge_jobs(r, f, jobs);
}
