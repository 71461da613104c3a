/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a fabric of a SPEC (its short form, such as FAMILY:SIZE), and tables for it, by running sssp-topo and
 * sssp-route. The programs write into a private folder, which is read like any other files and removed.
 */
#include "evaluator/commands/spec_case.h"

#include "evaluator/commands/case.h"
#include "evaluator/commands/programs.h"
#include "formats/input.h"
#include "formats/tables/table_names.h"

static gboolean make_net(const char *spec, const char *net, GError **error)
{
	const char *topo[] = {"sssp-topo", "--lids", "-q", "-o", net, "--", spec, NULL};
	return programs_run(spec, topo, 0, error);
}

static gboolean make_files(const char *spec, const char *algorithm, const char *net, const char *tables, GError **error)
{
	const char *route[] = {"sssp-route", "-q", "-o", tables, "-a", algorithm ? algorithm : "psssp", net, NULL};
	return make_net(spec, net, error) && programs_run(spec, route, 0, error);
}

static Case *make_and_read(const char *folder, const char *spec, const char *algorithm, const EvalSession *session,
			   GError **error)
{
	g_autofree char *net = g_build_filename(folder, "net", NULL),
			*routed = g_build_filename(folder, "tables", NULL);
	g_autofree char *tables = g_build_filename(routed, TABLES_LFTS, NULL);
	CaseFiles files = {.topology = net, .tables = tables, .all_endpoints = session->all_endpoints};
	if (!make_files(spec, algorithm, net, routed, error))
		return NULL;
	Case *subject = case_read(&files, session->log, session->warnings, error);
	if (!subject)
		return NULL;
	subject->topology_name = subject->tables_name = spec;
	subject->show_progress = session->show_progress;
	return subject;
}

Case *spec_case_new(const char *spec, const char *algorithm, const EvalSession *session, GError **error)
{
	char *folder = NULL;
	if (!programs_folder(&folder, error))
		return NULL;
	Case *subject = make_and_read(folder, spec, algorithm, session, error);
	programs_end(folder);
	return subject;
}

Fabric *spec_fabric_new(const char *spec, const EvalSession *session, GError **error)
{
	char *folder = NULL;
	if (!programs_folder(&folder, error))
		return NULL;
	g_autofree char *net = g_build_filename(folder, "net", NULL);
	Fabric *fabric = make_net(spec, net, error) ? input_topology(net, session->log, error) : NULL;
	programs_end(folder);
	return fabric;
}
