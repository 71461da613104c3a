/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/case.h"

#include "core/error.h"
#include "formats/input.h"

static gboolean one_standard_input(const CaseFiles *files, GError **error)
{
	const char *name[] = {files->topology, files->tables, files->psl, files->slvl};
	guint n = 0;
	for (guint i = 0; i < G_N_ELEMENTS(name); i++)
		n += g_strcmp0(name[i], "-") == 0;
	if (n <= 1)
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "only one file can come from standard input");
	return FALSE;
}

static gboolean read_files(Case *c, const CaseFiles *files, ParseLog *log, GError **error)
{
	if (!(c->fabric = input_topology(files->topology, log, error)) ||
	    !(c->lft = input_tables(files->tables, log, error)))
		return FALSE;
	if (files->psl && !(c->path_sl = input_psl_for(files->psl, c->fabric, log, error)))
		return FALSE;
	return !files->slvl || (c->sl2vl = input_slvl(files->slvl, c->fabric, log, error));
}

/* What in the tables makes one doubt that they are of this fabric. */
static void doubt(const Paths *p, const CaseFiles *files, GString *warnings)
{
	if (p->n_missing)
		g_string_append_printf(
			warnings, "%s: warning: %u of the %u switches of %s have no table: nothing gets through them\n",
			files->tables, p->n_missing, p->n_rows, files->topology);
	if (p->n_foreign)
		g_string_append_printf(warnings, "%s: warning: %u tables are of switches that are not in %s\n",
				       files->tables, p->n_foreign, files->topology);
	if (p->n_astray)
		g_string_append_printf(warnings,
				       "%s: warning: %u switches do not keep the LID that %s gives them: are these "
				       "tables of this fabric?\n",
				       files->tables, p->n_astray, files->topology);
}

Case *case_read(const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	g_autoptr(Case) c = g_new0(Case, 1);
	c->topology_name = files->topology;
	c->tables_name = files->tables;
	if (!one_standard_input(files, error) || !read_files(c, files, log, error))
		return NULL;
	if (c->fabric->n_endpoints == 0) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT,
			    "%s: no endpoint has a LID: there is nothing that tables could lead to", files->topology);
		return NULL;
	}
	c->paths = paths_new(c->fabric, c->lft, error);
	if (!c->paths) {
		g_prefix_error(error, "%s: ", files->tables);
		return NULL;
	}
	doubt(c->paths, files, warnings);
	return g_steal_pointer(&c);
}

void case_free(Case *c)
{
	if (!c)
		return;
	paths_free(c->paths);
	path_sl_free(c->path_sl);
	sl2vl_free(c->sl2vl);
	lft_free(c->lft);
	fabric_free(c->fabric);
	g_free(c);
}
