/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fills SL to VL tables when OpenSM asks for them, writes those of switches that join before routing starts, and sends
 * those again that switches may not have taken. A table was lost if OpenSM's copy differs from it after the answers.
 * For an all-zero table the copy does not tell, as OpenSM zeroes it before it sends. But OpenSM gives up a request no
 * sooner than after transaction_timeout. So all-zero tables are sent once more if that much time has passed since
 * OpenSM asked for the first table, or if there are other signs that some were not sent or not taken.
 */
#include "plugin/sl2vl.h"

#include "plugin/found.h"
#include "plugin/log.h"
#include "plugin/subnet/vls_write.h"

#include <string.h>

#define MOST_SWEEPS 3 /* the most sweeps in a row that are asked for because tables were not taken */

/* ---- what OpenSM asks */

/* The table of a switch's port for the published routing. FALSE: it has none. */
static gboolean routed_table(void *context, const osm_physp_t *port, guint8 in, ib_slvl_table_t *table)
{
	const Engine *engine = context;
	const Sl2vl *sl2vl = engine->published->routing->sl2vl;
	gssize row = sl2vl_find(sl2vl, cl_ntoh64(osm_node_get_node_guid(port->p_node)));
	for (guint sl = 0; row >= 0 && sl < SL_COUNT; sl++)
		ib_slvl_table_set(table, (guint8)sl, sl2vl_get(sl2vl, (guint32)row, in, port->port_num)->vl[sl]);
	return row >= 0;
}

/* Cuts a table to the VLs in operation, as OpenSM does before it sends it. */
static ib_slvl_table_t cut(const osm_physp_t *port, const ib_slvl_table_t *table)
{
	guint code = ib_port_info_get_op_vls(&port->port_info), mask = code ? (1u << (code - 1)) - 1 : 15;
	ib_slvl_table_t less = *table;
	for (guint i = 0; i < G_N_ELEMENTS(less.raw_vl_by_sl); i++)
		less.raw_vl_by_sl[i] &= (guint8)(mask << 4 | mask);
	return less;
}

static gboolean is_at_host(const osm_physp_t *port)
{
	return port->p_remote_physp && !port->p_remote_physp->p_node->sw;
}

/*
 * Fills the table that a switch's port should have: that of the published routing, but cut as OpenSM cuts it if the
 * port leads to a host. No channel dependency follows there, and a host may have fewer VLs in operation for good.
 * FALSE: there is no table.
 */
static gboolean written_table(void *context, const osm_physp_t *port, guint8 in, ib_slvl_table_t *table)
{
	if (!routed_table(context, port, in, table))
		return FALSE;
	if (is_at_host(port))
		*table = cut(port, table);
	return TRUE;
}

/*
 * Notes a port whose table OpenSM is going to send, or should send. OpenSM sends all tables of a new switch; but if it
 * has discovered the subnet twice in one sweep, it no longer knows that the ports are new.
 */
static void note(Engine *engine, osm_physp_t *port, guint8 in, const ib_slvl_table_t *table)
{
	const ib_slvl_table_t *copy = vls_copy(port, in);
	ib_slvl_table_t sent = cut(port, table); /* OpenSM sends this if its copy differs */
	gboolean stays =
		copy && !memcmp(copy, &sent, sizeof sent) && (is_at_host(port) || !memcmp(copy, table, sizeof *table));
	gboolean sends_all = port->need_update || engine->osm->subn.need_update;
	gboolean is_new = port->p_node->sw->need_update == FOUND_SWITCH_IS_NEW;
	if (!copy || !port->p_remote_physp || (!sends_all && !is_new && stays))
		return;
	engine->sl2vl_unsure = engine->sl2vl_unsure || (is_new && !sends_all);
	if (!engine->sl2vl_sent)
		engine->sl2vl_sent = g_ptr_array_new();
	GPtrArray *ports = engine->sl2vl_sent;
	if (!ports->len)
		engine->sl2vl_since = g_get_monotonic_time();
	if (!ports->len || ports->pdata[ports->len - 1] != port)
		g_ptr_array_add(ports, port);
}

void sl2vl_answer(Engine *engine, osm_physp_t *port, guint8 in, guint8 out, ib_slvl_table_t *table)
{
	const Snapshot *snapshot = g_atomic_pointer_get(&engine->published);
	if (!snapshot_has_lanes(snapshot))
		return;
	if (!port->p_node->sw || out == 0)
		vls_endport_map(import_link_lanes(&engine->osm->subn, port), snapshot->routing->vls_mapped, table);
	else if (routed_table(engine, port, in, table))
		note(engine, port, in, table);
}

/* ---- ports that join */

/*
 * Fills the table that every switch has with lanes by SL: the VL is the SL, or 0 if the SL is not in use or the link
 * has no such lane.
 */
static gboolean table_by_sl(void *context, const osm_physp_t *port, guint8 in, ib_slvl_table_t *table)
{
	const Engine *engine = context;
	guint lanes = MIN(import_link_lanes(&engine->osm->subn, port), engine->published->routing->vls_mapped);
	(void)in;
	if (!port->p_remote_physp)
		return FALSE;
	for (guint sl = 0; sl < SL_COUNT; sl++)
		ib_slvl_table_set(table, (guint8)sl,
				  (guint8)(sl < lanes && import_has_sl_map(port->p_remote_physp) ? sl : 0));
	return TRUE;
}

/* Whether no other subnet manager is master: new switches may belong to one that is. */
static gboolean is_only_master(const Engine *engine)
{
	const osm_subn_t *subn = &engine->osm->subn;
	const cl_qmap_t *others = &subn->sm_guid_tbl;
	gboolean alone = !engine->osm->sm.polling_sm_guid;
	for (cl_map_item_t *item = cl_qmap_head(others); alone && item != cl_qmap_end(others);
	     item = cl_qmap_next(item))
		alone = ib_sminfo_get_state(&((const osm_remote_sm_t *)item)->smi) != IB_SMINFO_STATE_MASTER;
	return alone;
}

/* Whether the published routing knows of no cable at port `num` of a switch: OpenSM writes no tables of such a port. */
static gboolean was_free(const Engine *engine, const osm_switch_t *sw, guint num)
{
	const Fabric *fabric = engine->published->fabric;
	guint32 node = fabric_find_node(fabric, cl_ntoh64(osm_node_get_node_guid(sw->p_node)));
	return node == FABRIC_NONE || num > fabric->nodes[node].n_ports ||
	       fabric->ports[fabric_port_index(fabric, node, num)].peer == FABRIC_NONE;
}

/* Port `num` of a switch if it leads to another switch, over a link that is routed; else NULL. */
static osm_physp_t *port_between(const osm_switch_t *sw, guint num)
{
	osm_physp_t *port = osm_node_get_physp_ptr(sw->p_node, num);
	osm_physp_t *peer = port ? port->p_remote_physp : NULL;
	gboolean routed = peer && peer->p_node != sw->p_node && peer->p_node->sw && osm_physp_is_healthy(port) &&
			  osm_physp_is_healthy(peer);
	return routed && import_has_sl_map(port) ? port : NULL;
}

/* Whether a switch is new, or has a port to another switch that had no cable. */
static gboolean has_joined(const Engine *engine, const osm_switch_t *sw)
{
	gboolean joined = sw->need_update == FOUND_SWITCH_IS_NEW;
	for (guint num = 1; !joined && num < osm_node_get_num_physp(sw->p_node); num++)
		joined = port_between(sw, num) && was_free(engine, sw, num);
	return joined;
}

/*
 * Lists the ports to other switches of every switch that has joined or has a port that did: the tables for packets that
 * come in by the new port may be cut or lost. The caller holds OpenSM's lock.
 */
static GPtrArray *list_joined(const Engine *engine)
{
	GPtrArray *list = g_ptr_array_new();
	const cl_qmap_t *all = &engine->osm->subn.sw_guid_tbl;
	for (cl_map_item_t *item = cl_qmap_head(all); item != cl_qmap_end(all); item = cl_qmap_next(item)) {
		const osm_switch_t *sw = (const osm_switch_t *)item;
		gboolean joined = sw->p_node->discovery_count && has_joined(engine, sw);
		for (guint num = 1; joined && num < osm_node_get_num_physp(sw->p_node); num++) {
			osm_physp_t *port = port_between(sw, num);
			if (port)
				g_ptr_array_add(list, port);
		}
	}
	return list;
}

void sl2vl_write_joined(Engine *engine)
{
	osm_opensm_t *osm = engine->osm;
	engine->joined_without = FALSE;
	/* Where another subnet manager was master, what it has routed is not touched before it is routed anew. */
	if (engine->options.transition_fast || !osm->subn.opt.qos || !snapshot_has_sls(engine->published) ||
	    !engine_is_used(engine) || osm->subn.coming_out_of_standby)
		return;
	CL_PLOCK_ACQUIRE(&osm->lock);
	g_autoptr(GPtrArray) ports = list_joined(engine);
	gboolean alone = is_only_master(engine);
	CL_PLOCK_RELEASE(&osm->lock);
	if (!alone)
		engine->joined_without = ports->len > 0;
	if (!alone || !ports->len)
		return;
	guint sent = 0, missing = vls_write(osm, ports, TRUE, table_by_sl, engine, &sent);
	engine->joined_without = missing > 0;
	if (sent)
		ENGINE_LOG(osm, MSG_JOINED_MAPS, ports->len, engine->published->routing->vls_mapped, missing);
}

/* ---- after OpenSM */

void sl2vl_complete(Engine *engine)
{
	osm_opensm_t *osm = engine->osm;
	g_autoptr(GPtrArray) sent = g_steal_pointer(&engine->sl2vl_sent);
	if (!sent || !snapshot_has_lanes(engine->published)) {
		engine->sl2vl_failures = 0;
		return;
	}
	gint64 taken = g_get_monotonic_time() - engine->sl2vl_since;
	gboolean unsure = engine->sl2vl_unsure || osm->subn.subnet_initialization_error ||
			  taken >= (gint64)osm->subn.opt.transaction_timeout * G_TIME_SPAN_MILLISECOND;
	engine->sl2vl_unsure = FALSE;
	guint missing = vls_write(osm, sent, unsure, written_table, engine, NULL);
	engine->sl2vl_failures = missing ? engine->sl2vl_failures + 1 : 0;
	if (!missing)
		return;
	gboolean asks = engine->sl2vl_failures <= MOST_SWEEPS;
	if (asks)
		osm->subn.force_heavy_sweep = TRUE;
	ENGINE_LOG(osm, MSG_MAPS_MISSING, missing,
		   asks ? "which this plugin has asked OpenSM for" : "whenever that is");
}

void sl2vl_begin(Engine *engine)
{
	if (engine->sl2vl_sent)
		engine->osm->subn.need_update = TRUE;
	sl2vl_clear(engine);
}

void sl2vl_clear(Engine *engine)
{
	g_clear_pointer(&engine->sl2vl_sent, g_ptr_array_unref);
	engine->sl2vl_unsure = FALSE;
}
