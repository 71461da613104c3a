/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A process looks on, and another runs cases until the time is over or one ends it. What fails is printed with the
 * command that runs it again.
 */
#include "formats/input.h"
#include "tests/attack/attack.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SWITCHES = 1500 };

typedef struct {
	gint seed, runs, seconds, least, most, write;
	gboolean light;
	char *base;
	char **files;
} Wanted;

/* What both processes see. */
typedef struct {
	gboolean ended; /* nothing is left to be run */
	gint64 seed;    /* of the case that runs, or the number of its file */
	guint files;    /* so many of these have been run */
	guint cases, failed;
} Shared;

static Wanted wanted = {.seed = 1, .seconds = 10, .least = 2, .most = MOST_SWITCHES, .write = -1};
static Shared *shared;
static gint64 end;
static Fabric *base;
static Tally tally;

static gboolean is_late(void)
{
	return g_get_monotonic_time() >= end || (wanted.runs && shared->seed - wanted.seed >= wanted.runs);
}

static void tell(const char *what)
{
	shared->failed++;
	if (shared->files < (wanted.files ? g_strv_length(wanted.files) : 0))
		printf("FAILS: %s: %s\n", wanted.files[shared->files], what);
	else
		printf("FAILS: --write=%d --least=%d --most=%d%s%s%s: %s\n", (gint)shared->seed, wanted.least,
		       wanted.most, wanted.light ? " --light" : "", wanted.base ? " --base=" : "",
		       wanted.base ? wanted.base : "", what);
	fflush(stdout);
}

static void check_case(const Case *c)
{
	g_autoptr(GString) failure = g_string_new(NULL);
	gint64 begin = g_get_monotonic_time();
	invariants_check(c, &tally, failure);
	shared->cases++;
	if (failure->len)
		tell(failure->str);
	if (g_getenv("SSSP_VERBOSE"))
		fprintf(stderr, "%d: %u switches, %u others, %.2f s\n", (gint)shared->seed,
			case_count(c, FABRIC_SWITCH), c->nodes->len - case_count(c, FABRIC_SWITCH),
			(double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC);
}

static void check_file(const char *path)
{
	g_autofree char *text = NULL;
	if (!g_file_get_contents(path, &text, NULL, NULL)) {
		tell("cannot be read");
		return;
	}
	g_autoptr(Case) c = case_parse(text);
	check_case(c);
}

static void check_seed(guint32 seed)
{
	g_autoptr(Case) c = draw_case(seed, (guint)wanted.least, (guint)wanted.most, wanted.light, base);
	check_case(c);
}

static void print_strategy(gpointer name, gpointer times, gpointer user)
{
	(void)user;
	printf("strategy %s: %u\n", (const char *)name, GPOINTER_TO_UINT(times));
}

static void report(void)
{
	printf("%u cases above %d switches, %u routings right, %u of them above these, %u rerouted, %u with longer "
	       "pairs, %u with management "
	       "ports unproven, %u published routes refused, %" G_GUINT64_FORMAT
	       " pairs, at most %.2f of the steps and %.2f of the bytes allowed\n",
	       tally.large_cases, LARGE_SWITCHES, tally.routings, tally.large, tally.rerouted, tally.longer,
	       tally.unproven, tally.refused, tally.pairs, tally.most_steps, tally.most_bytes);
	g_hash_table_foreach(tally.strategies, print_strategy, NULL);
	fflush(stdout);
}

static void run_cases(void)
{
	guint files = wanted.files ? g_strv_length(wanted.files) : 0;
	tally.strategies = g_hash_table_new(g_str_hash, g_str_equal);
	for (; shared->files < files; shared->files++)
		check_file(wanted.files[shared->files]);
	for (; !is_late(); shared->seed++)
		check_seed((guint32)shared->seed);
	report();
	g_hash_table_destroy(tally.strategies);
	fabric_free(base);
	shared->ended = TRUE;
}

/* Another process after one that died; what it was at counts as failed. */
static gboolean look_on(void)
{
	int status = 0;
	fflush(stdout);
	pid_t child = fork();
	if (child < 0)
		return FALSE;
	if (!child) {
		run_cases();
		exit(EXIT_SUCCESS);
	}
	if (waitpid(child, &status, 0) != child)
		return FALSE;
	if (shared->ended) {
		shared->failed += status != 0;
		return FALSE;
	}
	g_autofree char *how = WIFSIGNALED(status) ? g_strdup_printf("signal %d", WTERMSIG(status))
						   : g_strdup_printf("status %d", WEXITSTATUS(status));
	tell(how);
	if (wanted.files && shared->files < g_strv_length(wanted.files))
		shared->files++;
	else
		shared->seed++;
	return TRUE;
}

static int write_case(void)
{
	g_autoptr(Case) c =
		draw_case((guint32)wanted.write, (guint)wanted.least, (guint)wanted.most, wanted.light, base);
	g_autoptr(GString) text = case_text(c);
	fputs(text->str, stdout);
	return EXIT_SUCCESS;
}

static gboolean read_wanted(int argc, char **argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"seed", 0, 0, G_OPTION_ARG_INT, &wanted.seed, "of the first case [1]", "N"},
		{"seconds", 0, 0, G_OPTION_ARG_INT, &wanted.seconds, "begin no case after so many [10]", "N"},
		{"runs", 0, 0, G_OPTION_ARG_INT, &wanted.runs, "most cases [as many as there is time for]", "N"},
		{"least", 0, 0, G_OPTION_ARG_INT, &wanted.least, "switches [2]", "N"},
		{"most", 0, 0, G_OPTION_ARG_INT, &wanted.most, "switches [1500]", "N"},
		{"light", 0, 0, G_OPTION_ARG_NONE, &wanted.light, "cases that take little time", NULL},
		{"base", 0, 0, G_OPTION_ARG_FILENAME, &wanted.base, "begin with this topology, not with one drawn",
		 "FILE"},
		{"write", 0, 0, G_OPTION_ARG_INT, &wanted.write, "print the case of this seed", "N"},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &wanted.files, "cases to begin with", "CASE.."},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	GOptionContext *context = g_option_context_new(NULL);
	g_option_context_add_main_entries(context, entries, NULL);
	gboolean fine = g_option_context_parse(context, &argc, &argv, error);
	g_option_context_free(context);
	if (fine && wanted.base)
		fine = (base = input_topology(wanted.base, NULL, error)) != NULL;
	return fine;
}

int main(int argc, char **argv)
{
	g_autoptr(GError) error = NULL;
	if (!read_wanted(argc, argv, &error)) {
		fprintf(stderr, "attack: %s\n", error->message);
		return 2;
	}
	if (wanted.write >= 0)
		return write_case();
	end = g_get_monotonic_time() + (gint64)wanted.seconds * G_USEC_PER_SEC;
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	shared->seed = wanted.seed;
	while (look_on())
		;
	printf("%u cases from seed %d on, %u failed\n", shared->cases, wanted.seed, shared->failed);
	return shared->failed ? 1 : 0;
}
