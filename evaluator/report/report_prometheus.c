/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the figures of a command as gauges in the text format of Prometheus. A metric is called after its command and
 * the keys that lead to it. All samples of a metric must stand together there, while a row of a table has one sample
 * for each of several metrics. So samples are gathered by metric first.
 */
#include "evaluator/report/report.h"

#include "core/base/printable.h"
#include "evaluator/report/report_numbers.h"

#include <string.h>

typedef struct {
	char *name;
	char *help; /* a sentence */
	GString *samples;
} Metric;

typedef struct {
	GPtrArray *metrics;  /* Metric, in the order in which they come up */
	GHashTable *by_name; /* the same */
	GHashTable *seen;    /* a metric and its labels may come once */
	const char *command;
} Exposition;

static void free_metric(gpointer data)
{
	Metric *metric = data;
	g_free(metric->name);
	g_free(metric->help);
	g_string_free(metric->samples, TRUE);
	g_free(metric);
}

/* Appends a label's value, or (without `quotes`) a help line, with the characters escaped that need it. */
static void append_escaped(GString *text, const char *value, gboolean quotes)
{
	g_autofree char *shown = printable_utf8(value);
	for (const char *at = shown; *at; at++) {
		if (*at == '\\' || (quotes && *at == '"'))
			g_string_append_c(text, '\\');
		g_string_append_c(text, *at);
	}
}

static char *with_label(const char *labels, const char *key, const char *value)
{
	GString *text = g_string_new(labels);
	g_string_append_printf(text, "%s%s=\"", *labels ? "," : "", key);
	append_escaped(text, value, TRUE);
	g_string_append_c(text, '"');
	return g_string_free(text, FALSE);
}

/* The HELP text of a metric: the figure, the command that found it, and the note on it. */
static char *sentence(const Exposition *e, const char *name, const char *note)
{
	gsize length = strlen(note);
	return g_strdup_printf("The figure %s of sssp-eval %s%s%s%s", name, e->command, length ? ": " : "", note,
			       length && strchr(".?!", note[length - 1]) ? "" : ".");
}

static Metric *find_metric(Exposition *e, const char *name, const char *key, const char *note)
{
	Metric *metric = g_hash_table_lookup(e->by_name, name);
	if (metric)
		return metric;
	metric = g_new(Metric, 1);
	*metric = (Metric){g_strdup(name), sentence(e, key, note), g_string_new(NULL)};
	g_ptr_array_add(e->metrics, metric);
	g_hash_table_insert(e->by_name, metric->name, metric);
	return metric;
}

static void add_sample(Exposition *e, const char *name, const char *key, const char *note, const char *labels,
		       const char *value)
{
	char *series = *labels ? g_strdup_printf("%s{%s}", name, labels) : g_strdup(name);
	if (g_hash_table_contains(e->seen, series)) {
		g_free(series);
		return;
	}
	Metric *metric = find_metric(e, name, key, note);
	g_string_append_printf(metric->samples, "%s %s\n", series, value);
	g_hash_table_add(e->seen, series);
}

static void add_group(Exposition *e, const char *name, const char *labels, const Figure *group, const char *const *but);

/* The labels of a row: what tells it from the others. */
static void add_row(Exposition *e, const char *name, const char *labels, const Figure *row, const char *const *keys)
{
	g_autofree char *all = g_strdup(labels);
	for (guint i = 0; i < row->parts->len; i++) {
		const Figure *part = g_ptr_array_index(row->parts, i);
		if (!g_strv_contains(keys, part->key))
			continue;
		g_autofree char *value = part->kind == FIGURE_STRING ? g_strdup(part->string) : report_number(part);
		char *longer = with_label(all, part->key, value);
		g_free(all);
		all = longer;
	}
	add_group(e, name, all, row, keys);
}

/* Whether a figure repeats an option of the user, which is no measurement. */
static gboolean is_choice(const char *key)
{
	return strcmp(key, "seed") == 0;
}

static void add_figure(Exposition *e, const char *name, const char *labels, const Figure *figure)
{
	static const char *const none[] = {NULL};
	if (figure->kind == FIGURE_OBJECT) {
		add_group(e, name, labels, figure, none);
	} else if (figure->kind == FIGURE_ARRAY && figure->labels) {
		g_auto(GStrv) keys = g_strsplit(figure->labels, " ", -1);
		for (guint i = 0; i < figure->parts->len; i++)
			add_row(e, name, labels, g_ptr_array_index(figure->parts, i), (const char *const *)keys);
	} else if (figure->kind != FIGURE_ARRAY && figure->kind != FIGURE_STRING && !is_choice(figure->key)) {
		g_autofree char *value = report_number(figure);
		add_sample(e, name, figure->key, figure->note, labels, value);
	}
}

static void add_group(Exposition *e, const char *name, const char *labels, const Figure *group, const char *const *but)
{
	for (guint i = 0; i < group->parts->len; i++) {
		const Figure *part = g_ptr_array_index(group->parts, i);
		g_autofree char *longer = g_strdup_printf("%s_%s", name, part->key);
		if (!g_strv_contains(but, part->key))
			add_figure(e, longer, labels, part);
	}
}

char *report_prometheus(const Report *report, const char *command, const char *fabric, gboolean holds)
{
	static const char *const none[] = {NULL};
	GString *text = g_string_new(NULL);
	g_autoptr(GPtrArray) metrics = g_ptr_array_new_with_free_func(free_metric);
	g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	Exposition e = {metrics, by_name, seen, command};
	g_autofree char *plain = g_strdelimit(g_strdup(command), "-", '_'); /* a metric's name has no hyphen */
	g_autofree char *name = g_strconcat("sssp_", plain, NULL), *verdict = g_strconcat(name, "_holds", NULL);
	g_autofree char *labels = fabric ? with_label("", "fabric", fabric) : g_strdup("");
	add_sample(&e, verdict, "holds", "1 if all that was checked holds, else 0", labels, holds ? "1" : "0");
	add_group(&e, name, labels, report->root, none);
	for (guint i = 0; i < metrics->len; i++) {
		const Metric *metric = g_ptr_array_index(metrics, i);
		g_string_append_printf(text, "# HELP %s ", metric->name);
		append_escaped(text, metric->help, FALSE);
		g_string_append_printf(text, "\n# TYPE %s gauge\n%s", metric->name, metric->samples->str);
	}
	return g_string_free(text, FALSE);
}
