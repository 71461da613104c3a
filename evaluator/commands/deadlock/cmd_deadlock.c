/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command deadlock: finds out whether packets can deadlock on the routes of a set of tables. It looks for a
 * cycle of channel dependencies on the virtual lanes. With a second set (--with) it looks in each set alone and in both
 * joined, where switches may have entries of either. --old-sl and --any-sl ask other questions (deadlock_more.h).
 */
#include "core/base/error.h"
#include "evaluator/commands/command.h"
#include "evaluator/commands/deadlock/deadlock_more.h"
#include "evaluator/commands/idle.h"
#include "evaluator/deadlock/deadlock.h"
#include "evaluator/report/figures.h"
#include "evaluator/deadlock/multicast.h"

extern const EvalCommand command_deadlock;

static gboolean reverse, any_sl, require_sl;
static char *mcast_file;
static gint mcast_sl;
static TableFiles *second_files, *old_files;
static char *old_sl, *old_topology, *reconnected;

static gboolean take_with(const char *option, const char *value, gpointer data, GError **error)
{
	(void)option, (void)data;
	table_files_free(second_files);
	second_files = table_files_new(value, FALSE, error);
	return second_files != NULL;
}

/* A folder of tables, or a file of SLs. */
static gboolean take_old(const char *option, const char *value, gpointer data, GError **error)
{
	(void)option, (void)data;
	g_clear_pointer(&old_files, table_files_free);
	g_free(old_sl);
	old_sl = g_strdup(value);
	if (g_file_test(value, G_FILE_TEST_IS_DIR))
		old_files = table_files_new(value, FALSE, error);
	return old_files || !g_file_test(value, G_FILE_TEST_IS_DIR);
}

static const GOptionEntry options[] = {
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{"mcast", 0, 0, G_OPTION_ARG_FILENAME, &mcast_file,
	 "Evaluate these multicast tables too, together with the routes (opensm.mcfdbs)", "FILE"},
	{"mcast-sl", 0, 0, G_OPTION_ARG_INT, &mcast_sl, "SL of multicast packets (0)", "SL"},
	{"with", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, take_with,
	 "May NEW replace TABLES while packets are on their way? A file or folder, with ,psl=FILE ,slvl=FILE", "NEW"},
	{"old-sl", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, take_old,
	 "May connections keep the SLs that they had by OLD? A folder of tables, or a file of SLs", "OLD"},
	{"from-topology", 0, 0, G_OPTION_ARG_FILENAME, &old_topology, "The topology that the folder OLD was for",
	 "FILE"},
	{"reconnected", 0, 0, G_OPTION_ARG_FILENAME, &reconnected,
	 "Connections opened again since, which have no SL by the folder OLD any more (sssp.reconnect)", "FILE"},
	{"require-sl", 0, 0, G_OPTION_ARG_NONE, &require_sl,
	 "No verdict, but status 2, where no SLs were given and there is a credit loop with all paths on SL 0", NULL},
	{"any-sl", 0, 0, G_OPTION_ARG_NONE, &any_sl, "May applications use any SLs, whatever paths have?", NULL},
	{0},
};

static gboolean check(GError **error)
{
	if ((second_files != NULL) + (old_sl != NULL) + any_sl > 1)
		return sssp_error_usage(error, "--with, --old-sl and --any-sl are different questions: ask one");
	if (any_sl && reverse)
		return sssp_error_usage(error, "--any-sl has replies on every SL: no --reverse");
	if ((old_topology || reconnected) && !old_files)
		return sssp_error_usage(error, "--%s belongs to --old-sl with a folder of tables",
					old_topology ? "from-topology" : "reconnected");
	if (mcast_sl >= 0 && mcast_sl < SL_COUNT)
		return TRUE;
	return sssp_error_usage(error, "--mcast-sl takes an SL, 0 to %d", SL_COUNT - 1);
}

static void name_files(CaseFiles *files)
{
	files->mcast = mcast_file;
	files->judges_mcast = TRUE;
	files->any_sl = any_sl;
	files->second = second_files ? second_files : old_files;
	files->second_topology = old_topology;
	files->previous_psl = old_files ? NULL : old_sl;
	files->reconnected = reconnected;
}

/* Whether all paths were taken to be on SL 0 because no SLs were given. */
#define NO_SLS " No SLs were given: all paths were taken to be on SL 0."
static gboolean lacks_sls(const Case *subject)
{
	return !subject->path_sl && !subject->ignore_sl;
}

/* What was found of the tables, and of a second set and of both together where one was given. */
typedef struct {
	const Case *subject;
	const Multicast *multicast; /* NULL: none */
	const DeadlockFacts *these;
	const DeadlockFacts *second, *both; /* NULL: no second set */
} Answer;

static void judge_coexistence(Report *r, const Answer *a)
{
	const char *old = a->subject->tables_name, *new = a->subject->second->tables_name;
	const DeadlockFacts *both = a->both;
	if (both->free)
		report_verdict(
			r,
			"No credit loop: packets cannot deadlock while entries of %s replace those of %s, one by "
			"one and in any order.",
			new, old);
	else
		report_verdict(
			r, "CREDIT LOOP: the %u channels above can wait for each other for ever while %s replaces %s.",
			both->n_cycle, new, old);
	if (!a->these->free)
		report_verdict(r, "The old tables, %s, have one by themselves.%s", old,
			       lacks_sls(a->subject) ? NO_SLS : "");
	if (!a->second->free)
		report_verdict(r, "The new tables, %s, have one by themselves.%s", new,
			       lacks_sls(a->subject->second) ? NO_SLS : "");
	if (both->counts.lids_lost)
		report_verdict(r, "Packets to %u LIDs can get lost on the way meanwhile.", both->counts.lids_lost);
}

static void judge_counts(Report *r, const char *tables, const LaneCounts *counts)
{
	if (counts->dropped)
		report_verdict(r, "%sDROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", tables,
			       counts->dropped);
	if (counts->unreachable)
		report_verdict(r,
			       "%sNOT COMPLETE: %" G_GUINT64_FORMAT " pairs of a source and a LID do not arrive (see "
			       "sssp-eval routes).",
			       tables, counts->pairs_lost);
}

static void add_verdicts(Report *r, const Answer *a)
{
	if (a->both)
		judge_coexistence(r, a);
	else if (a->these->free)
		report_verdict(r, "No credit loop: packets cannot deadlock.");
	else
		report_verdict(r, "CREDIT LOOP: the %u channels above can wait for each other for ever.%s",
			       a->these->n_cycle, lacks_sls(a->subject) ? NO_SLS : "");
	if (a->subject->sl_of_others || (a->second && a->subject->second->sl_of_others))
		report_verdict(r, "The SLs that were given are those of other tables, by the digest in them.");
	report_deadlock_classes_verdict(r, a->subject->fabric, a->both ? a->both : a->these);
	judge_counts(r, "", &a->these->counts);
	if (a->second) {
		g_autofree char *name = g_strdup_printf("%s: ", a->subject->second->tables_name);
		judge_counts(r, name, &a->second->counts);
	}
}

/* Reports the second set alone, and both sets joined. */
static void report_with(Report *r, const Answer *a)
{
	report_open_object(r, "with", "the tables that replace these");
	report_string(r, "tables", a->subject->second->tables_name, "");
	report_boolean(r, "old_free", a->these->free, "are the first tables alone without a credit loop?");
	report_boolean(r, "new_free", a->second->free, "are the second ones?");
	report_lane_counts(r, &a->second->counts);
	report_integer(r, "old_dependencies", a->these->dependencies, "between channels, by the first tables");
	report_integer(r, "new_dependencies", a->second->dependencies, "by the second ones");
	report_integer(r, "dependencies", a->both->dependencies, "by both and every mixture");
	report_integer(r, "lids_lost", a->both->counts.lids_lost, "LIDs that mixtures lose packets to");
	report_close(r);
}

static void report_facts(Report *r, const Answer *a)
{
	const DeadlockFacts *facts = a->both ? a->both : a->these;
	report_boolean(r, "free", facts->free, "is every virtual lane without a credit loop?");
	report_boolean(r, "reverse", reverse, "were replies on the SL of the request followed too?");
	if (a->subject->ignore_sl)
		report_boolean(r, "ignore_sl", TRUE, "all packets are on SL 0");
	else if (!a->these->free && !a->subject->path_sl)
		report_boolean(r, "sls_given", FALSE, "all paths are taken to be on SL 0");
	report_classes(r, a->subject->fabric);
	report_lane_counts(r, &a->these->counts);
	if (a->both)
		report_with(r, a);
	report_deadlock_layers(r, facts);
	if (a->multicast)
		report_multicast(r, a->multicast, &facts->multicast, (guint)mcast_sl);
	report_deadlock_cycle(r, a->subject->fabric, facts, a->multicast != NULL);
	report_deadlock_classes(r, facts);
	add_verdicts(r, a);
	if (a->multicast)
		report_multicast_verdict(r, a->multicast, &facts->multicast);
}

static gboolean holds(const Answer *a)
{
	const DeadlockFacts *facts = a->both ? a->both : a->these;
	return facts->free && !a->these->counts.dropped && (!a->second || !a->second->counts.dropped) &&
	       !facts->multicast.dropped && (!a->multicast || (!a->multicast->loops && !a->multicast->split));
}

static Lanes *lanes_of(const Case *subject, GError **error)
{
	return lanes_new_with(subject->paths, subject->path_sl, subject->sl2vl, (guint)mcast_sl, error);
}

static DeadlockFacts *facts_of(const Lanes *lanes, const Multicast *multicast, GError **error)
{
	return lanes ? deadlock_facts_new(lanes, reverse, multicast, (guint)mcast_sl, error) : NULL;
}

static Report *report_of(const Answer *a)
{
	Report *r =
		a->second ? report_new("Credit loops of %s with %s on %s", a->subject->tables_name,
				       a->subject->second->tables_name, a->subject->topology_name)
			  : report_new("Credit loops of %s on %s", a->subject->tables_name, a->subject->topology_name);
	report_facts(r, a);
	return r;
}

/* FALSE with an error: with --require-sl there is no verdict on a credit loop without SLs. */
static gboolean can_tell(const Case *subject, const DeadlockFacts *facts, GError **error)
{
	if (!require_sl || facts->free || !lacks_sls(subject))
		return TRUE;
	return sssp_error_set(
		error, SSSP_ERROR_INPUT,
		"%s: no SLs were given, and with all paths on SL 0 there is a credit loop: nobody can tell without",
		subject->tables_name);
}

/* The tables alone are judged before they are joined with the second ones. */
static EvalResult run(const Case *subject, Report **report, GError **error)
{
	g_autoptr(Multicast) multicast = subject->mft ? multicast_new(subject->paths, subject->mft, error) : NULL;
	if (subject->mft && !multicast)
		return EVAL_FAILED;
	if (mcast_sl && !multicast)
		idle_say(subject, "--mcast-sl", "no multicast tables were given (--mcast)");
	const DeadlockOptions how = {reverse, multicast, (guint)mcast_sl, reconnected};
	if (old_sl)
		return deadlock_previous(subject, &how, old_sl, report, error);
	if (any_sl)
		return deadlock_any(subject, &how, report, error);
	g_autoptr(Lanes) lanes = lanes_of(subject, error);
	g_autoptr(DeadlockFacts) these = facts_of(lanes, multicast, error);
	if (!these || !can_tell(subject, these, error))
		return EVAL_FAILED;
	g_autoptr(Lanes) second_lanes = subject->second ? lanes_of(subject->second, error) : NULL;
	g_autoptr(DeadlockFacts) second = facts_of(second_lanes, multicast, error);
	gboolean joined = second && lanes_join(lanes, second_lanes, error);
	g_autoptr(DeadlockFacts) both = joined ? facts_of(lanes, multicast, error) : NULL;
	if (subject->second && (!both || !can_tell(subject->second, second, error)))
		return EVAL_FAILED;
	Answer answer = {subject, multicast, these, second, both};
	*report = report_of(&answer);
	return holds(&answer) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_deadlock = {
	.name = "deadlock",
	.summary = "is every virtual lane free of credit loops?",
	.options = options,
	.check = check,
	.name_files = name_files,
	.run = run,
};
