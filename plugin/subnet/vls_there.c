/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out whether switches have taken their SL to VL tables: OpenSM's copies, which the answers of switches fill, are
 * compared with the tables of the routing, port by port.
 */
#include "plugin/subnet/vls.h"

#include <opensm/osm_switch.h>

/* Whether OpenSM has seen the port take this table for packets that come in by port `in`. */
static gboolean port_has(const osm_physp_t *port, guint in, const SlMap *map)
{
	if (cl_ptr_vector_get_size(&port->slvl_by_port) <= in)
		return FALSE;
	const ib_slvl_table_t *has = osm_physp_get_slvl_tbl(port, (guint8)in);
	guint sl = 0;
	while (sl < SL_COUNT && ib_slvl_table_get(has, (guint8)sl) == map->vl[sl])
		sl++;
	return sl == SL_COUNT;
}

static gboolean is_cabled(const osm_physp_t *port)
{
	return port && port->p_remote_physp;
}

static gboolean switch_has(const osm_node_t *node, const Sl2vl *sl2vl, guint32 row)
{
	guint n = osm_node_get_num_physp(node);
	for (guint out = 1; out < n; out++) {
		const osm_physp_t *port = osm_node_get_physp_ptr((osm_node_t *)node, out);
		if (!is_cabled(port) || !port->p_remote_physp->p_node->sw)
			continue;
		for (guint in = 0; in < n; in++)
			if (in != out && (!in || is_cabled(osm_node_get_physp_ptr((osm_node_t *)node, in))) &&
			    !port_has(port, in, sl2vl_get(sl2vl, row, in, out)))
				return FALSE;
	}
	return TRUE;
}

gboolean vls_are_there(const osm_subn_t *subn, const Sl2vl *sl2vl)
{
	gboolean there = sl2vl != NULL;
	for (guint32 row = 0; there && row < sl2vl->n_switches; row++) {
		const osm_switch_t *sw = osm_get_switch_by_guid(subn, cl_hton64(sl2vl->guid[row]));
		there = !sw || switch_has(sw->p_node, sl2vl, row);
	}
	return there;
}
