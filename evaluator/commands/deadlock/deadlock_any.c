/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports credit loops where packets may be on any SL, whatever SLs paths have (any_sl.h). There are two answers: with
 * all pairs on one SL, a row for each of the 16; and with each pair on every SL, by virtual lane, with the channels of
 * a loop if there is one.
 */
#include "evaluator/commands/deadlock/deadlock_more.h"

#include "evaluator/deadlock/any_sl.h"
#include "evaluator/report/figures.h"

static void report_sls(Report *r, const AnySlFacts *facts)
{
	report_open_array(r, "sls",
			  "all pairs on one SL; same_as: what is mapped to VLs like another SL is judged once");
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		report_row(r, COUNT("sl", sl), COUNT("same_as", facts->sl[sl].same_as),
			   FLAG("free", facts->sl[sl].free), COUNT("routes", facts->sl[sl].routes),
			   COUNT("dropped", facts->sl[sl].dropped));
	}
	report_close(r);
}

/* Numbers of the SLs with a property, with ", " between them. */
static char *list_sls(const AnySlFacts *facts, gboolean (*has)(const AnySl *sl))
{
	g_autoptr(GString) list = g_string_new(NULL);
	for (guint sl = 0; sl < SL_COUNT; sl++)
		if (has(&facts->sl[sl]))
			g_string_append_printf(list, "%s%u", list->len ? ", " : "", sl);
	return g_string_free(g_steal_pointer(&list), FALSE);
}

static gboolean is_looped(const AnySl *sl)
{
	return !sl->free;
}

static gboolean is_dropped(const AnySl *sl)
{
	return sl->dropped != 0;
}

static void add_verdicts(Report *r, const Case *subject, const AnySlFacts *facts)
{
	g_autofree char *looped = list_sls(facts, is_looped);
	g_autofree char *dropped = list_sls(facts, is_dropped);
	if (facts->all->free)
		report_verdict(r, "No credit loop: packets cannot deadlock, whatever SLs applications use.");
	else
		report_verdict(r,
			       "CREDIT LOOP: the %u channels above can wait for each other for ever when applications "
			       "do not use the SLs of the paths.",
			       facts->all->n_cycle);
	if (*looped)
		report_verdict(r, "All pairs on one SL have a credit loop on SL %s.", looped);
	else if (!facts->all->free)
		report_verdict(r, "All pairs on one SL have none, whichever it is: the loop needs several SLs.");
	report_deadlock_classes_verdict(r, subject->fabric, facts->all);
	if (*dropped)
		report_verdict(r, "Packets on SL %s are sent to VL 15 somewhere: these SLs cannot be used by all.",
			       dropped);
}

/*
 * Holds if no lane has a credit loop, each multicast group is a tree, and no multicast packet is sent to VL 15. Routes
 * that are dropped on some SL (the VL of SL 15 is 15 where a switch has no table) are said and make no difference, as
 * sssp-eval-deadlock(1) promises: the question is whether packets can wait for each other. `verify` asks for more.
 */
EvalResult deadlock_any(const Case *subject, const DeadlockOptions *o, Report **report, GError **error)
{
	g_autoptr(AnySlFacts) facts =
		any_sl_facts_new(subject->paths, subject->sl2vl, o->multicast, o->mcast_sl, error);
	if (!facts)
		return EVAL_FAILED;
	Report *r = *report =
		report_new("Credit loops of %s on %s on any SL", subject->tables_name, subject->topology_name);
	report_boolean(r, "free", facts->all->free, "is every virtual lane without a credit loop, on any SLs?");
	report_boolean(r, "any_sl", TRUE, "packets may be on any SL, whatever paths have");
	report_classes(r, subject->fabric);
	report_lane_counts(r, &facts->all->counts);
	report_sls(r, facts);
	report_deadlock_layers(r, facts->all);
	if (o->multicast)
		report_multicast(r, o->multicast, &facts->all->multicast, o->mcast_sl);
	report_deadlock_cycle(r, subject->fabric, facts->all, o->multicast != NULL);
	report_deadlock_classes(r, facts->all);
	add_verdicts(r, subject, facts);
	if (o->multicast)
		report_multicast_verdict(r, o->multicast, &facts->all->multicast);
	gboolean trees = !o->multicast || (!o->multicast->loops && !o->multicast->split);
	return facts->all->free && trees && !facts->all->multicast.dropped ? EVAL_HOLDS : EVAL_DOES_NOT;
}
