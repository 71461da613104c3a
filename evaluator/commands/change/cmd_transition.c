/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command transition: reports whether two sets of tables may be mixed while one replaces the other, so that no
 * packet loops, gets lost or deadlocks. A Case holds both: the new set, and the old one as its `second` set
 * (previous_case.h).
 */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/change/transition_judge.h"

extern const EvalCommand command_transition;

static gboolean reverse, first_stage;
static char *old_topology, *reconnected, *mcast_file, *old_mcast_file;
static gint mcast_sl;
static TableFiles *old_files, *new_files;

static const GOptionEntry options[] = {
	{"from-topology", 0, 0, G_OPTION_ARG_FILENAME, &old_topology, "The topology that OLD was for (TOPOLOGY)",
	 "FILE"},
	{"reconnected", 0, 0, G_OPTION_ARG_FILENAME, &reconnected,
	 "Connections opened again since, whose SLs by OLD nobody uses any more (sssp.reconnect)", "FILE"},
	{"first-stage", 0, 0, G_OPTION_ARG_NONE, &first_stage,
	 "NEW is the first phase of an update, and has the SLs of OLD for the connections that --reconnected lists",
	 NULL},
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{"mcast", 0, 0, G_OPTION_ARG_FILENAME, &mcast_file, "Multicast tables of NEW (opensm.mcfdbs)", "FILE"},
	{"old-mcast", 0, 0, G_OPTION_ARG_FILENAME, &old_mcast_file, "Multicast tables of OLD", "FILE"},
	{"mcast-sl", 0, 0, G_OPTION_ARG_INT, &mcast_sl, "SL of multicast packets (0)", "SL"},
	{0},
};

static gboolean check(GError **error)
{
	if (first_stage && !reconnected)
		return sssp_error_usage(error, "--first-stage goes with --reconnected");
	return eval_in_range("--mcast-sl", mcast_sl, 0, SL_COUNT - 1, error);
}

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 3)
		return sssp_error_usage(error, "three names are needed: TOPOLOGY OLD NEW");
	if (files->psl || files->slvl)
		return sssp_error_usage(error, "SLs belong to OLD or NEW: OLD,psl=FILE");
	files->topology = names[0];
	old_files = table_files_new(names[1], FALSE, error);
	new_files = old_files ? table_files_new(names[2], FALSE, error) : NULL;
	return new_files != NULL;
}

static Case *read_both(const CaseFiles *common, const EvalSession *session, GError **error)
{
	CaseFiles files = case_name_both(common, old_files, new_files);
	files.judges_mcast = TRUE;
	files.mcast = mcast_file;
	files.second_topology = old_topology;
	files.second_mcast = old_mcast_file;
	files.reconnected = reconnected;
	return case_read(&files, session->log, session->warnings, error);
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Case) now = read_both(files, session, error);
	if (now)
		now->notes = session->warnings;
	g_autoptr(PreviousCase) previous = now ? previous_case_new(now, session->warnings, error) : NULL;
	if (previous)
		previous->is_first_phase = first_stage;
	if (previous && reconnected && !previous_case_mark_reconnected(previous, now, reconnected, error))
		return EVAL_FAILED;
	g_autoptr(TransitionJudgement) judgement =
		previous ? transition_judge(now, previous, reverse, (guint)mcast_sl, error) : NULL;
	if (!judgement)
		return EVAL_FAILED;
	*report = transition_report(&judgement->facts);
	return transition_is_safe(&judgement->facts) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_transition = {
	.name = "transition",
	.summary = "may one set of tables replace another while packets are on their way?",
	.options = options,
	.check = check,
	.arguments = "TOPOLOGY OLD[,psl=FILE][,slvl=FILE] NEW[,psl=FILE][,slvl=FILE]",
	.take = take_arguments,
	.answer = answer,
};
