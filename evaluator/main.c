/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sssp-eval: chooses the command, reads what it judges, prints what it found. The thinking is in the commands' modules.
 */
#include "config.h"

#include "core/error.h"
#include "evaluator/case.h"
#include "evaluator/command.h"

#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#define EXIT_UNUSABLE 2 /* usage error or unreadable input */

static gboolean quiet, json, version;
static CaseFiles files;

static const GOptionEntry common[] = {
	{"psl", 0, 0, G_OPTION_ARG_FILENAME, &files.psl, "SLs of the paths (sssp.psl)", "FILE"},
	{"slvl", 0, 0, G_OPTION_ARG_FILENAME, &files.slvl, "SL to VL tables of the switches (sssp.slvl)", "FILE"},
	{"guid2lid", 0, 0, G_OPTION_ARG_FILENAME, &files.guid2lid,
	 "LIDs of the ports (the file guid2lid beside TABLES, when TOPOLOGY has no LID)", "FILE"},
	{"json", 0, 0, G_OPTION_ARG_NONE, &json, "Print one JSON object", NULL},
	{"quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "No warnings, no progress", NULL},
	{"version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL},
	{0},
};

static int print_version(void)
{
	printf("sssp-eval (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
	return 0;
}

static int print_usage(FILE *stream, int status)
{
	fprintf(stream, "Usage: sssp-eval COMMAND TOPOLOGY TABLES [OPTION...]\n\n"
			"Judges InfiniBand forwarding tables. Commands:\n");
	for (guint i = 0; eval_commands[i]; i++)
		fprintf(stream, "  %-10s %s\n", eval_commands[i]->name, eval_commands[i]->summary);
	fprintf(stream, "\nsssp-eval COMMAND --help lists a command's options; sssp-eval(1) explains the figures.\n");
	return status;
}

/* FALSE: `message` said what is wrong. */
static gboolean complain(const char *message)
{
	fprintf(stderr, "sssp-eval: %s\n", message);
	return FALSE;
}

/* Takes options and file names of a command out of the arguments; argv[0] is the command. */
static gboolean parse(const EvalCommand *command, int argc, char **argv)
{
	g_autoptr(GOptionContext) context = g_option_context_new("TOPOLOGY TABLES");
	g_autofree char *program = g_strdup_printf("sssp-eval %s", command->name);
	g_autoptr(GError) error = NULL;
	char **arguments = argv;
	g_set_prgname(program);
	g_option_context_set_summary(context, command->summary);
	g_option_context_add_main_entries(context, common, NULL);
	if (command->options)
		g_option_context_add_main_entries(context, command->options, NULL);
	if (!g_option_context_parse(context, &argc, &arguments, &error))
		return complain(error->message);
	if (version)
		return TRUE;
	if (argc != 3)
		return complain("two files are needed: TOPOLOGY TABLES");
	files.topology = arguments[1];
	files.tables = arguments[2];
	if (command->name_files)
		command->name_files(&files);
	return !command->check || command->check(&error) || complain(error->message);
}

/* What is wrong with a file starts with its name and line already. */
static void complain_of(const GError *error)
{
	if (g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT) || g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO))
		fprintf(stderr, "%s\n", error->message);
	else
		complain(error->message);
}

static void warn(const ParseLog *log, const GString *warnings)
{
	g_autofree char *summary = parse_log_summary(log);
	if (!quiet)
		fprintf(stderr, "%s%s", summary, warnings->str);
}

static gboolean print_report(const Report *report)
{
	g_autofree char *text = json ? report_json(report) : report_text(report);
	if (fputs(text, stdout) >= 0 && fflush(stdout) == 0)
		return TRUE;
	perror("sssp-eval: standard output");
	return FALSE;
}

static int judge(const EvalCommand *command)
{
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(GString) warnings = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(Report) report = NULL;
	g_autoptr(Case) subject = case_read(&files, log, warnings, &error);
	warn(log, warnings);
	if (!subject) {
		complain_of(error);
		return EXIT_UNUSABLE;
	}
	subject->show_progress = !quiet && isatty(STDERR_FILENO);
	EvalResult result = command->run(subject, &report, &error);
	if (result == EVAL_FAILED)
		complain_of(error);
	if (result == EVAL_FAILED || !print_report(report))
		return EXIT_UNUSABLE;
	return result == EVAL_HOLDS ? 0 : 1;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	setlocale(LC_CTYPE, ""); /* for the texts of GOption; numbers keep their point */
	if (g_str_equal(name, "--version"))
		return print_version();
	if (g_str_equal(name, "--help") || g_str_equal(name, "-h"))
		return print_usage(stdout, 0);
	const EvalCommand *command = eval_command_find(name);
	if (!command) {
		if (*name)
			fprintf(stderr, "sssp-eval: there is no command '%s'\n", name);
		return print_usage(stderr, EXIT_UNUSABLE);
	}
	if (!parse(command, argc - 1, argv + 1))
		return EXIT_UNUSABLE;
	return version ? print_version() : judge(command);
}
