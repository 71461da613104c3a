/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints what the plugin did last, as it wrote it into opensm-sssp.status: for people, as JSON or as metrics. Exit
 * status 0: OpenSM routes with the plugin, and all is proven; 1: something is not proven or has no route, the last
 * routing failed, or OpenSM routes with another engine; 2: that is not known.
 */
#include "config.h"

#include "core/base/printable.h"
#include "plugin/check/status_text.h"

#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

#define FOLDER "/var/cache/opensm"
#define NAME "opensm-sssp.status"

typedef struct {
	char *file, *output, *fabric;
	gboolean json, prometheus, quiet, version;
} Wish;

/* ---- forms */

/* The value of a row as date and time; "" if the row is no time. */
static char *moment(const StatusRow *row)
{
	if (!row->help || !g_str_has_suffix(row->help, "since 1970."))
		return g_strdup("");
	g_autoptr(GDateTime) when = g_date_time_new_from_unix_local(g_ascii_strtoll(row->value, NULL, 10));
	return when ? g_date_time_format(when, "  %F %T %Z") : g_strdup("");
}

static char *as_text(const StatusRow *rows)
{
	GString *out = g_string_new(NULL);
	for (guint i = 0; rows[i].word; i++) {
		if (!rows[i].value)
			continue;
		g_autofree char *date = moment(&rows[i]);
		g_string_append_printf(out, "%-26s %s%s%s%s\n", rows[i].word, rows[i].value, date,
				       rows[i].help ? "  " : "", rows[i].help ? rows[i].help : "");
	}
	return g_string_free(out, FALSE);
}

static char *as_json(const StatusRow *rows)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();
	json_builder_begin_object(builder);
	for (guint i = 0; rows[i].word; i++) {
		if (!rows[i].value)
			continue;
		json_builder_set_member_name(builder, rows[i].word);
		if (!rows[i].help)
			json_builder_add_string_value(builder, rows[i].value);
		else if (strchr(rows[i].value, '.'))
			json_builder_add_double_value(builder, g_ascii_strtod(rows[i].value, NULL));
		else
			json_builder_add_int_value(builder, g_ascii_strtoll(rows[i].value, NULL, 10));
	}
	json_builder_end_object(builder);
	g_autoptr(JsonGenerator) generator = json_generator_new();
	JsonNode *root = json_builder_get_root(builder);
	json_generator_set_root(generator, root);
	json_generator_set_pretty(generator, TRUE);
	g_autofree char *text = json_generator_to_data(generator, NULL);
	json_node_unref(root);
	return g_strconcat(text, "\n", NULL);
}

/* A label's value, as the text format of Prometheus has it. */
static char *escaped(const char *text)
{
	GString *out = g_string_new(NULL);
	for (; *text; text++) {
		if (*text == '\\' || *text == '"')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *text == '\n' ? ' ' : *text);
	}
	return g_string_free(out, FALSE);
}

static char *as_metrics(const StatusRow *rows, const char *fabric, gboolean fine)
{
	GString *out = g_string_new(NULL);
	g_autofree char *name = escaped(fabric ? fabric : "");
	g_autofree char *label = *name ? g_strdup_printf("{fabric=\"%s\"}", name) : g_strdup("");
	for (guint i = 0; rows[i].word; i++)
		if (rows[i].value && rows[i].help)
			g_string_append_printf(out,
					       "# HELP sssp_opensm_%s %s\n# TYPE sssp_opensm_%s gauge\n"
					       "sssp_opensm_%s%s %s\n",
					       rows[i].word, rows[i].help, rows[i].word, rows[i].word, label,
					       rows[i].value);
	const char *state = status_value(rows, "state");
	g_string_append_printf(out,
			       "# HELP sssp_opensm_fine Whether OpenSM routes with the plugin and all is proven.\n"
			       "# TYPE sssp_opensm_fine gauge\nsssp_opensm_fine%s %d\n"
			       "# HELP sssp_opensm_routing Whether OpenSM routes with the plugin.\n"
			       "# TYPE sssp_opensm_routing gauge\nsssp_opensm_routing%s %d\n",
			       label, fine, label, state && strcmp(state, "idle") != 0);
	return g_string_free(out, FALSE);
}

/* ---- the program */

static gboolean is_fine(const StatusRow *rows)
{
	const char *state = status_value(rows, "state");
	return state && strcmp(state, "idle") != 0 && !status_value(rows, "failure") &&
	       status_number(rows, "unicast_proven") > 0 && status_number(rows, "multicast_proven") > 0 &&
	       status_number(rows, "management_pairs_unproven") <= 0 && status_number(rows, "pairs_without_route") <= 0;
}

static int fail(const GError *error)
{
	g_autofree char *text = g_strdup(error->message);
	printable(text, "\n");
	fprintf(stderr, "sssp-status: %s\n", text);
	return 2;
}

/*
 * Writes the text to a file, whole or not at all; no file or `-` is standard output. Returns `status`, or 2 on error.
 */
static int put(const Wish *wish, const char *text, int status)
{
	g_autoptr(GError) error = NULL;
	if (wish->output && strcmp(wish->output, "-") != 0)
		return g_file_set_contents(wish->output, text, -1, &error) ? status : fail(error);
	if (!wish->quiet && fputs(text, stdout) < 0)
		status = 2;
	return status;
}

static int tell(const Wish *wish, const StatusRow *rows)
{
	gboolean fine = is_fine(rows);
	g_autofree char *text = wish->json         ? as_json(rows)
				: wish->prometheus ? as_metrics(rows, wish->fabric, fine)
						   : as_text(rows);
	printable(text, "\n");
	return put(wish, text, fine ? 0 : 1);
}

static char *default_file(void)
{
	const char *folder = g_getenv("OSM_CACHE_DIR");
	return g_build_filename(folder && *folder ? folder : FOLDER, NAME, NULL);
}

static int run(Wish *wish)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = NULL;
	if (!wish->file)
		wish->file = default_file();
	if (!g_file_get_contents(wish->file, &text, NULL, &error)) {
		if (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
			g_prefix_error(&error, "OpenSM has not routed with the plugin here, or keeps it elsewhere "
					       "(--file): ");
		return fail(error);
	}
	StatusRow *rows = status_new();
	int status = status_parse(text, wish->file, rows, &error) ? tell(wish, rows) : fail(error);
	status_clear(rows);
	return status;
}

static gboolean take_arguments(Wish *wish, int *argc, char ***argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"file", 0, 0, G_OPTION_ARG_FILENAME, &wish->file, "what the plugin has written [" FOLDER "/" NAME "]",
		 "FILE"},
		{"json", 0, 0, G_OPTION_ARG_NONE, &wish->json, "print one JSON object", NULL},
		{"prometheus", 0, 0, G_OPTION_ARG_NONE, &wish->prometheus, "print metrics", NULL},
		{"fabric", 0, 0, G_OPTION_ARG_STRING, &wish->fabric, "the label `fabric` of metrics", "NAME"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &wish->output,
		 "write a file, whole or not at all, as the textfile collector wants it", "FILE"},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &wish->quiet, "print nothing: the exit status says it", NULL},
		{"version", 'V', 0, G_OPTION_ARG_NONE, &wish->version, "print the version", NULL},
		{NULL}};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_option_context_set_summary(context, "Says what the plugin of opensm-sssp did last in OpenSM.");
	g_option_context_set_description(context, "Exit status: 0 all is proven, 1 something is not, or OpenSM routes "
						  "otherwise, 2 usage, or not known.");
	g_option_context_add_main_entries(context, entries, NULL);
	return g_option_context_parse(context, argc, argv, error);
}

int main(int argc, char **argv)
{
	Wish wish = {0};
	g_autoptr(GError) error = NULL;
	int status = 2;
	if (!take_arguments(&wish, &argc, &argv, &error))
		fprintf(stderr, "sssp-status: %s\nTry 'sssp-status --help'.\n", error->message);
	else if (argc > 1 || (wish.json && wish.prometheus))
		fprintf(stderr, "sssp-status: %s\nTry 'sssp-status --help'.\n",
			argc > 1 ? "there are no arguments" : "--json or --prometheus, not both");
	else if (wish.version)
		status = printf("sssp-status (opensm-sssp) " PACKAGE_VERSION "\n") < 0 ? 2 : 0;
	else
		status = run(&wish);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("sssp-status: standard output");
		status = 2;
	}
	g_free(wish.file);
	g_free(wish.output);
	g_free(wish.fabric);
	return status;
}
