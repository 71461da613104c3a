/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs sssp-eval: finds the command, parses its options, reads fabric and tables, lets the command evaluate them, and
 * prints the report. Some commands read their files themselves. All computing is in the files of the commands
 * (evaluator/commands).
 */
#include "config.h"

#include "core/base/error.h"
#include "core/base/near.h"
#include "core/base/printable.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/command.h"
#include "evaluator/commands/form.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/team.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXIT_UNUSABLE 2 /* usage error or unreadable input */

/* Characters that a shell takes as they are. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_"

static gboolean quiet, version;
static CaseFiles files;
static TableFiles *tables;  /* what TABLES of the command line names */
static const EbbTeam *team; /* NULL: this process alone */

static const GOptionEntry common[] = {
	{"psl", 0, 0, G_OPTION_ARG_FILENAME, &files.psl, "SLs of the paths (sssp.psl)", "FILE"},
	{"slvl", 0, 0, G_OPTION_ARG_FILENAME, &files.slvl, "SL to VL tables of the switches (sssp.slvl)", "FILE"},
	{"guid2lid", 0, 0, G_OPTION_ARG_FILENAME, &files.guid2lid,
	 "LIDs of the ports (the file guid2lid beside TABLES, when TOPOLOGY has no LID)", "FILE"},
	{"node-name-map", 0, 0, G_OPTION_ARG_FILENAME, &files.name_map,
	 "Names for the nodes of TOPOLOGY, as for ibnetdiscover", "FILE"},
	{"aggregation-guids", 0, 0, G_OPTION_ARG_FILENAME, &files.aggregation,
	 "The adapters listed in FILE are aggregation nodes, whatever they are called", "FILE"},
	{"ignore-sl", 0, 0, G_OPTION_ARG_NONE, &files.ignore_sl,
	 "All packets but multicast are on SL 0, whatever SLs paths have", NULL},
	{"all-endpoints", 0, 0, G_OPTION_ARG_NONE, &files.all_endpoints,
	 "Measure over aggregation nodes too, not only hosts", NULL},
	FORM_ENTRIES,
	{"quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "No warnings, no progress", NULL},
	{"version", 'V', 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL},
	{0},
};

static int print_version(void)
{
	printf("sssp-eval (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
	return 0;
}

static int print_usage(FILE *stream, int status)
{
	fprintf(stream, "Usage: sssp-eval COMMAND TOPOLOGY TABLES [OPTION...]\n"
			"       sssp-eval compare TOPOLOGY NAME=TABLES... [OPTION...]\n\n"
			"Evaluates InfiniBand forwarding tables. Commands:\n");
	for (guint i = 0; eval_commands[i]; i++)
		fprintf(stream, "  %-10s %s\n", eval_commands[i]->name, eval_commands[i]->summary);
	fprintf(stream, "\nsssp-eval COMMAND --help lists a command's options; sssp-eval(1) explains the figures.\n");
	return status;
}

/* Prints a message without unprintable characters: it may quote files and arguments. */
static void print_clean(const char *message, const char *end)
{
	g_autofree char *clean = g_strdup(message);
	printable(clean, "\n");
	fprintf(stderr, "%s%s", clean, end);
}

/* Prints an error message. Returns FALSE, for a caller to return. */
static gboolean complain(const char *message)
{
	fputs("sssp-eval: ", stderr);
	print_clean(message, "\n");
	return FALSE;
}

static gboolean take_two(guint n, char **names, GError **error)
{
	if (n != 2)
		return sssp_error_usage(error, "two files are needed: TOPOLOGY TABLES");
	files.topology = names[0];
	files.tables = names[1];
	return TRUE;
}

/* Takes the arguments that are no options. TABLES may be a folder, and may have files of SLs or LIDs beside them. */
static gboolean take_names(const EvalCommand *command, guint n, char **names, GError **error)
{
	if (!(command->take ? command->take(n, names, &files, error) : take_two(n, names, error)))
		return FALSE;
	if (files.topology && g_file_test(files.topology, G_FILE_TEST_IS_DIR))
		return sssp_error_usage(error, "%s: a folder where a topology is wanted: are the arguments exchanged?",
					files.topology);
	if (!files.tables)
		return TRUE;
	tables = table_files_new(files.tables, FALSE, error);
	if (tables)
		case_name_tables(&files, tables);
	return tables != NULL;
}

/* The names that a command knows, one a line below a heading. */
static char *list_names(const EvalCommand *command)
{
	g_autofree char *names = command->names();
	g_auto(GStrv) parts = g_strsplit(names, ", ", -1);
	g_autofree char *lines = g_strjoinv("\n  ", parts);
	return g_strdup_printf("%s:\n  %s", command->names_are, lines);
}

/* Whether a command has an option -o of its own. */
static gboolean writes_itself(const EvalCommand *command)
{
	for (const GOptionEntry *entry = command->options; entry && entry->long_name; entry++)
		if (entry->short_name == 'o')
			return TRUE;
	return FALSE;
}

/* Takes options and file names of a command out of the arguments; argv[0] is the command. */
static gboolean parse(const EvalCommand *command, int argc, char **argv)
{
	g_autoptr(GOptionContext) context =
		g_option_context_new(command->arguments ? command->arguments : "TOPOLOGY TABLES");
	g_autofree char *program = g_strdup_printf("sssp-eval %s", command->name);
	g_autoptr(GError) error = NULL;
	char **arguments = argv;
	g_set_prgname(program);
	g_option_context_set_summary(context, command->summary);
	g_autofree char *names = command->names ? list_names(command) : NULL;
	g_option_context_set_description(context, names);
	g_option_context_add_main_entries(context, common, NULL);
	if (!writes_itself(command))
		g_option_context_add_main_entries(context, form_output, NULL);
	if (command->options)
		g_option_context_add_main_entries(context, command->options, NULL);
	if (command->more_options)
		g_option_context_add_main_entries(context, command->more_options, NULL);
	if (!g_option_context_parse(context, &argc, &arguments, &error))
		return complain(error->message);
	if (version)
		return TRUE;
	if (!form_check(&error) || !take_names(command, (guint)argc - 1, arguments + 1, &error))
		return complain(error->message);
	if (command->name_files)
		command->name_files(&files);
	return !command->check || command->check(&error) || complain(error->message);
}

static void warn(const ParseLog *log, const GString *warnings)
{
	g_autofree char *summary = quiet ? parse_log_alarms(log) : parse_log_summary(log);
	print_clean(summary, "");
	if (!quiet)
		print_clean(warnings->str, "");
}

static gboolean print_report(const EvalCommand *command, const Report *report, gboolean holds)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = form_text(report, command->name, files.topology, holds, &error);
	if (!text)
		return complain(error->message);
	printable(text, "\n"); /* also what JSON lets pass, and what the verdict quotes */
	return form_put(text, &error) || complain(error->message);
}

/* Standard input reaches only one process of a team. */
static gboolean readable_by_all(GError **error)
{
	const char *name[] = {files.topology, files.tables, files.psl,      files.slvl,
			      files.guid2lid, files.mcast,  files.name_map, files.aggregation};
	for (guint i = 0; team && i < G_N_ELEMENTS(name); i++)
		if (g_strcmp0(name[i], "-") == 0)
			return sssp_error_usage(error,
						"standard input cannot be shared out among %u processes: name a file",
						team->size);
	return TRUE;
}

/* Reads the tables of the command line and judges them. */
static EvalResult run(const EvalCommand *command, const EvalSession *session, Report **report, GError **error)
{
	const EbbTeam *sharing = command->in_team ? team : NULL;
	if (sharing && !readable_by_all(error))
		return EVAL_FAILED;
	progress_say("reading", session->show_progress);
	g_autoptr(Case) subject = case_read(&files, session->log, session->warnings, error);
	progress_say(command->name, session->show_progress);
	warn(session->log, session->warnings);
	if (sharing ? !sharing->agree(subject != NULL, error) : !subject)
		return EVAL_FAILED;
	subject->show_progress = session->show_progress;
	subject->all_loads = form.prometheus;
	subject->team = sharing;
	g_string_truncate(session->warnings, 0);
	subject->notes = quiet || (sharing && sharing->rank) ? NULL : session->warnings;
	if (subject->ignore_sl && files.any_sl)
		idle_say(subject, "--ignore-sl", "--any-sl asks for every SL anyway");
	else if (subject->ignore_sl && !files.psl && !files.second && !files.previous_psl)
		idle_say(subject, "--ignore-sl", "no SLs were given or lie beside the tables");
	EvalResult result = command->run(subject, report, error);
	progress_end();
	print_clean(session->warnings->str, "");
	return result;
}

static EvalResult answer(const EvalCommand *command, const EvalSession *session, Report **report, GError **error)
{
	progress_say(command->name, session->show_progress);
	EvalResult result = command->answer(&files, session, report, error);
	progress_end();
	warn(session->log, session->warnings);
	return result;
}

/* The command line as one would type it. */
static char *quote_all(int argc, char **argv)
{
	GString *line = g_string_new("sssp-eval");
	for (int i = 1; i < argc; i++) {
		gboolean plain = *argv[i] && !argv[i][strspn(argv[i], PLAIN)];
		g_autofree char *word = plain ? g_strdup(argv[i]) : g_shell_quote(argv[i]);
		g_string_append_printf(line, " %s", word);
	}
	return g_string_free(line, FALSE);
}

static int run_command(const EvalCommand *command, const char *command_line)
{
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(GString) warnings = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(Report) report = NULL;
	EvalSession session = {log, warnings, !quiet && isatty(STDERR_FILENO), files.all_endpoints, command_line};
	EvalResult result = (command->answer ? answer : run)(command, &session, &report, &error);
	progress_end();
	if (result == EVAL_FAILED)
		complain(error->message);
	if (result == EVAL_FAILED || !print_report(command, report, result == EVAL_HOLDS))
		return EXIT_UNUSABLE;
	return result == EVAL_HOLDS ? 0 : 1;
}

/* Complains of an unknown command, and names similar ones or else lists all. Returns the exit status. */
static int unknown_command(const char *name)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; eval_commands[i]; i++)
		g_ptr_array_add(names, (gpointer)eval_commands[i]->name);
	g_autofree char *hint = near_hint(name, names);
	g_autofree char *message = g_strdup_printf("there is no command '%s'%s", name, hint);
	complain(message);
	return *hint ? EXIT_UNUSABLE : print_usage(stderr, EXIT_UNUSABLE);
}

int main(int argc, char **argv)
{
	team = team_start(&argc, &argv);
	const char *name = argc > 1 ? argv[1] : "";
	g_autofree char *command_line = quote_all(argc, argv);
	setlocale(LC_CTYPE, ""); /* for the texts of GOption; numbers keep their point */
	if (g_str_equal(name, "--version") || g_str_equal(name, "-V"))
		return print_version();
	if (g_str_equal(name, "--help") || g_str_equal(name, "-h"))
		return print_usage(stdout, 0);
	const EvalCommand *command = eval_command_find(name);
	if (!command)
		return *name ? unknown_command(name) : print_usage(stderr, EXIT_UNUSABLE);
	if (!parse(command, argc - 1, argv + 1))
		return EXIT_UNUSABLE;
	if (team && team->rank && !command->in_team)
		return 0;
	return version ? print_version() : run_command(command, command_line);
}
