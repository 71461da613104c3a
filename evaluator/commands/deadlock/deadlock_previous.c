/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports whether there are credit loops while connections keep the SLs that their paths had before (previous SLs). The
 * present routes are followed on the present SLs, on the previous ones, and on both; each time a cycle of channel
 * dependencies is looked for.
 */
#include "evaluator/commands/deadlock/deadlock_more.h"

#include "evaluator/commands/deadlock/previous_case.h"
#include "evaluator/deadlock/deadlock.h"
#include "evaluator/report/figures.h"

typedef struct {
	const Case *subject;
	const DeadlockOptions *options;
	const char *old;
	const DeadlockFacts *now, *then, *both;
	guint32 moved;      /* ports with other LIDs than before */
	gint64 reconnected; /* PreviousCase: n_reconnected */
} Answer;

static void report_old(Report *r, const Answer *a)
{
	report_open_object(r, "old_sl", "SLs that connections may have from before");
	report_string(r, "tables", a->old, "");
	report_boolean(r, "new_free", a->now->free, "are the SLs of now alone without a credit loop?");
	report_boolean(r, "old_free", a->then->free, "are those of before alone, over the routes of now?");
	report_integer(r, "pairs_changed_sl", a->both->counts.routes - a->now->counts.routes,
		       "routes of pairs whose SL was another, to be followed on both");
	report_integer(r, "new_dependencies", a->now->dependencies, "between channels, on the SLs of now");
	report_integer(r, "old_dependencies", a->then->dependencies, "on those of before");
	report_integer(r, "dependencies", a->both->dependencies, "on both");
	report_integer(r, "lids_moved", a->moved, "ports that have other LIDs now, taken as if they had kept theirs");
	if (a->reconnected >= 0)
		report_integer(r, "reconnected", (guint64)a->reconnected,
			       "switches and LIDs listed, whose connections have the SLs of now");
	report_close(r);
}

static void add_verdicts(Report *r, const Answer *a)
{
	const LaneCounts *counts = &a->both->counts;
	if (a->both->free)
		report_verdict(r, "No credit loop: packets cannot deadlock, neither on their SL nor on that of %s.",
			       a->old);
	else
		report_verdict(r,
			       "CREDIT LOOP: the %u channels above can wait for each other for ever while connections "
			       "keep the SLs of %s.",
			       a->both->n_cycle, a->old);
	if (!a->now->free)
		report_verdict(r, "The SLs of now have one by themselves.");
	if (!a->then->free)
		report_verdict(r, "The SLs of before have one by themselves, over the routes of now.");
	report_deadlock_classes_verdict(r, a->subject->fabric, a->both);
	if (counts->dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", counts->dropped);
	if (counts->unreachable)
		report_verdict(r,
			       "NOT COMPLETE: %" G_GUINT64_FORMAT
			       " pairs of a source and a LID do not arrive (see sssp-eval routes).",
			       a->now->counts.pairs_lost);
}

static Report *report_of(const Answer *a)
{
	Report *r = report_new("Credit loops of %s with the SLs of %s on %s", a->subject->tables_name, a->old,
			       a->subject->topology_name);
	const Multicast *multicast = a->options->multicast;
	report_boolean(r, "free", a->both->free, "is every virtual lane without a credit loop?");
	report_boolean(r, "reverse", a->options->reverse, "were replies on the SL of the request followed too?");
	report_classes(r, a->subject->fabric);
	report_lane_counts(r, &a->both->counts);
	report_old(r, a);
	report_deadlock_layers(r, a->both);
	if (multicast)
		report_multicast(r, multicast, &a->both->multicast, a->options->mcast_sl);
	report_deadlock_cycle(r, a->subject->fabric, a->both, multicast != NULL);
	report_deadlock_classes(r, a->both);
	add_verdicts(r, a);
	if (multicast)
		report_multicast_verdict(r, multicast, &a->both->multicast);
	return r;
}

static gboolean holds(const Answer *a)
{
	const Multicast *multicast = a->options->multicast;
	return a->both->free && !a->both->counts.dropped && !a->both->multicast.dropped &&
	       (!multicast || (!multicast->loops && !multicast->split));
}

static DeadlockFacts *facts_of(const Lanes *lanes, const DeadlockOptions *o, GError **error)
{
	return deadlock_facts_new(lanes, o->reverse, o->multicast, o->mcast_sl, error);
}

/* The SLs of now and of before, over the tables of now. */
typedef struct {
	PreviousCase *previous; /* NULL: there is no second set */
	Lanes *now, *then;
} Both;

static void both_clear(Both *both)
{
	lanes_free(both->now);
	lanes_free(both->then);
	previous_case_free(both->previous);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Both, both_clear)

static gboolean both_init(Both *both, const Case *subject, const DeadlockOptions *o, GError **error)
{
	PreviousCase *previous = both->previous = subject->second ? previous_case_new(subject, NULL, error) : NULL;
	if (subject->second && !previous)
		return FALSE;
	if (previous && o->reconnected && !previous_case_mark_reconnected(previous, subject, o->reconnected, error))
		return FALSE;
	const PathSl *old_sl = previous ? previous->path_sl : subject->previous_sl;
	both->now = lanes_new_with(subject->paths, subject->path_sl, subject->sl2vl, o->mcast_sl, error);
	both->then = both->now ? lanes_new_with(subject->paths, old_sl, subject->sl2vl, o->mcast_sl, error) : NULL;
	if (!both->then)
		return FALSE;
	both->then->talk = previous ? previous->talk : NULL;
	both->then->closed = previous ? both->then : NULL;
	return TRUE;
}

DeadlockFacts *deadlock_with_previous(const Case *subject, const DeadlockOptions *o, GError **error)
{
	g_auto(Both) sls = {0};
	if (!both_init(&sls, subject, o, error))
		return NULL;
	lanes_join_previous(sls.now, sls.then);
	return facts_of(sls.now, o, error);
}

EvalResult deadlock_previous(const Case *subject, const DeadlockOptions *o, const char *old, Report **report,
			     GError **error)
{
	g_auto(Both) sls = {0};
	if (!both_init(&sls, subject, o, error))
		return EVAL_FAILED;
	g_autoptr(DeadlockFacts) now = facts_of(sls.now, o, error);
	g_autoptr(DeadlockFacts) then = now ? facts_of(sls.then, o, error) : NULL;
	if (!then)
		return EVAL_FAILED;
	lanes_join_previous(sls.now, sls.then);
	g_autoptr(DeadlockFacts) both = facts_of(sls.now, o, error);
	if (!both)
		return EVAL_FAILED;
	Answer answer = {subject,
			 o,
			 old,
			 now,
			 then,
			 both,
			 sls.previous && sls.previous->match ? sls.previous->match->n_moved : 0,
			 sls.previous ? sls.previous->n_reconnected : -1};
	*report = report_of(&answer);
	return holds(&answer) ? EVAL_HOLDS : EVAL_DOES_NOT;
}
