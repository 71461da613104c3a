/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command verify: reads topology, forwarding tables and SL to VL tables of the running fabric into a folder,
 * and judges whether every pair arrives and packets cannot deadlock. It asks for SLs of paths only where the tables are
 * not safe on every SL, or with --ask-sls. At the end it checks whether the fabric has changed.
 */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/command.h"
#include "evaluator/commands/programs.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/tables/verify_report.h"
#include "formats/input.h"
#include "formats/tables/table_names.h"

#include <errno.h>
#include <glib/gstdio.h>

extern const EvalCommand command_verify;

#define MOST_MILLISECONDS 600000

static char *ca, *keep;
static gint64 port, timeout;
static gboolean reverse, ask_sls;

static const GOptionEntry options[] = {
	{"ca", 'C', 0, G_OPTION_ARG_STRING, &ca, "The adapter that asks, as infiniband-diags call it", "NAME"},
	{"port", 'P', 0, G_OPTION_ARG_INT64, &port, "Its port", "N"},
	{"timeout", 't', 0, G_OPTION_ARG_INT64, &timeout, "Milliseconds to wait for an answer", "MS"},
	{"keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, "Leave what was read in a folder", "DIR"},
	{"ask-sls", 0, 0, G_OPTION_ARG_NONE, &ask_sls,
	 "Ask the subnet manager for SLs also where tables are safe on any", NULL},
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{0},
};

static gboolean check(GError **error)
{
	return eval_in_range("--port", port, 0, FABRIC_MAX_PORTS, error) &&
	       eval_in_range("--timeout", timeout, 0, MOST_MILLISECONDS, error);
}

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	const char *wrong = n ? "the running fabric is judged: no files are wanted" : NULL;
	(void)names;
	if (!wrong && (files->psl || files->slvl || files->guid2lid || files->ignore_sl))
		wrong = "SLs, SL to VL tables and LIDs are those of the running fabric: no --psl, --slvl, --guid2lid "
			"or --ignore-sl";
	if (wrong)
		g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_USAGE, wrong);
	files->topology = "the running fabric";
	return !wrong;
}

/* What is read from the running fabric, and where its progress is shown. */
typedef struct {
	LiveRead read;
	LiveHow how;
	Progress progress;
	const EvalSession *session;
	LiveRow sl2vl, sls;
} Live;

static void say(const Live *live, const char *doing)
{
	progress_say(doing, live->session->show_progress);
}

static char *path_of(const Live *live, const char *name)
{
	return g_build_filename(live->read.folder, name, NULL);
}

static Case *read_case(const CaseFiles *common, const Live *live, GError **error)
{
	g_autofree char *topology = path_of(live, LIVE_TOPOLOGY), *tables = path_of(live, TABLES_LFTS);
	CaseFiles files = {.topology = topology,
			   .tables = tables,
			   .name_map = common->name_map,
			   .aggregation = common->aggregation,
			   .all_endpoints = common->all_endpoints};
	Case *subject = case_read(&files, live->session->log, live->session->warnings, error);
	if (subject)
		subject->topology_name = subject->tables_name = "the running fabric";
	return subject;
}

static gboolean read_sl2vl(Live *live, Case *c, GError **error)
{
	g_autofree char *path = path_of(live, TABLES_SLVL);
	live->progress = (Progress)PROGRESS_START("SL to VL tables");
	gboolean told = live_read_sl2vl(&live->read, c->fabric, c->lft, &live->sl2vl, error);
	progress_clear(&live->progress);
	return told && (c->sl2vl = input_slvl(path, c->fabric, live->session->log, error));
}

static gboolean read_sls(Live *live, Case *c, GError **error)
{
	g_autofree char *path = path_of(live, TABLES_PSL);
	live->progress = (Progress)PROGRESS_START("SLs of paths");
	gboolean told = live_read_sls(&live->read, c->fabric, c->lft, &live->sls, error);
	progress_clear(&live->progress);
	return told && (c->path_sl = input_psl_for(path, c->fabric, live->session->log, error));
}

/*
 * Whether packets on any SL arrive and cannot deadlock, so that the SL of no path need be known. `deadlock --any-sl`
 * asks for less: an SL that is sent to VL 15 makes no difference to its exit status, as sssp-eval-deadlock(1) promises.
 * Here it does, as a path may be on it.
 */
static gboolean is_safe_on_any(const AnySlFacts *any)
{
	guint64 dropped = 0;
	for (guint sl = 0; sl < SL_COUNT; sl++)
		dropped += any->sl[sl].dropped;
	return any->all->free && !dropped;
}

static EvalResult tell(const Live *live, const Case *c, const DeadlockFacts *loops, gboolean any_sl, Report **report,
		       GError **error)
{
	VerifyFacts f = {.subject = c, .loops = loops, .sl2vl = &live->sl2vl, .sls = &live->sls, .any_sl = any_sl};
	g_autoptr(RouteFacts) routes = route_facts_new(c->paths, error);
	f.routes = routes;
	if (!routes || !live_is_the_same(&live->read, &f.same, error))
		return EVAL_FAILED;
	*report = verify_report(&f);
	return verify_is_sound(&f) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

static EvalResult verify_tables(Live *live, Case *c, Report **report, GError **error)
{
	g_autoptr(AnySlFacts) any = any_sl_facts_new(c->paths, c->sl2vl, NULL, 0, error);
	if (!any)
		return EVAL_FAILED;
	if (!ask_sls && is_safe_on_any(any))
		return tell(live, c, any->all, TRUE, report, error);
	say(live, "asking for SLs");
	if (!read_sls(live, c, error))
		return EVAL_FAILED;
	g_autoptr(Lanes) lanes = lanes_new(c->paths, c->path_sl, c->sl2vl, error);
	g_autoptr(DeadlockFacts) loops = lanes ? deadlock_facts_new(lanes, reverse, NULL, 0, error) : NULL;
	return loops ? tell(live, c, loops, FALSE, report, error) : EVAL_FAILED;
}

static EvalResult verify(const CaseFiles *files, Live *live, Report **report, GError **error)
{
	say(live, "reading topology and forwarding tables");
	if (!live_read_tables(&live->read, error))
		return EVAL_FAILED;
	g_autoptr(Case) subject = read_case(files, live, error);
	say(live, "asking for SL to VL tables");
	return subject && read_sl2vl(live, subject, error) ? verify_tables(live, subject, report, error) : EVAL_FAILED;
}

/* Makes the folder of --keep. FALSE with an error, also when tables lie in it already. */
static gboolean begin_keeping(GError **error)
{
	g_autofree char *there = g_build_filename(keep, TABLES_LFTS, NULL);
	if (g_file_test(there, G_FILE_TEST_EXISTS))
		return sssp_error_usage(error, "--keep: %s is there already", there);
	if (g_mkdir_with_parents(keep, 0777) == 0)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: %s", keep, g_strerror(errno));
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	if (keep && !begin_keeping(error))
		return EVAL_FAILED;
	char *folder = NULL;
	if (!keep && !programs_folder(&folder, error))
		return EVAL_FAILED;
	Live live = {.how = {ca, (guint)port, (guint)timeout}, .session = session};
	live.read = (LiveRead){&live.how, keep ? keep : folder, session->show_progress ? progress_draw : NULL,
			       &live.progress};
	EvalResult result = verify(files, &live, report, error);
	live_row_clear(&live.sl2vl);
	live_row_clear(&live.sls);
	programs_end(folder);
	return result;
}

const EvalCommand command_verify = {
	.name = "verify",
	.summary = "the running fabric: does every pair arrive, and can nothing deadlock?",
	.options = options,
	.check = check,
	.arguments = "",
	.take = take_arguments,
	.answer = answer,
};
