/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * cliff [SPEC] [OPTION..]: see cliff.h. Each case is a process of its own, so that one that crashes, or takes too long,
 * is a line in the list of what falls short; a single SPEC is not, for debuggers.
 */
#include "config.h"

#include "bench/drawn/cliff.h"
#include "core/base/error.h"
#include "formats/output.h"
#include "generator/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char program[] = "cliff";
static const CliffSizes usual = {20, 2000, 12000, 2500}, small = {8, 300, 300, 150};

static struct {
	int seed, from, cases, seconds, limit, budget, jobs;
	gboolean asymmetric, ladder, small, hard, times, list, nue, machines;
	char *rows, *summary;
} options = {.seed = 1, .cases = 500, .limit = 300, .budget = 8, .jobs = 1};

static const GOptionEntry entries[] = {
	{"seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "Other cases", "N"},
	{"from", 0, 0, G_OPTION_ARG_INT, &options.from, "Begin with this case", "N"},
	{"cases", 0, 0, G_OPTION_ARG_INT, &options.cases, "So many (500)", "N"},
	{"seconds", 0, 0, G_OPTION_ARG_INT, &options.seconds, "Begin no case after these; 0: no end", "N"},
	{"jobs", 0, 0, G_OPTION_ARG_INT, &options.jobs, "Cases at a time (1)", "N"},
	{"limit", 0, 0, G_OPTION_ARG_INT, &options.limit, "Seconds for one case (300)", "N"},
	{"rows", 0, 0, G_OPTION_ARG_STRING, &options.rows, "Only cases whose SPEC matches", "REGEX"},
	{"small", 0, 0, G_OPTION_ARG_NONE, &options.small, "At most 150 switches and some 300 hosts", NULL},
	{"machines", 0, 0, G_OPTION_ARG_NONE, &options.machines, "Only shapes of machines: directors, rails, ..", NULL},
	{"hard", 0, 0, G_OPTION_ARG_NONE, &options.hard, "Only lost pairs, loops and the like count", NULL},
	{"times", 0, 0, G_OPTION_ARG_NONE, &options.times, "Bounds of time count too", NULL},
	{"nue", 0, 0, G_OPTION_ARG_NONE, &options.nue, "Beside OpenSM's nue under ibsim, up to 600 hosts", NULL},
	{"list", 0, 0, G_OPTION_ARG_NONE, &options.list, "Say what would be run", NULL},
	{"summary", 0, 0, G_OPTION_ARG_FILENAME, &options.summary, "Write the summary as markdown", "FILE"},
	{"budget", 0, 0, G_OPTION_ARG_INT, &options.budget, "Of a single SPEC: lanes (8)", "N"},
	{"asymmetric", 0, 0, G_OPTION_ARG_NONE, &options.asymmetric, "Of a single SPEC", NULL},
	{"ladder", 0, 0, G_OPTION_ARG_NONE, &options.ladder, "Of a single SPEC: budgets 1 to 8 too", NULL},
	{NULL, 0, 0, 0, NULL, NULL, NULL},
};

/* ---- a process for a case */

static void work(const CliffCase *drawn, int out)
{
	CliffResult result = {0};
	alarm((guint)options.limit);
	cliff_measure(drawn, &result);
	/* smaller than a pipe holds: it goes in one piece */
	_exit(write(out, &result, sizeof result) == sizeof result ? 0 : 1);
}

static void tell_end(CliffResult *result, int status)
{
	memset(result, 0, sizeof *result);
	result->late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
	if (result->late)
		g_snprintf(result->error, sizeof result->error, "not in %d s", options.limit);
	else if (WIFSIGNALED(status))
		g_snprintf(result->error, sizeof result->error, "CRASH: %s", strsignal(WTERMSIG(status)));
	else
		g_snprintf(result->error, sizeof result->error, "CRASH: status %d", WEXITSTATUS(status));
}

static gboolean read_result(CliffResult *result, int in)
{
	gsize have = 0;
	while (have < sizeof *result) {
		gssize n = read(in, (char *)result + have, sizeof *result - have);
		if (n == 0 || (n < 0 && errno != EINTR))
			return FALSE;
		have += n > 0 ? (gsize)n : 0;
	}
	return TRUE;
}

/* A case that runs, or could not be begun: then `result` says why. */
typedef struct {
	CliffCase drawn;
	CliffResult result;
	pid_t child; /* < 0: none */
	int in;      /* where its result comes */
} Running;

static Running *begin_apart(const CliffCase *drawn)
{
	Running *running = g_new0(Running, 1);
	int ends[2];
	running->drawn = *drawn;
	fflush(NULL);
	running->child = pipe(ends) == 0 ? fork() : -1;
	if (running->child < 0) {
		g_snprintf(running->result.error, sizeof running->result.error, "no process: %s", g_strerror(errno));
		return running;
	}
	if (running->child == 0)
		work(drawn, ends[1]);
	close(ends[1]);
	running->in = ends[0];
	return running;
}

static void wait_for(Running *running)
{
	int status = 0;
	if (running->child < 0)
		return;
	gboolean complete = read_result(&running->result, running->in);
	close(running->in);
	while (waitpid(running->child, &status, 0) < 0 && errno == EINTR)
		;
	if (!complete)
		tell_end(&running->result, status);
}

/* ---- cases in a row */

static void report_case(CliffReport *report, const CliffCase *drawn, CliffResult *result)
{
	if (options.nue)
		cliff_nue(drawn, result);
	cliff_line_end(result);
	cliff_report_add(report, drawn, result);
}

/* Reports the case that was begun first, once it is done. */
static void end_first(CliffReport *report, GQueue *cases)
{
	g_autofree Running *running = g_queue_pop_head(cases);
	cliff_line_begin(&running->drawn);
	wait_for(running);
	report_case(report, &running->drawn, &running->result);
}

/* The number of cases run. */
static guint run_drawn(CliffReport *report, const GRegex *rows)
{
	gint64 end = options.seconds ? g_get_monotonic_time() + (gint64)options.seconds * G_USEC_PER_SEC : G_MAXINT64;
	guint from = (guint)options.from, run = 0;
	GQueue cases = G_QUEUE_INIT;
	for (guint i = from; i < from + (guint)options.cases && g_get_monotonic_time() < end; i++) {
		CliffCase drawn =
			cliff_draw((guint32)options.seed, i, options.machines, options.small ? &small : &usual);
		g_autofree char *command = cliff_command(&drawn);
		if (rows && !g_regex_match(rows, drawn.spec, 0, NULL))
			continue;
		if (options.list)
			printf("%s\n", command);
		else
			g_queue_push_tail(&cases, begin_apart(&drawn));
		if (cases.length == (guint)options.jobs)
			end_first(report, &cases);
		run++;
	}
	while (cases.length)
		end_first(report, &cases);
	return run;
}

static guint run_given(CliffReport *report, const char *spec)
{
	CliffResult result = {0};
	CliffCase drawn = {.budget = (guint)options.budget, .asymmetric = options.asymmetric, .ladder = options.ladder};
	g_strlcpy(drawn.spec, spec, sizeof drawn.spec);
	cliff_name_family(&drawn);
	cliff_line_begin(&drawn);
	cliff_measure(&drawn, &result);
	report_case(report, &drawn, &result);
	return 1;
}

static gboolean tell(const CliffReport *report, guint run, GError **error)
{
	g_autofree char *text = cliff_report_text(report);
	printf("\n%s", text);
	if (!options.summary)
		return TRUE;
	g_autofree char *page = g_strdup_printf("## Random fabrics\n\n%u cases of seed %d (`make bench-cliff`).\n\n%s",
						run, options.seed, text);
	return output_write(options.summary, page, strlen(page), error);
}

static int run(const char *spec, GError **error)
{
	guint bounds = 1u << CLIFF_HARD | (guint)!options.hard << CLIFF_QUALITY | (guint)options.times << CLIFF_TIME;
	g_autoptr(GRegex) rows = options.rows && *options.rows ? g_regex_new(options.rows, 0, 0, error) : NULL;
	g_autoptr(CliffReport) report = cliff_report_new(bounds);
	if (options.rows && *options.rows && !rows)
		return CLI_WRONG;
	if (!options.list)
		cliff_line_head();
	guint n = spec ? run_given(report, spec) : run_drawn(report, rows);
	if (!options.list && !tell(report, n, error))
		return CLI_WRONG;
	return cliff_report_short(report) ? CLI_FAILED : CLI_FINE;
}

int main(int argc, char **argv)
{
	g_autoptr(GOptionContext) context = g_option_context_new("[SPEC]");
	g_autoptr(GError) error = NULL;

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		return cli_usage(program, "%s", error->message);
	if (argc > 2 || (argc == 2 && strlen(argv[1]) >= CLIFF_SPEC) || options.budget < 1 ||
	    options.budget > CLIFF_BUDGETS || options.cases < 0 || options.from < 0 || options.jobs < 1)
		return cli_usage(
			program,
			"one SPEC of less than %d characters, budgets of 1 to %d, cases from 0, jobs from 1 on",
			CLIFF_SPEC, CLIFF_BUDGETS);
	int status = run(argc == 2 ? argv[1] : NULL, &error);
	if (error)
		return cli_fail(program, error);
	return status;
}
