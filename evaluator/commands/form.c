/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fabric is called by the file that it was read from, as pictures call it. */
#include "evaluator/commands/form.h"

#include "core/base/error.h"
#include "evaluator/plot/charts.h"

Form form;

gboolean form_check(GError **error)
{
	gboolean one = form.json + form.csv + form.prometheus <= 1;
	if (one && (form.csv || !form.table))
		return TRUE;
	g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_USAGE,
			    one ? "--table is of --csv" : "the answer has one form: --json, --csv or --prometheus");
	return FALSE;
}

char *form_text(const Report *report, const char *command, const char *topology, gboolean holds, GError **error)
{
	if (form.csv)
		return report_csv(report, form.table, error);
	if (form.json)
		return report_json(report);
	if (!form.prometheus)
		return report_text(report);
	g_autofree char *fabric = topology ? chart_name(topology) : NULL;
	return report_prometheus(report, command, fabric, holds);
}
