/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints the answer of a command, a Report, in the form that the options ask for: text, JSON, CSV or metrics for
 * Prometheus. Without --fabric, metrics call a fabric by the name of its file, as pictures do.
 */
#include "evaluator/commands/form.h"

#include "core/base/error.h"
#include "evaluator/plot/charts/charts.h"
#include "formats/output.h"

#include <string.h>

Form form;

const GOptionEntry form_output[] = {
	{"output", 'o', 0, G_OPTION_ARG_FILENAME, &form.output,
	 "Write the answer to a file, whole or not at all, whatever it is", "FILE"},
	{0},
};

gboolean form_check(GError **error)
{
	gboolean one = form.json + form.csv + form.prometheus <= 1;
	gboolean named = !form.fabric || form.prometheus;
	if (one && named && (form.csv || !form.table))
		return TRUE;
	return sssp_error_usage(error, !one     ? "the answer has one form: --json, --csv or --prometheus"
				       : !named ? "--fabric is of --prometheus"
						: "--table is of --csv");
}

char *form_text(const Report *report, const char *command, const char *topology, gboolean holds, GError **error)
{
	if (form.csv)
		return report_csv(report, form.table, error);
	if (form.json)
		return report_json(report);
	if (!form.prometheus)
		return report_text(report);
	g_autofree char *fabric = form.fabric ? g_strdup(form.fabric) : topology ? chart_name(topology) : NULL;
	return report_prometheus(report, command, fabric, holds);
}

gboolean form_put(const char *text, GError **error)
{
	return output_write(form.output ? form.output : "-", text, strlen(text), error);
}
