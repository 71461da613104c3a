/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports a rehearsal: what happens if new tables replace the present ones. The parts are what is to be written, both
 * routings side by side, the cables and lanes that differ, jobs, and the exchange itself; a verdict in words follows.
 */
#include "evaluator/commands/change/rehearse_report.h"

#include "evaluator/commands/change/rehearse_jobs.h"

gboolean rehearsal_is_safe(const RehearsalFacts *f)
{
	gboolean exchange = f->plan ? plan_is_safe(f->plan) : transition_is_safe(f->transition);
	return exchange && routing_facts_sound(f->new);
}

static PlanRate rate_of(const RehearsalFacts *f)
{
	return (PlanRate){f->under_way, f->round_trip * 1e-6};
}

static guint64 packets_of(const RehearsalFacts *f)
{
	return f->diff->blocks + f->mft_blocks + f->sl2vl;
}

static gdouble seconds_of(const RehearsalFacts *f)
{
	return update_cost_seconds(packets_of(f), f->under_way, f->round_trip * 1e-6);
}

static void report_change(Report *r, const RehearsalFacts *f)
{
	report_open_object(r, "change", "what is to be written, and whose routes are others then");
	report_integer(r, "entries_changed", f->diff->entries, "of forwarding tables");
	report_integer(r, "switches_changed", f->diff->n_switches, "with such entries");
	report_integer(r, "blocks_changed", f->diff->blocks, "of 64 LIDs with such entries: a packet each");
	report_integer(r, "mft_blocks_changed", f->mft_blocks, "of multicast tables: a packet each");
	report_integer(r, "sl2vl_changed", f->sl2vl, "SL to VL maps of two ports: a packet each");
	report_integer(r, "packets", packets_of(f), "to write all that");
	report_integer(r, "under_way", f->under_way, "packets at a time");
	report_integer(r, "round_trip", f->round_trip, "microseconds from a packet to its answer, assumed");
	report_real(r, "seconds", seconds_of(f), "at that");
	report_integer(r, "pairs", f->routes.pairs, "of an endpoint and a LID of another");
	report_integer(r, "pairs_changed", f->routes.changed, "of these: other channels");
	report_integer(r, "pairs_changed_sl", f->diff->pairs_sl, "of these: another SL");
	report_close(r);
}

static void report_routing(Report *r, const RoutingFacts *routing)
{
	report_open_object(r, "", "");
	report_string(r, "name", routing->name, "");
	for (const CompareColumn *column = compare_columns; column->key; column++)
		compare_report_cell(r, column, routing);
	report_close(r);
}

static void judge_jobs(Report *r, const GPtrArray *jobs)
{
	guint gain = 0, lose = 0;
	const Job *worst = NULL;
	for (guint i = 0; i < jobs->len; i++) {
		const Job *job = g_ptr_array_index(jobs, i);
		gain += job_gain(job) > 0;
		lose += job_gain(job) < 0;
		if (job_gain(job) < (worst ? job_gain(worst) : 0))
			worst = job;
	}
	report_verdict(r, "Of %u jobs %u gain bandwidth and %u lose some.", jobs->len, gain, lose);
	if (worst)
		report_verdict(r, "Job %s loses most: from %.1f to %.1f %% of full bandwidth.", worst->name,
			       worst->now.ebb * 100, worst->new.ebb * 100);
}

/* ---- the exchange */

static void report_exchange(Report *r, const TransitionFacts *t)
{
	const MixtureFacts *m = t->mixture;
	report_open_object(r, "transition", "any mixture of both sets, as sssp-eval transition judges it");
	report_boolean(r, "safe", transition_is_safe(t), "is none of them to be feared?");
	report_integer(r, "loops", m->loops, "LIDs to which packets can loop");
	report_integer(r, "dead_ends", m->dead_ends, "LIDs to which packets of pairs can be lost");
	report_integer(r, "dropped", t->both->counts.lids_dropped, "LIDs to which packets can be sent to VL 15");
	report_boolean(r, "free", t->both->free, "is every virtual lane without a credit loop?");
	report_boolean(r, "old_free", t->old->free, "is the old set alone?");
	report_boolean(r, "new_free", t->new->free, "is the new set alone?");
	report_integer(r, "pairs_added", m->pairs_added, "that could not talk, and that the new set serves");
	report_integer(r, "pairs_gone", m->pairs_gone, "that could talk, and that the new set does not serve");
	report_close(r);
}

static void judge_exchange(Report *r, const TransitionFacts *t)
{
	if (transition_is_safe(t)) {
		report_verdict(r, "The exchange is safe: no packet loops, is lost or deadlocks meanwhile.");
		return;
	}
	const char *loop = t->old->free ? "there can be a credit loop" : "there can be a credit loop, as there is now";
	const struct {
		gboolean holds;
		const char *words;
	} reasons[] = {
		{t->mixture->loops > 0, "packets can loop"},
		{t->mixture->dead_ends > 0, "packets can be lost"},
		{t->both->counts.lids_dropped > 0, "packets can be sent to VL 15"},
		{!t->both->free, loop},
		{t->multicast && t->multicast->loops > 0, "multicast groups can be no trees"},
		{t->multicast && t->both->multicast.dropped > 0, "multicast packets can be sent to VL 15"},
	};
	g_autoptr(GString) why = g_string_new(NULL);
	for (guint i = 0; i < G_N_ELEMENTS(reasons); i++)
		if (reasons[i].holds)
			g_string_append_printf(why, "%s%s", why->len ? "; " : "", reasons[i].words);
	report_verdict(r, "THE EXCHANGE IS NOT SAFE: %s. sssp-eval transition says where.", why->str);
}

static void judge_new(Report *r, const RoutingFacts *new)
{
	const RouteFacts *routes = new->routes;
	if (routes->unreachable || routes->switch_unreachable)
		report_verdict(r,
			       "THE NEW TABLES ARE NOT COMPLETE: %" G_GUINT64_FORMAT
			       " pairs of endpoints and %" G_GUINT64_FORMAT
			       " pairs of a switch and a LID do not arrive.",
			       routes->unreachable, routes->switch_unreachable);
	if (new->deadlock->counts.dropped)
		report_verdict(r, "THE NEW TABLES DROP PACKETS of %" G_GUINT64_FORMAT " routes.",
			       new->deadlock->counts.dropped);
	if (!new->deadlock->free)
		report_verdict(r, "THE NEW TABLES HAVE A CREDIT LOOP by themselves.");
}

static void add_verdicts(Report *r, const RehearsalFacts *f)
{
	const PlanRate rate = rate_of(f);
	if (f->plan)
		plan_verdict(r, f->plan, f->jobs, &rate);
	else
		judge_exchange(r, f->transition);
	judge_new(r, f->new);
	report_verdict(
		r, "It takes about %" G_GUINT64_FORMAT " packets, %.3g s; the routes of %.1f %% of the pairs change.",
		packets_of(f), seconds_of(f),
		f->routes.pairs ? 100.0 * (gdouble)f->routes.changed / (gdouble)f->routes.pairs : 0);
	report_verdict(r, "A random bisection gets %.1f %% of full bandwidth now and %.1f %% then.",
		       f->now->ebb->mean * 100, f->new->ebb->mean * 100);
	if (f->jobs)
		judge_jobs(r, f->jobs);
}

Report *rehearsal_report(const RehearsalFacts *f, GError **error)
{
	const TransitionFacts *t = f->transition;
	g_autoptr(Report) r = report_new("Rehearsal of %s in place of %s on %s", t->new_name, t->old_name, t->topology);
	report_boolean(r, "safe", rehearsal_is_safe(f), "is the exchange, and are the new tables sound?");
	report_change(r, f);
	report_open_series(r, "routings", "of which sssp-eval compare tells more", "name");
	report_routing(r, f->now);
	report_routing(r, f->new);
	report_close(r);
	if (!rehearsal_hot(r, f, error))
		return NULL;
	rehearsal_lanes(r, f);
	rehearsal_jobs(r, f);
	report_exchange(r, t);
	const PlanRate rate = rate_of(f);
	if (f->plan)
		plan_report(r, f->plan, f->jobs, &rate);
	add_verdicts(r, f);
	return g_steal_pointer(&r);
}
