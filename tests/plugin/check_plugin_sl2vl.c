/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How SL to VL tables get into switches: the whole plugin beside a stand-in for OpenSM that cuts tables, loses some,
 * and does not notice.
 */
#include "plugin/engine_state.h"
#include "tests/core/fixture.h"
#include "tests/plugin/osm_double_maps.h"

#include <opensm/osm_event_plugin.h>

#include <string.h>

#define SPEC "torus:5x4,hosts=2"
#define NO_PORT_FREE "random:switches=16,ports=8,hosts=2,seed=1"
#define VL0 1 /* code of OperVLs: one lane */

extern osm_event_plugin_t osm_event_plugin;

static gboolean logged(const OsmDouble *twin, const char *text)
{
	return strstr(twin->log->str, text) != NULL;
}

static void sweep(OsmDouble *twin)
{
	g_string_truncate(twin->log, 0);
	twin->osm->subn.force_heavy_sweep = FALSE;
	osm_double_maps_sent();
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	for (guint32 row = 0; row < twin->model->n_switches; row++)
		twin->nodes[twin->model->switches[row]]->sw->need_update = 0;
}

static OsmDouble *start_on(const char *spec, const char *options)
{
	OsmDouble *twin = osm_double_new(spec, options);
	ck_assert_msg(twin->entry.context != NULL, "%s", twin->log->str);
	osm_double_keep_maps(twin);
	twin->osm->subn.opt.transaction_timeout = 200;
	twin->osm->subn.sm_state = IB_SMINFO_STATE_MASTER;
	for (guint32 row = 0; row < twin->model->n_switches; row++)
		twin->nodes[twin->model->switches[row]]->sw->need_update = 2; /* new to OpenSM */
	return twin;
}

static OsmDouble *start(const char *options)
{
	return start_on(SPEC, options);
}

static gboolean is_between(const Fabric *f, guint32 port)
{
	guint32 peer = f->ports[port].peer;
	return peer != FABRIC_NONE && fabric_is_switch(f, f->ports[port].node) &&
	       fabric_is_switch(f, f->ports[peer].node);
}

static gboolean is_cabled(const Fabric *f, const FabricNode *node, guint num)
{
	return !num || f->ports[node->first_port + num].peer != FABRIC_NONE;
}

/* The VLs in operation at a port, as a mask of their numbers. */
static guint operational(const OsmDouble *twin, guint32 port)
{
	const FabricPort *like = &twin->model->ports[port];
	const ib_port_info_t *info = &twin->nodes[like->node]->physp_table[like->num].port_info;
	return (1u << (ib_port_info_get_op_vls(info) - 1)) - 1;
}

/* How many VLs of packets are not those of the routing; towards hosts, those that are in operation. */
static guint count_wrong(const OsmDouble *twin)
{
	const Engine *engine = twin->entry.context;
	const Sl2vl *sl2vl = engine->published->routing->sl2vl;
	const Fabric *f = twin->model;
	guint wrong = 0;
	ck_assert_ptr_nonnull(sl2vl);
	for (guint32 port = 0; port < f->n_ports; port++) {
		const FabricNode *node = &f->nodes[f->ports[port].node];
		guint num = f->ports[port].num, mask = is_between(f, port) ? 15 : operational(twin, port);
		gboolean counts = fabric_is_switch(f, f->ports[port].node) && num && is_cabled(f, node, num);
		for (guint in = 0; counts && in <= node->n_ports; in++) {
			const SlMap *map = sl2vl_get(sl2vl, (guint32)sl2vl_find(sl2vl, node->guid), in, num);
			for (guint sl = 0; in != num && is_cabled(f, node, in) && sl < SL_COUNT; sl++)
				wrong += osm_double_vl(twin, in, port, sl) != (map->vl[sl] & mask);
		}
	}
	return wrong;
}

static void one_lane_in_operation(const OsmDouble *twin, gboolean of_hosts_only)
{
	const Fabric *f = twin->model;
	for (guint32 port = 0; port < f->n_ports; port++) {
		const FabricPort *like = &f->ports[port];
		if (!of_hosts_only || !is_between(f, port))
			ib_port_info_set_op_vls(&twin->nodes[like->node]->physp_table[like->num].port_info, VL0);
	}
}

START_TEST(tables_are_whole_although_opensm_cuts_them)
{
	const char *const modes[] = {"threads=1", "threads=1 sl=path"}, *const specs[] = {SPEC, NO_PORT_FREE};
	for (guint i = 0; i < 2 * G_N_ELEMENTS(modes); i++) {
		OsmDouble *twin = start_on(specs[i / 2], modes[i % 2]);
		one_lane_in_operation(twin, FALSE);
		sweep(twin);
		ck_assert_uint_eq(count_wrong(twin), 0);
		ck_assert(logged(twin, "links have 1 of"));
		sweep(twin); /* OpenSM cuts them again */
		ck_assert_uint_eq(count_wrong(twin), 0);
		osm_double_free(twin);
	}
}
END_TEST

/* A table that is all zero looks to OpenSM as it if had been taken. */
START_TEST(lost_tables_are_sent_again)
{
	OsmDouble *twin = start("threads=1");
	twin->osm->subn.opt.transaction_timeout = 0;
	guint64 guid = twin->model->nodes[twin->model->switches[7]].guid;
	osm_physp_t *ports = twin->nodes[twin->model->switches[7]]->physp_table;
	for (guint num = 1; num <= twin->model->nodes[twin->model->switches[7]].n_ports; num++)
		ports[num].need_update = 1; /* OpenSM sends what it has not sent yet */
	osm_double_lose_maps(guid, G_MAXUINT);
	sweep(twin);
	ck_assert_uint_gt(count_wrong(twin), 0);
	ck_assert_msg(logged(twin, "ERR SSSP26: "), "%s", twin->log->str);
	ck_assert(twin->osm->subn.force_heavy_sweep);
	for (guint num = 1; num <= twin->model->nodes[twin->model->switches[7]].n_ports; num++)
		ports[num].need_update = 0;
	osm_double_lose_maps(0, 0);
	sweep(twin);
	ck_assert_uint_eq(count_wrong(twin), 0);
	ck_assert(!logged(twin, "ERR SSSP26"));
	ck_assert(!twin->osm->subn.force_heavy_sweep);
	sweep(twin);
	ck_assert_uint_eq(osm_double_maps_sent(), 0);
	osm_double_free(twin);
}
END_TEST

/* Sweeps are asked for three times; then it is OpenSM's turn. */
START_TEST(patience_has_an_end)
{
	OsmDouble *twin = start("threads=1");
	osm_double_lose_maps(twin->model->nodes[twin->model->switches[7]].guid, G_MAXUINT);
	for (guint i = 0; i < 5; i++) {
		sweep(twin);
		ck_assert(logged(twin, "ERR SSSP26: "));
		ck_assert_int_eq(twin->osm->subn.force_heavy_sweep, i < 3);
	}
	osm_double_free(twin);
}
END_TEST

/* OpenSM has discovered a switch. */
static void discover(OsmDouble *twin, guint32 node)
{
	cl_qmap_t *all = &twin->osm->subn.sw_guid_tbl;
	osm_switch_t *sw = twin->nodes[node]->sw;
	if (!cl_qmap_count(all))
		cl_qmap_init(all);
	cl_qmap_insert(all, osm_node_get_node_guid(sw->p_node), &sw->map_item);
	twin->nodes[node]->discovery_count = 1;
}

/* OpenSM has discovered the subnet, and a switch is new to it. */
static void join(OsmDouble *twin, guint32 node)
{
	g_string_truncate(twin->log, 0);
	discover(twin, node);
	twin->nodes[node]->sw->need_update = 2;
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_HEAVY_SWEEP_DONE, NULL);
}

START_TEST(switches_that_join_have_tables_first)
{
	OsmDouble *twin = start("threads=1 sl=path");
	const Engine *engine = twin->entry.context;
	sweep(twin);
	ck_assert_uint_eq(count_wrong(twin), 0);
	guint32 node = twin->model->switches[3];
	osm_double_drop_maps(twin);
	osm_double_keep_maps(twin); /* of before this plugin */
	join(twin, node);
	ck_assert_msg(logged(twin, "SL to VL tables of 4 ports that joined were written before routing"), "%s",
		      twin->log->str);
	guint lanes = engine->published->routing->vls_mapped;
	ck_assert_uint_gt(lanes, 1);
	for (guint num = 1; num <= twin->model->nodes[node].n_ports; num++) {
		guint32 port = fabric_port_index(twin->model, node, num);
		for (guint sl = 0; is_between(twin->model, port) && sl < SL_COUNT; sl++)
			ck_assert_uint_eq(osm_double_vl(twin, 0, port, sl), sl < lanes ? sl : 0);
	}
	osm_double_free(twin);
}
END_TEST

/* A port's tables are not written while it has no cable. */
START_TEST(cables_that_come_back_have_tables_first)
{
	OsmDouble *twin = start("threads=1 sl=path");
	const Fabric *f = twin->model;
	guint32 port = fabric_port_index(f, f->switches[3], 1);
	while (!is_between(f, port))
		port++;
	osm_double_cut(twin, port, TRUE);
	sweep(twin);
	guint32 ends[] = {port, f->ports[port].peer};
	for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
		ck_assert_uint_eq(osm_double_vl(twin, 0, ends[i], 0), 5); /* of before this plugin */
		discover(twin, f->ports[ends[i]].node);
	}
	osm_double_cut(twin, port, FALSE);
	g_string_truncate(twin->log, 0);
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_HEAVY_SWEEP_DONE, NULL);
	ck_assert_msg(logged(twin, "SL to VL tables of 8 ports that joined were written before routing"), "%s",
		      twin->log->str);
	for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
		ck_assert_uint_eq(osm_double_vl(twin, 0, ends[i], 1), 1);
	sweep(twin);
	ck_assert_uint_eq(count_wrong(twin), 0);
	osm_double_maps_sent();
	osm_event_plugin.report(twin->entry.context, OSM_EVENT_ID_HEAVY_SWEEP_DONE, NULL);
	ck_assert_uint_eq(osm_double_maps_sent(), 0);
	osm_double_free(twin);
}
END_TEST

/* Two subnets were joined by a cable: whose switches these are is settled later. */
START_TEST(another_master_keeps_its_switches)
{
	OsmDouble *twin = start("threads=1 sl=path");
	osm_remote_sm_t other;
	memset(&other, 0, sizeof other);
	cl_qmap_t *others = &twin->osm->subn.sm_guid_tbl;
	sweep(twin);
	other.smi.pri_state = IB_SMINFO_STATE_MASTER;
	cl_qmap_insert(others, 1, &other.map_item);
	osm_double_maps_sent();
	join(twin, twin->model->switches[3]);
	ck_assert_uint_eq(osm_double_maps_sent(), 0);
	ck_assert(!logged(twin, "written before routing"));
	cl_qmap_remove(others, 1);
	osm_double_free(twin);
}
END_TEST

/* A routing was broken off before its tables were looked after: ports that were noted then may be gone. */
START_TEST(what_was_broken_off_is_sent_again)
{
	OsmDouble *twin = start("threads=1");
	Engine *engine = twin->entry.context;
	sweep(twin);
	engine->sl2vl_sent = g_ptr_array_new();
	g_ptr_array_add(engine->sl2vl_sent, NULL);
	twin->osm->subn.need_update = FALSE;
	osm_event_plugin.report(engine, OSM_EVENT_ID_HEAVY_SWEEP_START, NULL);
	ck_assert_ptr_null(engine->sl2vl_sent);
	ck_assert(twin->osm->subn.need_update);
	osm_double_free(twin);
}
END_TEST

/* Hosts whose port has fewer lanes in operation for good get packets on these. */
START_TEST(tables_towards_hosts_are_cut)
{
	OsmDouble *twin = start("threads=1 sl=path");
	const Fabric *f = twin->model;
	one_lane_in_operation(twin, TRUE);
	sweep(twin);
	ck_assert(!logged(twin, "ERR SSSP26"));
	for (guint32 port = 0; port < f->n_ports; port++)
		for (guint sl = 0; fabric_is_switch(f, f->ports[port].node) && f->ports[port].num &&
				   f->ports[port].peer != FABRIC_NONE && !is_between(f, port) && sl < SL_COUNT;
		     sl++)
			ck_assert_uint_eq(osm_double_vl(twin, 0, port, sl), 0);
	sweep(twin);
	ck_assert_uint_eq(osm_double_maps_sent(), 0);
	osm_double_free(twin);
}
END_TEST

START_TEST(switches_that_join_and_do_not_take_them)
{
	OsmDouble *twin = start("threads=1 sl=path");
	sweep(twin);
	guint32 node = twin->model->switches[3];
	osm_double_drop_maps(twin);
	osm_double_keep_maps(twin);
	osm_double_lose_maps(twin->model->nodes[node].guid, G_MAXUINT);
	join(twin, node);
	osm_double_lose_maps(0, 0);
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	ck_assert_msg(logged(twin, "ERR SSSP21: "), "%s", twin->log->str);
	ck_assert(logged(twin, "ports that joined did not take SL to VL tables"));
	ck_assert_uint_eq(count_wrong(twin), 0);
	osm_double_free(twin);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {tables_are_whole_although_opensm_cuts_them,
				      lost_tables_are_sent_again,
				      patience_has_an_end,
				      switches_that_join_have_tables_first,
				      cables_that_come_back_have_tables_first,
				      another_master_keeps_its_switches,
				      what_was_broken_off_is_sent_again,
				      tables_towards_hosts_are_cut,
				      switches_that_join_and_do_not_take_them,
				      NULL};
	return fixture_run("plugin SL to VL tables", tests);
}
