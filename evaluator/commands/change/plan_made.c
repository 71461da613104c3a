/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gets the plan by which the plugin would update tables: lets sssp-route make it, or reads one that it made before.
 * sssp-route runs on folders of links to the very files that are evaluated here. A plan names the tables that it is for
 * by their digests, which are compared. new->second has the tables that those of `new` replace.
 */
#include "evaluator/commands/change/plan_made.h"

#include "core/base/error.h"
#include "core/tables/lft.h"
#include "evaluator/commands/programs.h"
#include "formats/input.h"
#include "formats/lists/reconnect_list.h"
#include "formats/tables/table_names.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define PLAN_NAME "plan"

static gboolean is_of(const char *digest, const Lft *lft)
{
	char of[LFT_DIGEST_LENGTH + 1];
	lft_digest(lft, of);
	return g_str_equal(digest, of);
}

static gboolean fits(const PlanFile *plan, const Case *new)
{
	return is_of(plan->tables, new->lft) && is_of(plan->replaces, new->second->lft);
}

/* ---- the folders for sssp-route */

static gboolean link_file(const char *folder, const char *name, const char *target, GError **error)
{
	g_autofree char *path = target ? g_canonicalize_filename(target, NULL) : NULL;
	g_autofree char *link = g_build_filename(folder, name, NULL);
	if (!path || symlink(path, link) == 0)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: %s", link, g_strerror(errno));
}

/*
 * Makes a folder of one set of tables, with the SLs and SL to VL tables that are used with them here. Returns its name;
 * NULL with an error.
 */
static char *link_tables(const char *folder, const char *name, const Case *c, const TableFiles *files, GError **error)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autofree char *lids =
		files->guid2lid ? g_strdup(files->guid2lid) : table_files_beside(files->tables, TABLES_LIDS);
	if (g_mkdir(path, 0700) != 0)
		return sssp_error_null(error, SSSP_ERROR_IO, "%s: %s", path, g_strerror(errno));
	gboolean linked = link_file(path, TABLES_LFTS, files->tables, error) &&
			  link_file(path, TABLES_LIDS, lids, error) &&
			  link_file(path, TABLES_SL, c->path_sl ? files->psl : NULL, error) &&
			  link_file(path, TABLES_SLVL, c->sl2vl ? files->slvl : NULL, error);
	return linked ? g_steal_pointer(&path) : NULL;
}

/* Lets sssp-route plan into folder/tables, from the previous tables `from` (NULL: from none). FALSE with an error. */
static gboolean make_plan(PlanMade *made, const char *topology, const char *now, const char *from, GError **error)
{
	g_autofree char *tables = g_build_filename(made->folder, "tables", NULL);
	g_autofree char *plan = g_build_filename(made->folder, PLAN_NAME, NULL);
	const char *argv[] = {"sssp-route",           "-q", "-f",     "-o", tables,
			      "--replaces",           now,  "--plan", plan, topology,
			      from ? "--from" : NULL, from, NULL};
	g_clear_pointer(&made->file, plan_file_free);
	g_free(made->beside);
	made->beside = g_build_filename(tables, TABLES_LFTS, NULL);
	return programs_run("--as-plugin", argv, 0, error) && (made->file = plan_file_read(plan, error));
}

/*
 * Has sssp-route make the plan: without previous tables, as `new` may have been made; if other tables come out, with
 * those of `new` as previous ones, which it may keep. FALSE with an error.
 */
static gboolean have_it_made(PlanMade *made, const Case *new, const CaseFiles *files, const TableFiles *old,
			     GError **error)
{
	const TableFiles of_new = {.tables = (char *)files->tables,
				   .psl = (char *)files->psl,
				   .slvl = (char *)files->slvl,
				   .guid2lid = (char *)files->guid2lid};
	if (!programs_folder(&made->folder, error))
		return FALSE;
	g_autofree char *now = link_tables(made->folder, "now", new->second, old, error);
	g_autofree char *from = now ? link_tables(made->folder, "from", new, &of_new, error) : NULL;
	if (!from || !make_plan(made, files->topology, now, NULL, error))
		return FALSE;
	if (!fits(made->file, new) && !make_plan(made, files->topology, now, from, error))
		return FALSE;
	if (fits(made->file, new))
		return TRUE;
	return sssp_error_set(
		error, SSSP_ERROR_USAGE,
		"--as-plugin: sssp-route makes other tables than %s, and does not keep these: have it write a plan "
		"with them (sssp-route --replaces %s --plan FILE) and give that (--plan FILE)",
		new->tables_name, new->second->tables_name);
}

/* ---- the plan */

static gboolean read_given(PlanMade *made, const char *file, const Case *new, const CaseFiles *files, GError **error)
{
	made->beside = g_strdup(files->tables);
	if (!(made->file = plan_file_read(file, error)))
		return FALSE;
	if (fits(made->file, new))
		return TRUE;
	return sssp_error_usage(error, "%s: not a plan for %s in place of %s: it is of other tables", file,
				new->tables_name, new->second->tables_name);
}

static char *find_beside(const PlanMade *made, const char *name, GError **error)
{
	char *path = table_files_beside(made->beside, name);
	if (!path)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: the plan names %s, which is not beside it",
			    made->beside, name);
	return path;
}

/* Reads the tables of the first phase, and its SLs if they are in a file other than those of the second. */
static gboolean read_first_phase(PlanMade *made, const Case *new, ParseLog *log, GError **error)
{
	const PlanPhase *phase = &made->file->phase[0];
	gboolean own_sl = !new->ignore_sl && !g_str_equal(phase->sl, made->file->phase[1].sl);
	g_autofree char *lfts = find_beside(made, phase->lfts, error);
	g_autofree char *sl = lfts && own_sl ? find_beside(made, phase->sl, error) : NULL;
	if (!lfts || (own_sl && !sl) || !(made->lft = input_tables(lfts, log, error)) ||
	    (own_sl && !(made->own_sl = input_psl_for(sl, new->fabric, log, error))))
		return FALSE;
	return (made->paths = paths_new(new->fabric, made->lft, error)) != NULL;
}

static gboolean read_reconnect(PlanMade *made, GError **error)
{
	if (!*made->file->reconnect)
		return TRUE;
	made->reconnect_file = find_beside(made, made->file->reconnect, error);
	return made->reconnect_file && (made->reconnect = input_reconnect_list(made->reconnect_file, error));
}

PlanMade *plan_made_new(const char *file, const Case *new, const CaseFiles *new_files, const TableFiles *old_files,
			const EvalSession *session, GError **error)
{
	g_autoptr(PlanMade) made = g_new0(PlanMade, 1);
	gboolean is_there = file ? read_given(made, file, new, new_files, error)
				 : have_it_made(made, new, new_files, old_files, error);
	if (!is_there || (made->file->n_phases > 1 && !read_first_phase(made, new, session->log, error)) ||
	    !read_reconnect(made, error))
		return NULL;
	return g_steal_pointer(&made);
}

void plan_made_free(PlanMade *made)
{
	if (!made)
		return;
	plan_file_free(made->file);
	paths_free(made->paths);
	path_sl_free(made->own_sl);
	lft_free(made->lft);
	if (made->reconnect)
		g_array_unref(made->reconnect);
	programs_end(made->folder);
	g_free(made->reconnect_file);
	g_free(made->beside);
	g_free(made);
}
