/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says whether OpenSM will route with the plugin. OpenSM is only asked for its version and help, not started as a
 * subnet manager. Facts go to standard output, the verdict last, and what is wrong to standard error. Exit status 0: it
 * will, 1: it will not, 2: cannot be said.
 */
#include "config.h"

#include "core/base/printable.h"
#include "plugin/check/engine_words.h"
#include "plugin/check/osm_build.h"
#include "plugin/check/osm_conf.h"
#include "plugin/check/osm_program.h"
#include "plugin/values/options.h"

#include <stdio.h>
#include <string.h>

#define PLUGIN "osmsssp"
#define LIBRARY "lib" PLUGIN ".so"

typedef struct {
	char *opensm, *plugin, *conf, *routing_engine;
	gboolean quiet, installed, version;
	gboolean wrong; /* something will not work */
} Check;

G_GNUC_PRINTF(2, 3) static void fact(const Check *check, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	printable(text, "");
	if (!check->quiet)
		puts(text);
}

static void complain(const char *kind, const char *text)
{
	g_autofree char *line = g_strdup(text);
	printable(line, "\n");
	fprintf(stderr, "sssp-check: %s: %s\n", kind, line);
}

G_GNUC_PRINTF(2, 3) static void wrong(Check *check, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	complain("error", text);
	check->wrong = TRUE;
}

/* ---- the two programs */

static gboolean check_fit(Check *check, const char *path, const char *version)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *wanted = osm_library_version(path, &error);
	if (!wanted) {
		wrong(check, "%s", error->message);
		return TRUE;
	}
	fact(check, "plugin: %s, for %s", path, wanted);
	if (strcmp(wanted, version))
		wrong(check,
		      "%s was built for %s, and this is %s: OpenSM goes on without it. Install the plugin that was "
		      "built for this OpenSM, or keep the OpenSM that it was built for.",
		      path, wanted, version);
	else if (osm_build_differs(check->opensm, path))
		wrong(check,
		      "%s was built for an OpenSM that was configured otherwise than %s (--disable-perf-mgr): it "
		      "refuses "
		      "to be loaded. Build it with the headers of this OpenSM.",
		      path, check->opensm);
	else if (!osm_program_takes(check->opensm, path, &error))
		wrong(check, "%s does not load it: %s", check->opensm, error->message);
	return TRUE;
}

/* Checks that library and program fit. FALSE: that cannot be found out. */
static gboolean check_programs(Check *check)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *version = osm_program_version(check->opensm, &error), *found = NULL;
	if (!version || (!check->plugin && !osm_program_finds(check->opensm, LIBRARY, &found, &error))) {
		complain("error", error->message);
		return FALSE;
	}
	fact(check, "opensm: %s, %s", check->opensm, version);
	if (check->plugin || found)
		return check_fit(check, check->plugin ? check->plugin : found, version);
	wrong(check, "%s does not find " LIBRARY ": it has to be in a folder of the run-time linker", check->opensm);
	return TRUE;
}

/* ---- what OpenSM is told */

/* Says what engines before the plugin's in the list mean for it. */
static void check_order(Check *check, const char *list, const EngineWords *words)
{
	g_autofree char *risk = g_strdup_printf("the plugin is asked after %s, and routes only where that fails: write "
						"psssp,no_fallback",
						words->before);
	if (words->unreached)
		wrong(check, "routing_engine %s: an engine before the plugin never fails: write psssp,no_fallback",
		      list);
	else if (words->ours && words->before)
		complain("warning", risk);
	else if (words->ours)
		fact(check, "routing_engine: %s", list);
	else
		wrong(check, "routing_engine %s: the plugin routes nothing; write psssp,no_fallback",
		      list ? list : "is not set");
}

static void check_engines(Check *check, const char *list, gboolean takeover)
{
	EngineWords words;
	engine_words_read(list, takeover, &words);
	check_order(check, list, &words);
	if (words.by_builtin)
		complain("warning", "should the plugin not be loaded, sssp is OpenSM's own engine, which can "
				    "deadlock: write psssp,no_fallback");
	else if (words.ours && !words.no_fallback)
		complain("warning",
			 "without no_fallback OpenSM routes with minhop, which can deadlock, where no engine "
			 "of the list does");
	engine_words_clear(&words);
}

static void check_told(Check *check, const OsmConf *conf)
{
	g_autoptr(GError) error = NULL;
	PluginOptions options;
	if (!engine_words_has(conf->event_plugin_name, PLUGIN))
		wrong(check, "event_plugin_name %s: " PLUGIN " is not loaded",
		      conf->event_plugin_name ? conf->event_plugin_name : "is not set");
	if (options_parse(conf->event_plugin_options, &options, &error))
		fact(check, "event_plugin_options: %s",
		     conf->event_plugin_options ? conf->event_plugin_options : "none");
	else
		wrong(check, "event_plugin_options: %s: the plugin is not loaded", error->message);
	check_engines(check, check->routing_engine ? check->routing_engine : conf->routing_engine, options.takeover);
	options_clear(&options);
}

static gboolean check_conf(Check *check)
{
	OsmConf conf;
	g_autoptr(GError) error = NULL;
	gboolean read = osm_conf_read(check->conf, &conf, &error);
	if (read) {
		fact(check, "opensm.conf: %s%s", check->conf, conf.exists ? "" : " (does not exist: defaults)");
		if (conf.cut)
			wrong(check, "%s:%u: OpenSM cuts a line as long as this one", check->conf, conf.cut);
		check_told(check, &conf);
	} else
		complain("error", error->message);
	osm_conf_clear(&conf);
	return read;
}

/* ---- the command line */

static gboolean take_arguments(Check *check, int *argc, char ***argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"config", 'F', 0, G_OPTION_ARG_FILENAME, &check->conf, "OpenSM's configuration [what OpenSM reads]",
		 "FILE"},
		{"routing-engine", 'R', 0, G_OPTION_ARG_STRING, &check->routing_engine,
		 "what opensm is given as -R, instead of the configuration's", "LIST"},
		{"opensm", 0, 0, G_OPTION_ARG_FILENAME, &check->opensm, "the program [opensm]", "PROGRAM"},
		{"plugin", 0, 0, G_OPTION_ARG_FILENAME, &check->plugin, "the library [what OpenSM finds]", "FILE"},
		{"installed", 0, 0, G_OPTION_ARG_NONE, &check->installed,
		 "only whether library and program fit, whatever they are told", NULL},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &check->quiet, "say only what is wrong", NULL},
		{"version", 'V', 0, G_OPTION_ARG_NONE, &check->version, "print the version", NULL},
		{NULL}};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_option_context_set_summary(context, "Says whether the installed OpenSM will route with the plugin " LIBRARY
					      ". OpenSM is not started.");
	g_option_context_set_description(context, "Exit status: 0 it will, 1 it will not, 2 usage, or cannot be said.");
	g_option_context_add_main_entries(context, entries, NULL);
	return g_option_context_parse(context, argc, argv, error);
}

/* Looks in PATH, and else in /usr/sbin, which the PATH of other users may lack. */
static char *find_opensm(void)
{
	char *path = g_find_program_in_path("opensm");
	return path ? path : g_strdup("/usr/sbin/opensm");
}

/* Sets check->conf, if it is not given, to the file that this OpenSM was built to read by default. */
static gboolean find_conf(Check *check)
{
	if (!check->conf)
		check->conf = osm_program_conf(check->opensm);
	if (!check->conf)
		complain("error", "OpenSM does not say which configuration it reads: give it as -F");
	return check->conf != NULL;
}

static int run(Check *check)
{
	if (!check->opensm)
		check->opensm = find_opensm();
	if (!check_programs(check) || (!check->installed && (!find_conf(check) || !check_conf(check))))
		return 2;
	fact(check, "verdict: this OpenSM %s %s the plugin", check->wrong ? "will not" : "will",
	     check->installed ? "load" : "route with");
	return check->wrong ? 1 : 0;
}

int main(int argc, char **argv)
{
	Check check = {0};
	g_autoptr(GError) error = NULL;
	int status = 2;
	if (!take_arguments(&check, &argc, &argv, &error))
		fprintf(stderr, "sssp-check: %s\nTry 'sssp-check --help'.\n", error->message);
	else if (argc > 1)
		fprintf(stderr, "sssp-check: '%s' is no option\nTry 'sssp-check --help'.\n", argv[1]);
	else if (check.version)
		status = printf("sssp-check (opensm-sssp) " PACKAGE_VERSION "\n") < 0 ? 2 : 0;
	else
		status = run(&check);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("sssp-check: standard output");
		status = 2;
	}
	g_free(check.opensm);
	g_free(check.plugin);
	g_free(check.conf);
	g_free(check.routing_engine);
	return status;
}
