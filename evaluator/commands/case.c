/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the files that a command evaluates (topology, forwarding tables, SLs and others) into one Case, and warns of
 * what is odd. LIDs come from the file that was named; without one they come from the topology, and for ports that have
 * none there, from a file guid2lid beside the tables. Forwarding tables are then joined with the topology, switch by
 * switch. A second set, such as the old tables, is read like the first.
 */
#include "evaluator/commands/case.h"

#include "core/base/error.h"
#include "evaluator/commands/case_lanes.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/paths/lids.h"
#include "formats/input.h"
#include "formats/tables/table_names.h"

#include <string.h>

static gboolean one_standard_input(const CaseFiles *files, GError **error)
{
	const TableFiles none = {0}, *other = files->second ? files->second : &none;
	const char *name[] = {files->topology,     files->tables,       files->psl,         files->slvl,
			      files->guid2lid,     files->mcast,        other->tables,      other->psl,
			      other->slvl,         other->guid2lid,     files->name_map,    files->second_topology,
			      files->second_mcast, files->previous_psl, files->aggregation, files->jobs,
			      files->reconnected};
	guint n = 0;
	for (guint i = 0; i < G_N_ELEMENTS(name); i++)
		n += g_strcmp0(name[i], "-") == 0;
	/* A file that holds what both topologies need is read once for each. */
	gboolean twice = files->second_topology &&
			 (g_strcmp0(files->name_map, "-") == 0 || g_strcmp0(files->aggregation, "-") == 0);
	if (n <= 1 && !twice)
		return TRUE;
	return sssp_error_usage(error, n > 1 ? "only one file can come from standard input"
					     : "what is read with either topology cannot come from standard input");
}

/* psl_beside, slvl_beside: found beside the tables, not named; psl_old, slvl_old: of these, older than the tables. */
void case_name_tables(CaseFiles *files, const TableFiles *tables)
{
	files->tables = tables->tables;
	files->psl_old = !files->psl && tables->psl_old;
	files->slvl_old = !files->slvl && tables->slvl_old;
	files->psl_beside = !files->psl && tables->psl_beside;
	files->psl = files->psl ? files->psl : tables->psl;
	files->slvl_beside = !files->slvl && tables->slvl_beside;
	files->slvl = files->slvl ? files->slvl : tables->slvl;
	files->guid2lid = files->guid2lid ? files->guid2lid : tables->guid2lid;
}

CaseFiles case_name_both(const CaseFiles *common, const TableFiles *old, const TableFiles *new)
{
	CaseFiles files = *common;
	case_name_tables(&files, new);
	files.guid2lid = new->guid2lid ? new->guid2lid : common->guid2lid;
	files.second = old;
	return files;
}

/* Warns of LIDs that only the file of LIDs or only the topology has. */
static void doubt_lids(const LidsTaken *taken, const char *file, const char *topology, GString *warnings)
{
	g_string_append_printf(warnings, "%s: the LIDs of %u ports of %s are taken from here\n", file, taken->n_ports,
			       topology);
	if (taken->n_foreign)
		g_string_append_printf(
			warnings,
			"%s: warning: %u GUIDs are of no port of %s, the first is 0x%016" G_GINT64_MODIFIER "x\n", file,
			taken->n_foreign, topology, taken->first_foreign);
	if (taken->n_without)
		g_string_append_printf(warnings,
				       "%s: warning: %u ports of %s have no entry and stay without a LID, the first is "
				       "0x%016" G_GINT64_MODIFIER "x\n",
				       file, taken->n_without, topology, taken->first_without);
}

static void doubt_filled(const LidsFilled *filled, const char *file, const char *topology, GString *warnings)
{
	if (filled->n_ports)
		g_string_append_printf(warnings, "%s: the LIDs of %u ports that have none in %s are taken from here\n",
				       file, filled->n_ports, topology);
	if (filled->n_against)
		g_string_append_printf(
			warnings,
			"%s: warning: left aside: it is for other LIDs than those of %s, the first is of "
			"0x%016" G_GINT64_MODIFIER "x\n",
			file, topology, filled->first_against);
	if (filled->n_without)
		g_string_append_printf(
			warnings,
			"%s: warning: %u ports have no LID and are not judged, the first is 0x%016" G_GINT64_MODIFIER
			"x\n",
			topology, filled->n_without, filled->first_without);
}

/* Gives the ports without a LID those of the file beside the tables, where these agree with the LIDs that are there. */
static gboolean complete_lids(Case *c, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	guint64 first;
	LidsFilled filled;
	if (!lids_lacking(c->fabric, &first))
		return TRUE;
	g_autofree char *path = table_files_beside(files->tables, TABLES_LIDS);
	g_autoptr(GArray) entries = path ? input_guid2lid(path, log, error) : NULL;
	if ((path && !entries) || !lids_fill(c->fabric, entries, &filled, error))
		return FALSE;
	doubt_filled(&filled, path, files->topology, warnings);
	return TRUE;
}

/* Gives the topology LIDs, where it has none of its own or a file of LIDs is named. FALSE with an error. */
static gboolean give_lids(Case *c, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	g_autofree char *beside = NULL;
	const char *path = files->guid2lid;
	LidsTaken taken;
	if (!path && !lids_any(c->fabric))
		path = beside = table_files_beside(files->tables, TABLES_LIDS);
	if (!path)
		return !lids_any(c->fabric) || complete_lids(c, files, log, warnings, error);
	const char *name = strcmp(path, "-") != 0 ? path : "standard input";
	g_autoptr(GArray) entries = input_guid2lid(path, log, error);
	if (!entries || !lids_take(c->fabric, entries, name, log, &taken, error))
		return FALSE;
	if (taken.n_ports) {
		doubt_lids(&taken, name, files->topology, warnings);
		return TRUE;
	}
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: none of its %u GUIDs is that of a port of %s", name,
			      entries->len, files->topology);
}

static gboolean read_files(Case *c, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	if (!give_lids(c, files, log, warnings, error) || !(c->lft = input_tables(files->tables, log, error)) ||
	    !case_lanes(c, files, log, warnings, error))
		return FALSE;
	if (files->previous_psl && !(c->previous_sl = input_psl_for(files->previous_psl, c->fabric, log, error)))
		return FALSE;
	if (c->previous_sl && !c->previous_sl->n_sources)
		g_string_append_printf(warnings, "%s: there are no SLs in it: connections are taken to be on SL 0\n",
				       files->previous_psl);
	return !files->mcast || (c->mft = input_mcast(files->mcast, log, error));
}

/* Warns of what makes one doubt that the tables are of this fabric. */
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
	guint32 lid = p->lft->unsaid, owner = lid && lid < p->fabric->n_lids ? p->fabric->lid_port[lid] : FABRIC_NONE;
	if (owner != FABRIC_NONE)
		g_string_append_printf(
			warnings,
			"%s: warning: nothing is said of LID %u (\"%s\"), which dump_lfts and ibroute leave "
			"out, being the last and a multiple of 64: routes to it are not judged\n",
			files->tables, lid, fabric_name_at(p->fabric, owner));
}

static gboolean has_endpoints(const Case *c, GError **error)
{
	if (c->fabric->n_endpoints)
		return TRUE;
	return sssp_error_set(
		error, SSSP_ERROR_INPUT, "%s: no endpoint has a LID%s: there is nothing that tables could lead to",
		c->topology_name, lids_any(c->fabric) ? "" : ", and there is no guid2lid beside the tables");
}

/* Reads the files of one set of tables and joins them with the fabric. FALSE with an error. */
static gboolean read_tables(Case *c, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	if (!read_files(c, files, log, warnings, error) || !has_endpoints(c, error))
		return FALSE;
	c->paths = paths_new(c->fabric, c->lft, error);
	if (!c->paths) {
		g_prefix_error(error, "%s: ", files->tables);
		return FALSE;
	}
	if (files->all_endpoints)
		paths_take_all(c->paths);
	if (files->subset && !subset_given_take(c->paths, files->subset, error))
		return FALSE;
	doubt(c->paths, files, warnings);
	return TRUE;
}

/* Reads the second set as if it were alone; `lids` are the LIDs that came with the topology. FALSE with an error. */
static gboolean read_second(Case *c, const CaseFiles *files, const guint32 *lids, ParseLog *log, GString *warnings,
			    GError **error)
{
	const TableFiles *other = files->second;
	CaseFiles second = {.topology = files->topology,
			    .name_map = files->name_map,
			    .aggregation = files->aggregation,
			    .subset = files->subset,
			    .all_endpoints = files->all_endpoints,
			    .ignore_sl = files->ignore_sl};
	case_name_tables(&second, other);
	second.mcast = files->second_mcast;
	if (files->second_topology) {
		second.topology = files->second_topology;
		second.guid2lid = other->guid2lid;
		return (c->second = case_read_on(NULL, &second, log, warnings, error)) != NULL;
	}
	second.guid2lid = other->guid2lid ? other->guid2lid : files->guid2lid;
	g_autofree guint32 *first = lids_save(c->fabric, error);
	if (!first || !lids_restore(c->fabric, lids, error))
		return FALSE;
	c->second = case_read_on(c->fabric, &second, log, warnings, error);
	if (!c->second)
		return FALSE;
	guint32 port = lids_differ(c->fabric, first);
	if (port == FABRIC_NONE)
		return TRUE;
	const FabricPort *at = &c->fabric->ports[port];
	return sssp_error_set(
		error, SSSP_ERROR_INPUT,
		"%s: the LIDs are not those of %s: port %u of \"%s\" has LID %u, LMC %u here and LID %u, LMC %u "
		"there; tables can be in force together only for the same LIDs",
		other->tables, files->tables, at->num, fabric_name(c->fabric, at->node), at->lid, at->lmc,
		first[port] >> 8, first[port] & 0xff);
}

Fabric *case_topology(const CaseFiles *files, ParseLog *log, GError **error)
{
	g_autoptr(Fabric) fabric = input_topology(files->topology, log, error);
	if (!fabric || !input_name_map(files->name_map, fabric, log, error) ||
	    (files->aggregation && !input_aggregation(files->aggregation, fabric, log, error)))
		return NULL;
	return g_steal_pointer(&fabric);
}

Case *case_read_on(Fabric *fabric, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	g_autoptr(Case) c = g_new0(Case, 1);
	c->fabric = fabric;
	c->shares_fabric = fabric != NULL;
	c->ignore_sl = files->ignore_sl;
	c->topology_name = files->topology;
	c->tables_name = files->tables;
	if (!one_standard_input(files, error) || (!c->fabric && !(c->fabric = case_topology(files, log, error))))
		return NULL;
	g_autofree guint32 *lids = files->second ? lids_save(c->fabric, error) : NULL;
	if ((files->second && !lids) || !read_tables(c, files, log, warnings, error) ||
	    (files->second && !read_second(c, files, lids, log, warnings, error)))
		return NULL;
	return g_steal_pointer(&c);
}

Case *case_read(const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	return case_read_on(NULL, files, log, warnings, error);
}

void case_free(Case *c)
{
	if (!c)
		return;
	case_free(c->second);
	paths_free(c->paths);
	path_sl_free(c->path_sl);
	path_sl_free(c->previous_sl);
	sl2vl_free(c->sl2vl);
	mft_free(c->mft);
	lft_free(c->lft);
	if (!c->shares_fabric)
		fabric_free(c->fabric);
	g_free(c);
}
