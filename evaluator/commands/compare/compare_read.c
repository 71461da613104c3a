/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the routings that are compared, one after the other, and measures each. The fabric is read once and shared.
 * LIDs that came with the tables of one routing are taken from the fabric again before the next routing is read, so
 * that each is measured alone.
 */
#include "evaluator/commands/compare/compare_read.h"

#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/simulate/simulate_options.h"
#include "evaluator/paths/lids.h"
#include "evaluator/paths/table_files.h"
#include "formats/input.h"
#include "formats/tables/table_names.h"

static void free_files(gpointer files)
{
	table_files_free(files);
}

static gboolean is_new(const GPtrArray *routings, const char *name, GError **error)
{
	for (guint i = 0; i < routings->len; i++) {
		const TableFiles *other = g_ptr_array_index(routings, i);
		if (!g_str_equal(other->name, name))
			continue;
		return sssp_error_usage(error, "two routings are called '%s'", name);
	}
	return TRUE;
}

gboolean compare_take(guint n, char **names, CaseFiles *files, GPtrArray **routings, GError **error)
{
	g_autoptr(GPtrArray) taken = g_ptr_array_new_with_free_func(free_files);
	if (n < 2)
		return sssp_error_usage(error,
					"a topology and at least one routing are needed: TOPOLOGY NAME=TABLES..");
	files->topology = names[0];
	for (guint i = 1; i < n; i++) {
		TableFiles *one = table_files_new(names[i], TRUE, error);
		if (!one || !is_new(taken, one->name, error)) {
			table_files_free(one);
			return FALSE;
		}
		g_ptr_array_add(taken, one);
	}
	*routings = g_steal_pointer(&taken);
	return TRUE;
}

/* Standard input can be read once. */
static gboolean one_standard_input(const CaseFiles *common, const GPtrArray *routings, GError **error)
{
	guint n = g_strcmp0(common->topology, "-") == 0;
	n += g_strcmp0(common->name_map, "-") == 0;
	n += g_strcmp0(common->aggregation, "-") == 0;
	for (guint i = 0; i < routings->len; i++) {
		const TableFiles *f = g_ptr_array_index(routings, i);
		const char *name[] = {f->tables, f->psl, f->slvl, f->guid2lid ? f->guid2lid : common->guid2lid};
		for (guint k = 0; k < G_N_ELEMENTS(name); k++)
			n += g_strcmp0(name[k], "-") == 0;
	}
	if (n <= 1)
		return TRUE;
	return sssp_error_usage(error, "only one file can come from standard input");
}

/*
 * Tables under the name of an algorithm of sssp-route must be by that algorithm, where sssp.fabric beside them says
 * whose they are: with --non-strict, sssp-route writes others.
 */
static gboolean is_named_rightly(const TableFiles *f, GError **error)
{
	static const char *const algorithms[] = {"psssp", "p2sssp", "minhop", "updn", NULL};
	g_autofree char *tables = g_path_get_basename(f->tables);
	g_autofree char *path = g_str_equal(tables, TABLES_LFTS) ? table_files_beside(f->tables, TABLES_ID) : NULL;
	FabricId id;
	if (!path || !g_strv_contains(algorithms, f->name) || !input_fabric_id(path, &id, NULL) ||
	    g_str_equal(id.engine, f->name))
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT,
			      "%s: the routes are those of %s, not of %s: give the routing another name", path,
			      id.engine, f->name);
}

static gboolean has_other_sls(const PathSl *sl)
{
	for (gsize i = 0; sl && i < (gsize)sl->n_sources * sl->n_lids; i++)
		if (sl->sl[i] && sl->sl[i] != SL_NONE)
			return TRUE;
	return FALSE;
}

/* Notes the options that can have no effect on this routing. */
static void say_idle(const Comparison *comparison, const CaseFiles *files, Case *subject, GString *notes)
{
	g_autoptr(GString) of_case = g_string_new(NULL);
	subject->notes = of_case;
	idle_capacity(subject, comparison->options.ebb.capacity);
	if (subject->ignore_sl && !files->psl)
		idle_say(subject, "--ignore-sl", "no SLs were given or lie beside the tables");
	else if (comparison->options.reverse && !has_other_sls(subject->path_sl))
		idle_say(subject, "--reverse", "all packets are on SL 0");
	idle_keep_common(notes, of_case, comparison->routings->len == 0);
	subject->notes = NULL;
}

static RoutingFacts *evaluate_tables(Comparison *comparison, const CaseFiles *common, const TableFiles *f,
				     const EvalSession *session, GString *notes, GError **error)
{
	CaseFiles files = {.topology = common->topology,
			   .subset = common->subset,
			   .all_endpoints = session->all_endpoints,
			   .ignore_sl = common->ignore_sl};
	case_name_tables(&files, f);
	files.guid2lid = f->guid2lid ? f->guid2lid : common->guid2lid;
	if (!is_named_rightly(f, error))
		return NULL;
	g_autoptr(Case) subject = case_read_on(comparison->fabric, &files, session->log, session->warnings, error);
	if (!subject)
		return NULL;
	say_idle(comparison, &files, subject, notes);
	SimOptions *simulate = comparison->options.simulate;
	if (simulate && !simulate_options(subject->paths->n_part, simulate, error))
		return NULL;
	return routing_facts_new(f->name, f->tables, subject->paths, subject->path_sl, subject->sl2vl,
				 &comparison->options, error);
}

/* As evaluate_tables(), but shows how many of its patterns are measured. */
static RoutingFacts *evaluate_with_progress(Comparison *comparison, const CaseFiles *common, const TableFiles *f,
					    const EvalSession *session, GString *notes, GError **error)
{
	Progress progress = PROGRESS_START(f->name);
	EbbOptions *ebb = &comparison->options.ebb;
	ebb->progress = session->show_progress ? progress_draw : NULL;
	ebb->user = &progress;
	RoutingFacts *routing = evaluate_tables(comparison, common, f, session, notes, error);
	progress_clear(&progress);
	ebb->progress = NULL;
	ebb->user = NULL;
	return routing;
}

Comparison *compare_read(const CaseFiles *files, const GPtrArray *routings, const CompareOptions *options,
			 const EvalSession *session, GError **error)
{
	Fabric *fabric = one_standard_input(files, routings, error) ? case_topology(files, session->log, error) : NULL;
	g_autoptr(Comparison) comparison = fabric ? comparison_new(fabric, options) : NULL;
	g_autoptr(GString) notes = g_string_new(NULL);
	g_autofree guint32 *lids = fabric ? lids_save(fabric, error) : NULL;
	for (guint i = 0; lids && i < routings->len; i++) {
		RoutingFacts *routing = NULL;
		if (lids_restore(fabric, lids, error))
			routing = evaluate_with_progress(comparison, files, g_ptr_array_index(routings, i), session,
							 notes, error);
		if (!routing)
			return NULL;
		g_ptr_array_add(comparison->routings, routing);
	}
	g_string_append(session->warnings, notes->str);
	return lids ? g_steal_pointer(&comparison) : NULL;
}
