/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/plugin/osm_double_maps.h"

#include <opensm/osm_sm.h>

#include <stdlib.h>
#include <string.h>

#define FIRST_VL 0x55 /* two SLs */
#define INPUTS 256    /* room for as many input ports */

typedef ib_slvl_table_t Maps[INPUTS]; /* by input port */

static struct {
	OsmDouble *twin; /* NULL: nothing is kept */
	Maps *maps;      /* [ports of the model] what switches have */
	guint64 lost_guid;
	guint lost, sent;
} kept;

static osm_physp_t *physp_of(guint32 port)
{
	const FabricPort *like = &kept.twin->model->ports[port];
	return &kept.twin->nodes[like->node]->physp_table[like->num];
}

static gboolean has_maps(guint32 port)
{
	const FabricPort *like = &kept.twin->model->ports[port];
	return fabric_is_switch(kept.twin->model, like->node);
}

static guint inputs_of(guint32 port)
{
	return kept.twin->model->nodes[kept.twin->model->ports[port].node].n_ports + 1u;
}

void osm_double_keep_maps(OsmDouble *twin)
{
	kept.twin = twin;
	kept.lost_guid = 0;
	kept.sent = 0;
	kept.maps = g_new(Maps, twin->model->n_ports);
	memset(kept.maps, FIRST_VL, twin->model->n_ports * sizeof *kept.maps);
	for (guint32 port = 0; port < twin->model->n_ports; port++) {
		cl_ptr_vector_t *copies = &physp_of(port)->slvl_by_port;
		if (!has_maps(port))
			continue;
		cl_ptr_vector_init(copies, inputs_of(port), 1);
		for (guint in = 0; in < inputs_of(port); in++)
			cl_ptr_vector_set(copies, in, calloc(1, sizeof(ib_slvl_table_t)));
	}
}

void osm_double_drop_maps(OsmDouble *twin)
{
	for (guint32 port = 0; kept.twin == twin && port < twin->model->n_ports; port++) {
		cl_ptr_vector_t *copies = &physp_of(port)->slvl_by_port;
		for (guint in = 0; in < cl_ptr_vector_get_size(copies); in++)
			free(cl_ptr_vector_get(copies, in));
		cl_ptr_vector_destroy(copies);
	}
	if (kept.twin != twin)
		return;
	g_clear_pointer(&kept.maps, g_free);
	kept.twin = NULL;
}

void osm_double_lose_maps(guint64 guid, guint n)
{
	kept.lost_guid = guid;
	kept.lost = n;
}

guint osm_double_vl(const OsmDouble *twin, guint in, guint32 out, guint sl)
{
	g_assert_true(kept.twin == twin);
	return ib_slvl_table_get(&kept.maps[out][in], (guint8)sl);
}

guint osm_double_maps_sent(void)
{
	guint sent = kept.sent;
	kept.sent = 0;
	return sent;
}

/* A switch that hears takes a table at once, and OpenSM's receiver keeps what it answers. */
static void receive_map(guint32 out, guint in, const ib_slvl_table_t *table)
{
	guint64 guid = kept.twin->model->nodes[kept.twin->model->ports[out].node].guid;
	kept.sent++;
	if (kept.lost_guid == guid && kept.lost > 0) {
		kept.lost--;
		return;
	}
	kept.maps[out][in] = *table;
	*(ib_slvl_table_t *)cl_ptr_vector_get(&physp_of(out)->slvl_by_port, in) = *table;
}

static ib_slvl_table_t cut(const osm_physp_t *port, const ib_slvl_table_t *table)
{
	guint mask = (1u << (ib_port_info_get_op_vls(&port->port_info) - 1)) - 1;
	ib_slvl_table_t cut = {{0}};
	for (guint8 sl = 0; sl < IB_MAX_NUM_VLS; sl++)
		ib_slvl_table_set(&cut, sl, (guint8)(ib_slvl_table_get(table, sl) & mask));
	return cut;
}

static void set_up(guint32 out, guint8 in)
{
	osm_physp_t *port = physp_of(out);
	ib_slvl_table_t *copy = cl_ptr_vector_get(&port->slvl_by_port, in), table = {{0}};
	kept.twin->entry.update_sl2vl(kept.twin->entry.context, port, in, port->port_num, &table);
	table = cut(port, &table);
	if (!port->need_update && !memcmp(copy, &table, sizeof table))
		return;
	memset(copy, 0, sizeof *copy);
	receive_map(out, in, &table);
}

int osm_qos_setup(osm_opensm_t *osm)
{
	(void)osm;
	for (guint32 port = 0; kept.twin && port < kept.twin->model->n_ports; port++)
		for (guint in = 0; in < (has_maps(port) && physp_of(port)->p_remote_physp ? inputs_of(port) : 0u); in++)
			set_up(port, (guint8)in);
	return 0;
}

ib_api_status_t osm_req_set(osm_sm_t *sm, const osm_dr_path_t *path, const uint8_t *payload, size_t size,
			    ib_net16_t attribute, ib_net32_t modifier, boolean_t find_mkey, ib_net64_t mkey,
			    uint32_t timeout, cl_disp_msgid_t message, const osm_madw_context_t *context)
{
	guint64 guid = cl_ntoh64(context->slvl_context.node_guid);
	ib_slvl_table_t table;
	(void)sm, (void)path, (void)find_mkey, (void)mkey, (void)timeout, (void)message;
	g_assert_cmpuint(attribute, ==, IB_MAD_ATTR_SLVL_TABLE);
	g_assert_cmpuint(size, ==, sizeof table);
	memcpy(&table, payload, sizeof table);
	guint32 node = fabric_find_node(kept.twin->model, guid);
	receive_map(fabric_port_index(kept.twin->model, node, cl_ntoh32(modifier) & 0xff), cl_ntoh32(modifier) >> 8, &table);
	return IB_SUCCESS;
}
