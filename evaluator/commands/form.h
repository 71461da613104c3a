/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Prints the answer of a command as text, JSON, CSV or metrics for Prometheus. */
#ifndef SSSP_EVALUATOR_COMMANDS_FORM_H
#define SSSP_EVALUATOR_COMMANDS_FORM_H

#include "evaluator/report/report.h"

#include <glib.h>

/* The options that choose the form; one set is enough, as a process runs one command. */
typedef struct {
	gboolean json, csv, prometheus; /* none: words */
	char *table;                    /* of the CSV; NULL: all */
	char *fabric;                   /* what metrics call the fabric; NULL: after its file */
	char *output;                   /* a file that is written whole; NULL: standard output */
} Form;

extern Form form;

/* clang-format off */
#define FORM_ENTRIES \
	{"json", 0, 0, G_OPTION_ARG_NONE, &form.json, "Print one JSON object", NULL}, \
	{"csv", 0, 0, G_OPTION_ARG_NONE, &form.csv, "Print tables of comma-separated values", NULL}, \
	{"table", 0, 0, G_OPTION_ARG_STRING, &form.table, "Only this table, by its name; with --csv", "NAME"}, \
	{"prometheus", 0, 0, G_OPTION_ARG_NONE, &form.prometheus, "Print metrics in the text format of Prometheus", NULL}, \
	{"fabric", 0, 0, G_OPTION_ARG_STRING, &form.fabric, "What metrics call the fabric; with --prometheus", "NAME"}
/* clang-format on */

/* The option --output, for commands that have none of their own. */
extern const GOptionEntry form_output[];

/*
 * FALSE with SSSP_ERROR_USAGE when more than one form is asked for, or --table without --csv, or --fabric without
 * --prometheus.
 */
gboolean form_check(GError **error);

/*
 * The answer of a command in the form that is asked for. `topology` may be NULL. NULL with SSSP_ERROR_USAGE when there
 * is no table of that name. Free with g_free().
 */
char *form_text(const Report *report, const char *command, const char *topology, gboolean holds, GError **error);

/* Writes the text into the file of --output, or to standard output. FALSE with SSSP_ERROR_IO. */
gboolean form_put(const char *text, GError **error);

#endif
