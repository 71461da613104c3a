/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the tables that a rerouting starts from. Tables alone do not tell which port a LID stands for. A state file
 * does. Tables count as made for the topology that is named with them, or else for the fabric that is to be routed. A
 * topology without LIDs gets those that sssp-route gave it: they are in guid2lid beside the tables, or are given again
 * in the same manner. SLs, and VLs by ports, are read from the files beside the tables.
 */
#include "generator/route/route_from.h"

#include "core/base/error.h"
#include "formats/input.h"
#include "formats/tables/table_names.h"
#include "generator/route/route_lids.h"

static gboolean is_file(const char *path)
{
	return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

/* ---- reading */

static gboolean read_beside(RouteFrom *from, const char *folder, ParseLog *log, GError **error)
{
	g_autofree char *sl = g_build_filename(folder, TABLES_SL, NULL);
	g_autofree char *lids = g_build_filename(folder, TABLES_LIDS, NULL);
	if (is_file(sl)) {
		parse_log_add(log, sl, 0, "files beside the previous tables", "taken for their service levels");
		if (!(from->state.path_sl = input_psl(sl, log, error)))
			return FALSE;
	}
	g_autofree char *slvl = g_build_filename(folder, TABLES_SLVL, NULL);
	/* Without sources there are no SLs in the file: if there are several lanes, they are by ports. */
	if ((!from->state.path_sl || !from->state.path_sl->n_sources) && is_file(slvl))
		from->slvl = g_steal_pointer(&slvl);
	return !is_file(lids) || (from->lids = input_guid2lid(lids, log, error));
}

static gboolean read_tables(RouteFrom *from, const char *path, ParseLog *log, GError **error)
{
	gboolean is_folder = g_file_test(path, G_FILE_TEST_IS_DIR);
	g_autofree char *file = is_folder ? g_build_filename(path, TABLES_LFTS, NULL) : g_strdup(path);
	g_autofree char *folder = is_folder ? g_strdup(path) : g_path_get_dirname(path);
	return (from->state.lft = input_tables(file, log, error)) && read_beside(from, folder, log, error);
}

static gboolean read_topology(RouteFrom *from, const char *topology, ParseLog *log, GError **error)
{
	Fabric *fabric = from->state.fabric = input_topology(topology, log, error);
	return fabric && route_lids_keep(fabric, NULL, from->lids, error) && fabric_assign_lids(fabric, 0, NULL, error);
}

gboolean route_from_read(RouteFrom *from, const char *path, const char *topology, ParseLog *log, GError **error)
{
	*from = (RouteFrom){0};
	g_autofree char *inside = g_build_filename(path, STATE_FILE, NULL);
	const char *state = is_file(inside) ? inside : path;
	if (!topology && (state == inside || input_is_state(path)))
		return input_state(state, &from->state, error);
	return read_tables(from, path, log, error) && (!topology || read_topology(from, topology, log, error));
}

/* ---- the fabric that is to be routed */

gboolean route_from_keep_lids(const RouteFrom *from, Fabric *fabric, GError **error)
{
	return route_lids_keep(fabric, from->state.fabric, from->lids, error);
}

/* VLs by ports; tables that say no more than one lane are none. */
static gboolean read_port_vls(RouteFrom *from, const Fabric *fabric, ParseLog *log, GError **error)
{
	g_autoptr(Sl2vl) sl2vl = from->slvl ? input_slvl(from->slvl, fabric, log, error) : NULL;
	if (!sl2vl)
		return !from->slvl;
	if (sl2vl->n_maps == 1)
		return TRUE;
	g_clear_pointer(&from->state.path_sl, path_sl_free);
	from->state.sl2vl = g_steal_pointer(&sl2vl);
	return TRUE;
}

gboolean route_from_settle(RouteFrom *from, const char *path, const Fabric *fabric, ParseLog *log, GError **error)
{
	const Lft *lft = from->state.lft;
	guint32 common = 0;
	for (guint32 i = 0; i < lft->n_switches; i++) {
		guint32 node = fabric_find_node(fabric, lft->guid[i]);
		common += node != FABRIC_NONE && fabric_is_switch(fabric, node);
	}
	if (!common)
		return sssp_error_set(error, SSSP_ERROR_INPUT,
				      "%s: of another fabric: none of its %u switches is in this one", path,
				      lft->n_switches);
	const Fabric *then = from->state.fabric ? from->state.fabric : fabric;
	if (!read_port_vls(from, then, log, error))
		return FALSE;
	from->previous = (PreviousTables){.fabric = then,
					  .lft = lft,
					  .path_sl = from->state.path_sl,
					  .sl2vl = from->state.sl2vl,
					  .efi = from->state.fresh_efi,
					  .vls_needed = from->state.vls_needed,
					  .older = from->state.older,
					  .detours = from->state.detours,
					  .mcast = from->state.mcast};
	return TRUE;
}

void route_from_clear(RouteFrom *from)
{
	state_clear(&from->state);
	g_free(from->slvl);
	g_clear_pointer(&from->lids, g_array_unref);
}
