/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports what single failures of switches or cables would cut off, as tables and a verdict. The rows come from
 * failures.h, worst first. The names of the nodes that a failure cuts off are folded into one host list, such as
 * node[1-8].
 */
#include "evaluator/report/failures_report.h"

#include "formats/lists/host_fold.h"

static const Failure *failure(const FailuresFound *f, guint i)
{
	return &g_array_index(f->failures, Failure, i);
}

const char *failures_kind_name(FailureKind kind)
{
	return kind == FAILURE_CABLE ? "cable" : "switch";
}

const char *failures_labels(const FailuresFound *f)
{
	return f->kind == FAILURE_CABLE ? "switch port" : "switch";
}

guint failures_count_others(const FailuresFound *f)
{
	guint n = 0;
	for (guint i = 0; i < f->failures->len; i++)
		n += failure_others_cut(failure(f, i)) != 0;
	return n;
}

void failures_report_what(Report *r, const FailuresFound *found, guint number)
{
	const Failure *f = failure(found, number);
	const Paths *p = found->paths;
	report_string(r, "switch", paths_row_name(p, f->row), "");
	if (f->channel == PATHS_NONE)
		return;
	report_figures(r, COUNT("port", p->out_port[f->channel]), TEXT("to", paths_row_name(p, p->to[f->channel])),
		       COUNT("peer_port", p->in_port[f->channel]));
}

void failures_report_rows(Report *r, const FailuresFound *f, guint most)
{
	report_open_series(
		r, "failures",
		"worst first: hosts and pairs cut off, routes lost until tables change, entries that have to",
		failures_labels(f));
	for (guint i = 0; i < MIN(f->failures->len, most); i++) {
		report_open_object(r, "", "");
		failures_report_what(r, f, i);
		report_figures(r, COUNT("own_hosts", failure(f, i)->own_hosts),
			       COUNT("hosts_cut", failure(f, i)->hosts_cut),
			       COUNT("pairs_cut", failure(f, i)->pairs_cut), COUNT("routes", failure(f, i)->routes),
			       COUNT("entries", failure(f, i)->entries), COUNT("blocks", failure(f, i)->blocks));
		report_close(r);
	}
	report_close(r);
}

static char *fold(const Machines *machines, const GArray *numbers)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (guint i = 0; i < numbers->len; i++)
		g_ptr_array_add(names, machines->name[g_array_index(numbers, guint32, i)]);
	return host_fold(names);
}

void failures_report_single_points(Report *r, const FailuresFound *f, guint most)
{
	report_open_series(r, "single_points", "failures that cut nodes off altogether: all adapters of each",
			   failures_labels(f));
	for (guint i = 0; i < f->failures->len && most; i++) {
		const GArray *machines = failure(f, i)->machines;
		if (!machines || !machines->len)
			continue;
		g_autofree char *names = fold(f->machines, machines);
		report_open_object(r, "", "");
		failures_report_what(r, f, i);
		report_figures(r, COUNT("nodes", machines->len), TEXT("names", names));
		report_close(r);
		most--;
	}
	report_close(r);
}

static guint count_cutting(const FailuresFound *f)
{
	guint n = 0;
	for (guint i = 0; i < f->failures->len; i++)
		n += failure(f, i)->hosts_cut != 0;
	return n;
}

void failures_report_head(Report *r, const FailuresFound *f)
{
	report_string(r, "each", failures_kind_name(f->kind), "what fails, one at a time");
	report_integer(r, "tried", f->failures->len, "failures");
	report_integer(r, "cutting", count_cutting(f), "of these cut hosts off");
	report_integer(r, "hosts", f->paths->n_part, "that take part");
}

void failures_report_verdict(Report *r, const FailuresFound *f)
{
	guint n = failures_count_others(f);
	if (n)
		report_verdict(r, "SINGLE POINTS OF FAILURE: %u that cut off hosts which do not hang there.", n);
	else
		report_verdict(r, "No single failure cuts off hosts that do not hang there.");
}

Report *failures_report_new(const char *routing, const Paths *paths, FailureKind kind, guint threads, GError **error)
{
	const FailureOptions how = {.threads = threads};
	g_autoptr(Machines) machines = machines_new(paths->fabric, NULL, error);
	GArray *failures = machines ? failures_new(paths, machines, kind, &how, error) : NULL;
	const FailuresFound found = {paths, machines, failures, kind};
	if (!failures)
		return NULL;
	Report *r = report_new("%s, when a %s fails", routing, failures_kind_name(kind));
	failures_report_head(r, &found);
	failures_report_rows(r, &found, FAILURES_SHOWN);
	failures_report_single_points(r, &found, FAILURES_SHOWN);
	failures_report_verdict(r, &found);
	failures_free(failures);
	return r;
}
