/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a routing into the switches that OpenSM holds in memory: hop tables and forwarding tables. They are written
 * directly into OpenSM's arrays, since a call for each entry would take longer than the routing. Each switch has tables
 * of its own, so threads share the work by switches.
 */
#include "plugin/subnet/export.h"

#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

/* From so many entries on, over all switches, one more thread saves more time than its start costs. */
#ifndef EXPORT_WORTH_A_THREAD /* tests have it lower */
#define EXPORT_WORTH_A_THREAD 500000
#endif

typedef struct {
	const Snapshot *snapshot;
	osm_switch_t *const *switches;
	const Lft *lft;
	const void *lids; /* [n_lids] SwitchLid for hops, guint16 LIDs of hosts for forwarding tables */
	guint32 n_lids;
	gint *failed; /* atomic; TRUE: memory was short at some switch */
} Export;

/* Calls `work` for each switch. */
static void for_switches(const Export *export, guint threads, void (*work)(gpointer export, guint32 row))
{
	guint32 n_switches = export->snapshot->fabric->n_switches;
	guint64 most = (guint64)n_switches * export->n_lids / EXPORT_WORTH_A_THREAD + 1;
	guint n = (guint)MIN(crew_size(threads, n_switches), most);

	crew_run((gpointer) export, 0, n, n_switches, &(CrewJob){.work = work});
}

/* ---- hops */

typedef struct {
	guint8 port;
	guint32 row; /* of the switch at the other end */
} Neighbour;

/* A LID of a switch, and the row of that switch. */
typedef struct {
	guint16 lid;
	guint32 row;
} SwitchLid;

/* Fills `neighbours` with the ports of a switch that lead to other switches; returns how many. */
static guint find_neighbours(const Snapshot *snapshot, guint32 row, Neighbour neighbours[])
{
	const Fabric *fabric = snapshot->fabric;
	const FabricNode *node = &fabric->nodes[fabric->switches[row]];
	guint n = 0;

	for (guint num = 1; num <= node->n_ports; num++) {
		guint32 peer = fabric->ports[node->first_port + num].peer;
		guint32 other = peer == FABRIC_NONE ? FABRIC_NONE : snapshot->node_row[fabric->ports[peer].node];
		if (other != FABRIC_NONE && other != row)
			neighbours[n++] = (Neighbour){(guint8)num, other};
	}
	return n;
}

/* The LIDs of all switches, ascending; *n of them. NULL when memory is short. */
static SwitchLid *list_switch_lids(const Snapshot *snapshot, guint32 *n)
{
	SwitchLid *list = g_try_new(SwitchLid, snapshot->n_lids + 1);
	const Fabric *fabric = snapshot->fabric;

	*n = 0;
	for (guint32 lid = 0; list && lid < snapshot->n_lids; lid++) {
		guint32 port = fabric->lid_port[lid];
		if (port != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[port].node))
			list[(*n)++] = (SwitchLid){(guint16)lid, snapshot->lid_row[lid]};
	}
	return list;
}

/*
 * Sets the hops from switch `row` to one LID by each port; port 0 gets the least of them. OpenSM sets the one of port 0
 * and allocates the LID's array; the others are set here, as a call for each would take longer than the routing. FALSE:
 * memory is short.
 */
static gboolean set_hops(const Snapshot *snapshot, osm_switch_t *sw, guint32 row, const Neighbour neighbours[], guint n,
			 SwitchLid to)
{
	const guint8 *hops_to = snapshot->routing->hops + (gsize)to.row * snapshot->routing->n_switches;
	guint8 least = hops_to[row];

	if (least == GRAPH_FAR)
		return TRUE;
	if (osm_switch_set_hops(sw, to.lid, 0, least) != CL_SUCCESS)
		return FALSE;
	for (guint i = 0; i < n; i++)
		if (hops_to[neighbours[i].row] < GRAPH_FAR - 1)
			sw->hops[to.lid][neighbours[i].port] = hops_to[neighbours[i].row] + 1;
	return TRUE;
}

static void set_hops_of(gpointer data, guint32 row)
{
	const Export *export = data;
	const SwitchLid *lids = export->lids;
	osm_switch_t *sw = export->switches[row];
	Neighbour neighbours[FABRIC_MAX_PORTS];
	guint n = find_neighbours(export->snapshot, row, neighbours);

	for (guint32 i = 0; i < export->n_lids; i++)
		if (lids[i].lid <= sw->max_lid_ho && !set_hops(export->snapshot, sw, row, neighbours, n, lids[i])) {
			g_atomic_int_set(export->failed, TRUE);
			return;
		}
}

static gboolean set_all_hops(const Snapshot *snapshot, osm_switch_t *const *switches, guint threads)
{
	gint failed = FALSE;
	Export export = {.snapshot = snapshot, .switches = switches, .failed = &failed};
	g_autofree SwitchLid *lids = list_switch_lids(snapshot, &export.n_lids);

	export.lids = lids;
	if (lids)
		for_switches(&export, threads, set_hops_of);
	return lids && !failed;
}

static void clear_hops(const Snapshot *snapshot, osm_switch_t *const *switches)
{
	for (guint32 row = 0; row < snapshot->fabric->n_switches; row++)
		osm_switch_clear_hops(switches[row]);
}

gboolean export_hops(const Snapshot *snapshot, osm_switch_t *const *switches, guint threads, GError **error)
{
	gsize n = snapshot->fabric->n_switches;

	clear_hops(snapshot, switches);
	if (set_all_hops(snapshot, switches, threads))
		return TRUE;
	clear_hops(snapshot, switches);
	return sssp_error_memory(error, "hop tables", n * n);
}

/* ---- forwarding tables */

/* OpenSM's own engines count the paths to hosts over each port; its debugging dump shows them. */
static void count_paths(const Export *export, osm_switch_t *sw)
{
	const guint16 *lids = export->lids;

	for (guint32 i = 0; i < export->n_lids && lids[i] <= sw->max_lid_ho; i++)
		if (sw->new_lft[lids[i]] < sw->num_ports)
			osm_switch_count_path(sw, sw->new_lft[lids[i]]);
}

void export_lft(const Lft *lft, guint32 row, osm_switch_t *sw)
{
	guint known = MIN(lft->n_lids, (guint)sw->max_lid_ho + 1);
	memset(sw->new_lft, OSM_NO_PATH, sw->lft_size);
	memcpy(sw->new_lft, lft->port + (gsize)row * lft->n_lids, MIN(known, sw->lft_size));
}

static void export_row(gpointer data, guint32 row)
{
	const Export *export = data;

	export_lft(export->lft, row, export->switches[row]);
	count_paths(export, export->switches[row]);
}

/* The LIDs of endpoints, ascending: `lids` has room for all LIDs. Returns how many. */
static guint32 list_endpoint_lids(const Snapshot *snapshot, guint16 *lids)
{
	const Fabric *fabric = snapshot->fabric;
	guint32 n = 0;

	for (guint32 lid = 0; lid < snapshot->n_lids; lid++) {
		guint32 port = fabric->lid_port[lid];
		if (port != FABRIC_NONE && !fabric_is_switch(fabric, fabric->ports[port].node))
			lids[n++] = (guint16)lid;
	}
	return n;
}

void export_lfts(const Snapshot *snapshot, const Lft *lft, osm_switch_t *const *switches, guint threads)
{
	Export export = {.snapshot = snapshot, .lft = lft, .switches = switches};
	g_autofree guint16 *lids = g_try_new(guint16, snapshot->n_lids + 1);

	/* Without memory paths stay uncounted, which shows in OpenSM's debugging dump only. */
	export.lids = lids;
	export.n_lids = lids ? list_endpoint_lids(snapshot, lids) : 0;
	for_switches(&export, threads, export_row);
}
