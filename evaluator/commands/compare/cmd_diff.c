/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command diff: counts the forwarding entries and SLs in which two sets of tables differ, and lists the
 * switches on demand. SL to VL tables are left aside: they say how lanes are shared, not who uses which SL. With a
 * TOPOLOGY, case_read() joins both sets with it and refuses tables of other LIDs; without one, they are read as they
 * are.
 */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/case_lanes.h"
#include "evaluator/measures/diff.h"
#include "formats/input.h"

extern const EvalCommand command_diff;

static gboolean verbose, ignore_sl;
static TableFiles *old_files, *new_files;

static const GOptionEntry options[] = {
	{"verbose", 'v', 0, G_OPTION_ARG_NONE, &verbose, "List the switches whose tables changed", NULL},
	{0},
};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 2 && n != 3)
		return sssp_error_usage(error, "two sets of tables are needed: [TOPOLOGY] OLD NEW");
	if (files->psl || files->slvl)
		return sssp_error_usage(error, "SLs belong to OLD or NEW: OLD,psl=FILE");
	ignore_sl = files->ignore_sl;
	files->topology = n == 3 ? names[0] : NULL;
	old_files = table_files_new(names[n - 2], FALSE, error);
	new_files = old_files ? table_files_new(names[n - 1], FALSE, error) : NULL;
	return new_files != NULL;
}

static void report_switches(Report *r, const Diff *d, const Fabric *fabric)
{
	report_open_array(r, "switches", "whose tables changed");
	for (guint32 i = 0; i < d->n_switches; i++) {
		const DiffSwitch *sw = &d->switches[i];
		guint32 node = fabric ? fabric_find_node(fabric, sw->guid) : FABRIC_NONE;
		g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", sw->guid);
		report_open_object(r, "", "");
		report_string(r, "switch", guid, "");
		if (node != FABRIC_NONE)
			report_string(r, "name", fabric_name(fabric, node), "");
		report_figures(r, COUNT("entries_changed", sw->entries), COUNT("blocks_changed", sw->blocks),
			       COUNT("first_lid", sw->first_lid), COUNT("last_lid", sw->last_lid));
		report_close(r);
	}
	report_close(r);
}

static Report *report_of(const Diff *d, const Fabric *fabric)
{
	Report *r = report_new("Difference of %s and %s", old_files->tables, new_files->tables);
	report_integer(r, "entries_changed", d->entries, "of forwarding tables");
	report_integer(r, "blocks_changed", d->blocks, "of 64 LIDs, as they are written to switches");
	report_integer(r, "switches_changed", d->n_switches, "");
	report_integer(r, "pairs_changed_sl", d->pairs_sl, "pairs of a source and a LID that use another SL");
	report_integer(r, "switches_compared", d->n_common, "that both have");
	report_integer(r, "switches_added", d->n_added, "that only the new tables have: not counted above");
	report_integer(r, "switches_gone", d->n_gone, "that only the old tables have: not counted above");
	if (verbose)
		report_switches(r, d, fabric);
	if (d->entries || d->pairs_sl || d->n_added || d->n_gone)
		report_verdict(r, "They differ.");
	else
		report_verdict(r, "They are the same.");
	return r;
}

/* Reads one set of tables without a fabric. */
static gboolean read_set(const TableFiles *f, const EvalSession *session, Lft **lft, PathSl **sl, GError **error)
{
	CaseFiles files = {.ignore_sl = ignore_sl};
	Case set = {.ignore_sl = ignore_sl, .lft = input_tables(f->tables, session->log, error)};
	case_name_tables(&files, f);
	files.slvl = NULL;
	files.slvl_beside = FALSE;
	gboolean done = set.lft && case_lanes(&set, &files, session->log, session->warnings, error);
	*lft = set.lft;
	*sl = set.path_sl;
	return done;
}

/* Compares tables that were read. An error names both sets. */
static Diff *difference(const Lft *old, const Lft *new, const PathSl *old_sl, const PathSl *new_sl,
			const Fabric *fabric, GError **error)
{
	Diff *d = diff_new(old, new, old_sl, new_sl, fabric, error);
	if (!d)
		g_prefix_error(error, "%s and %s: ", old_files->tables, new_files->tables);
	return d;
}

static Diff *diff_plain(const EvalSession *session, GError **error)
{
	g_autoptr(Lft) old = NULL;
	g_autoptr(Lft) new = NULL;
	g_autoptr(PathSl) old_sl = NULL;
	g_autoptr(PathSl) new_sl = NULL;
	if (g_str_equal(old_files->tables, "-") && g_str_equal(new_files->tables, "-"))
		return sssp_error_null(error, SSSP_ERROR_USAGE, "only one file can come from standard input");
	if (!read_set(old_files, session, &old, &old_sl, error) || !read_set(new_files, session, &new, &new_sl, error))
		return NULL;
	return difference(old, new, old_sl, new_sl, NULL, error);
}

static void drop_slvl(TableFiles *files)
{
	g_clear_pointer(&files->slvl, g_free);
	files->slvl_beside = FALSE;
}

static Case *read_both(const CaseFiles *common, const EvalSession *session, GError **error)
{
	CaseFiles files = {.topology = common->topology,
			   .name_map = common->name_map,
			   .aggregation = common->aggregation,
			   .second = new_files,
			   .ignore_sl = common->ignore_sl};
	drop_slvl(old_files);
	drop_slvl(new_files);
	case_name_tables(&files, old_files);
	files.guid2lid = old_files->guid2lid ? old_files->guid2lid : common->guid2lid;
	return case_read(&files, session->log, session->warnings, error);
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Case) both = files->topology ? read_both(files, session, error) : NULL;
	if (files->topology && !both)
		return EVAL_FAILED;
	g_autoptr(Diff) d = both ? difference(both->lft, both->second->lft, both->path_sl, both->second->path_sl,
					      both->fabric, error)
				 : diff_plain(session, error);
	if (!d)
		return EVAL_FAILED;
	*report = report_of(d, both ? both->fabric : NULL);
	return EVAL_HOLDS;
}

const EvalCommand command_diff = {
	.name = "diff",
	.summary = "what changed between two sets of tables",
	.options = options,
	.arguments = "[TOPOLOGY] OLD[,psl=FILE] NEW[,psl=FILE]",
	.take = take_arguments,
	.answer = answer,
};
