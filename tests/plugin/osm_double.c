/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/plugin/osm_double.h"
#include "tests/plugin/osm_double_maps.h"
#include "tests/plugin/subnet/osm_double_subnet.h"

#include "generator/synth/synth.h"

#include <opensm/osm_event_plugin.h>
#include <opensm/osm_mcast_mgr.h>
#include <opensm/osm_mcast_tbl.h>
#include <opensm/osm_multicast.h>

#include <stdlib.h>
#include <string.h>

extern osm_event_plugin_t osm_event_plugin;

static OsmDouble *only; /* for the functions that OpenSM would have */

/* ---- life and work */

OsmDouble *osm_double_new(const char *spec, const char *options)
{
	GError *error = NULL;
	Fabric *model = synth_fabric(spec, &error);
	g_assert_no_error(error);
	g_assert_true(fabric_assign_lids(model, 0, NULL, NULL));
	return osm_double_new_of(model, options);
}

/* Where OpenSM's parts point at each other. */
static void lay_out(osm_opensm_t *osm)
{
	osm->subn.p_osm = osm;
	osm->sm.p_subn = osm->sa.p_subn = &osm->subn;
	osm->sa.sm = &osm->sm;
	osm->sm.p_log = osm->sa.p_log = &osm->log;
	osm->sm.p_disp = &osm->disp;
	osm->sm.p_lock = &osm->lock;
	osm->sa.p_set_disp = &osm->sa_set_disp;
}

OsmDouble *osm_double_new_of(Fabric *model, const char *options)
{
	OsmDouble *twin = g_new0(OsmDouble, 1);
	only = twin;
	twin->model = model;
	twin->osm = g_new0(osm_opensm_t, 1);
	lay_out(twin->osm);
	twin->log = g_string_new(NULL);
	osm_double_make_subnet(twin);
	twin->osm->log.level = OSM_LOG_ERROR | OSM_LOG_INFO;
	twin->options = g_strdup_printf("%s%s", options ? options : "",
					options && strstr(options, "state=") ? "" : " state=none");
	twin->osm->subn.opt.event_plugin_options = twin->options;
	twin->entry.context = osm_event_plugin.create(twin->osm);
	return twin;
}

void osm_double_free(OsmDouble *twin)
{
	osm_double_drop_maps(twin);
	if (twin->entry.destroy)
		twin->entry.destroy(twin->entry.context);
	if (twin->entry.context)
		osm_event_plugin.delete(twin->entry.context);
	for (guint32 i = 0; i < twin->model->n_nodes; i++)
		osm_double_free_node(twin->nodes[i]);
	g_free(twin->nodes);
	g_free(twin->endports);
	fabric_free(twin->model);
	g_free(twin->osm);
	g_free(twin->options);
	g_string_free(twin->log, TRUE);
	g_free(twin);
	only = NULL;
}

int osm_double_sweep(OsmDouble *twin)
{
	int status = twin->entry.build_lid_matrices(twin->entry.context);
	if (!status)
		status = twin->entry.ucast_build_fwd_tables(twin->entry.context);
	if (status)
		return status;
	twin->osm->routing_engine_used = &twin->entry;
	osm_ucast_mgr_set_fwd_tables(&twin->osm->sm.ucast_mgr);
	osm_qos_setup(twin->osm);
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_UCAST_ROUTING_DONE,
				GINT_TO_POINTER(UCAST_ROUTING_REROUTE));
	return 0;
}

/* Before it routes OpenSM has room for all LIDs in both tables. */
static void make_tables(osm_switch_t *sw, guint n_lids)
{
	guint size = MAX(n_lids, sw->lft_size);
	sw->new_lft = realloc(sw->new_lft, size);
	if (sw->lft) {
		sw->lft = realloc(sw->lft, size);
		memset(sw->lft + sw->lft_size, OSM_NO_PATH, size - sw->lft_size);
	}
	sw->lft_size = (guint16)size;
}

void osm_double_discover(OsmDouble *twin)
{
	osm_subn_t *subn = &twin->osm->subn;
	cl_qmap_init(&subn->sw_guid_tbl);
	for (guint32 row = 0; row < twin->model->n_switches; row++) {
		osm_switch_t *sw = twin->nodes[twin->model->switches[row]]->sw;
		sw->need_update = 2;
		sw->switch_info.lin_top = cl_hton16((guint16)(twin->has ? twin->has->n_lids - 1 : 0));
		cl_qmap_insert(&subn->sw_guid_tbl, osm_node_get_node_guid(sw->p_node), &sw->map_item);
	}
	twin->osm->routing_engine_list = &twin->entry;
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_HEAVY_SWEEP_DONE, NULL);
	for (guint32 row = 0; row < twin->model->n_switches; row++) {
		osm_switch_t *sw = twin->nodes[twin->model->switches[row]]->sw;
		/* OpenSM takes a table that is there to be as large as its own routing, or its cache of it, needs. */
		g_assert_true(twin->sent || !sw->lft);
		make_tables(sw, OSM_DOUBLE_LIDS(twin->model));
	}
}

void osm_double_done(OsmDouble *twin)
{
	twin->osm->routing_engine_used = &twin->entry;
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_UCAST_ROUTING_DONE,
				GINT_TO_POINTER(UCAST_ROUTING_HEAVY_SWEEP));
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_SUBNET_UP, NULL);
}

guint8 osm_double_sl(const OsmDouble *twin, guint slid, guint dlid)
{
	return twin->entry.path_sl(twin->entry.context, 0, cl_hton16((guint16)slid), cl_hton16((guint16)dlid));
}

/* FNV-1a; GLib's sums take memory in ways that ThreadSanitizer cannot follow. */
static void add(guint64 *sum, const guint8 *bytes, gsize n)
{
	for (gsize i = 0; i < n; i++)
		*sum = (*sum ^ bytes[i]) * 0x100000001b3u;
}

/* The SL to VL tables of a port, from all others. */
static void add_maps(const OsmDouble *twin, guint32 port, guint64 *sum)
{
	ib_slvl_table_t table = {{0}};
	const FabricPort *like = &twin->model->ports[port];
	gboolean at_switch = fabric_is_switch(twin->model, like->node);
	for (guint in = 0; in <= (at_switch ? twin->model->nodes[like->node].n_ports : 0u); in++) {
		twin->entry.update_sl2vl(twin->entry.context, osm_double_physp(twin, port), (guint8)in,
					 at_switch ? like->num : 0, &table);
		add(sum, table.raw_vl_by_sl, sizeof(table.raw_vl_by_sl));
	}
}

guint64 osm_double_answers(const OsmDouble *twin)
{
	guint64 sum = 0xcbf29ce484222325u;
	const Fabric *model = twin->model;
	for (guint32 row = 0; row < model->n_switches; row++) {
		const osm_switch_t *sw = twin->nodes[model->switches[row]]->sw;
		add(&sum, sw->new_lft, sw->lft_size);
	}
	for (guint slid = 1; slid < model->n_lids; slid++)
		for (guint dlid = 1; dlid < model->n_lids; dlid++) {
			guint8 sl = osm_double_sl(twin, slid, dlid);
			add(&sum, &sl, 1);
		}
	for (guint32 port = 0; port < model->n_ports; port++)
		if (model->ports[port].peer != FABRIC_NONE)
			add_maps(twin, port, &sum);
	return sum;
}

/* ---- in place of opensm's */

/* OpenSM forgets what a block was before it sends another; a switch that hears takes it at once. */
static void send_table(osm_switch_t *sw, gboolean heard)
{
	for (guint i = 0; i < sw->lft_size; i += IB_SMP_DATA_SIZE) {
		guint n = MIN(IB_SMP_DATA_SIZE, sw->lft_size - i);
		if (heard)
			memcpy(sw->lft + i, sw->new_lft + i, n);
		else if (memcmp(sw->lft + i, sw->new_lft + i, n))
			memset(sw->lft + i, 0, n);
	}
}

void osm_ucast_mgr_set_fwd_tables(osm_ucast_mgr_t *manager)
{
	(void)manager;
	only->sent++;
	for (guint32 row = 0; row < only->model->n_switches; row++) {
		osm_switch_t *sw = only->nodes[only->model->switches[row]]->sw;
		if (!sw)
			continue;
		if (!sw->lft)
			sw->lft = calloc(1, sw->lft_size);
		guint64 guid = only->model->nodes[only->model->switches[row]].guid;
		send_table(sw, only->sent < only->deaf_from || (only->deaf != guid && only->deaf != OSM_DOUBLE_ALL));
	}
}

extern int wait_for_pending_transactions(osm_stats_t *stats);
int wait_for_pending_transactions(osm_stats_t *stats)
{
	(void)stats;
	return 0;
}

/* A switch that hears answers at once with what it has; OpenSM's receiver keeps it. */
ib_api_status_t osm_req_get(osm_sm_t *sm, const osm_dr_path_t *path, ib_net16_t attribute, ib_net32_t modifier,
			    boolean_t find_mkey, ib_net64_t mkey, uint32_t timeout, cl_disp_msgid_t message,
			    const osm_madw_context_t *context)
{
	guint64 guid = cl_ntoh64(context->lft_context.node_guid);
	guint32 row = 0, first = cl_ntoh32(modifier) * IB_SMP_DATA_SIZE;
	(void)sm, (void)path, (void)find_mkey, (void)mkey, (void)timeout, (void)message;
	g_assert_cmpuint(attribute, ==, IB_MAD_ATTR_LIN_FWD_TBL);
	while (only->model->nodes[only->model->switches[row]].guid != guid)
		row++;
	osm_switch_t *sw = only->nodes[only->model->switches[row]]->sw;
	g_assert_cmpuint(first + IB_SMP_DATA_SIZE, <=, sw->lft_size);
	if (only->deaf == guid || only->deaf == OSM_DOUBLE_ALL)
		return IB_SUCCESS;
	for (guint32 lid = first; lid < first + IB_SMP_DATA_SIZE; lid++)
		sw->lft[lid] = only->has && lid < only->has->n_lids
				       ? only->has->port[(gsize)row * only->has->n_lids + lid]
				       : OSM_NO_PATH;
	return IB_SUCCESS;
}

cl_status_t osm_register_external_routing_engine(osm_opensm_t *osm, const external_routing_engine_module_t *module,
						 void *context)
{
	only->entry.context = context;
	return module->setup(&only->entry, osm) ? CL_ERROR : CL_SUCCESS;
}

/* Errors from this number on tell of dangers, which the subnet may be in as it is. */
#define FIRST_DANGER 16

void osm_log_v2(osm_log_t *log, osm_log_level_t level, const int file_id, const char *format, ...)
{
	gsize begin = only->log->len;
	va_list arguments;
	(void)log, (void)file_id;
	va_start(arguments, format);
	g_string_append_vprintf(only->log, format, arguments);
	va_end(arguments);
	const char *number = strstr(only->log->str + begin, "ERR SSSP");
	gboolean danger = number && g_ascii_strtoull(number + strlen("ERR SSSP"), NULL, 10) >= FIRST_DANGER;
	only->n_errors += level == OSM_LOG_ERROR && !danger ? 1 : 0;
}

cl_status_t osm_switch_set_hops(osm_switch_t *sw, uint16_t lid, uint8_t num, uint8_t hops)
{
	if (!sw->hops[lid]) {
		sw->hops[lid] = malloc(sw->num_ports);
		memset(sw->hops[lid], OSM_NO_PATH, sw->num_ports);
	}
	sw->hops[lid][num] = hops;
	sw->hops[lid][0] = MIN(sw->hops[lid][0], hops);
	return CL_SUCCESS;
}

void osm_switch_clear_hops(osm_switch_t *sw)
{
	for (guint lid = 0; lid < sw->num_hops; lid++)
		if (sw->hops[lid])
			memset(sw->hops[lid], OSM_NO_PATH, sw->num_ports);
}

int osm_subn_verify_config(osm_subn_opt_t *options)
{
	(void)options;
	return 0;
}

/* Multicast has a test of its own: no groups here. */
void osm_purge_mtree(struct osm_sm *sm, osm_mgrp_box_t *mbox)
{
	(void)sm, (void)mbox;
	g_assert_not_reached();
}

int osm_mcast_make_port_list_and_map(cl_qlist_t *list, cl_qmap_t *map, osm_mgrp_box_t *mbox)
{
	(void)list, (void)map, (void)mbox;
	g_assert_not_reached();
}

void osm_mcast_drop_port_list(cl_qlist_t *list)
{
	(void)list;
	g_assert_not_reached();
}

void osm_mcast_tbl_set(osm_mcast_tbl_t *table, uint16_t mlid_ho, uint8_t port)
{
	(void)table, (void)mlid_ho, (void)port;
	g_assert_not_reached();
}

struct osm_switch *osm_get_switch_by_guid(const osm_subn_t *subn, ib_net64_t guid)
{
	(void)subn;
	guint32 index = fabric_find_node(only->model, cl_ntoh64(guid));
	return index == FABRIC_NONE ? NULL : only->nodes[index]->sw;
}
