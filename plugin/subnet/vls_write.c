/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sends SL to VL tables to switches, and counts those that were not taken. Tables are sent as OpenSM does, with one
 * difference. OpenSM zeroes its copy of a table before it sends it, so a lost table that is all zero looks accepted.
 * Here the copy is set to a value that no table has; the switch's answer overwrites it.
 */
#include "plugin/subnet/vls_write.h"

#include <opensm/osm_sm.h>
#include <string.h>

/* Waits until all requests are answered or given up. OpenSM exports it, but has it in none of its headers. */
extern int wait_for_pending_transactions(osm_stats_t *stats);

/*
 * The mark: VL 1 for even SLs, VL 2 for odd ones. No table is like that: by ports all SLs have one VL, by SL the first
 * has VL 0. It has no VL 15, as OpenSM's path records leave out SLs on that.
 */
#define MARK 0x12

static ib_slvl_table_t *copy_of(const osm_physp_t *port, guint8 in)
{
	return cl_ptr_vector_get_size(&port->slvl_by_port) > in ? cl_ptr_vector_get(&port->slvl_by_port, in) : NULL;
}

const ib_slvl_table_t *vls_copy(const osm_physp_t *port, guint8 in)
{
	return copy_of(port, in);
}

static gboolean is_zero(const ib_slvl_table_t *table)
{
	static const ib_slvl_table_t zero;
	return !memcmp(table, &zero, sizeof zero);
}

static void send_table(osm_opensm_t *osm, const osm_physp_t *port, guint8 in, const ib_slvl_table_t *table)
{
	osm_madw_context_t context = {0};
	context.slvl_context.node_guid = osm_node_get_node_guid(port->p_node);
	context.slvl_context.port_guid = osm_physp_get_port_guid(port);
	context.slvl_context.set_method = TRUE;
	osm_req_set(&osm->sm, osm_physp_get_dr_path_ptr(port), table->raw_vl_by_sl, sizeof *table,
		    IB_MAD_ATTR_SLVL_TABLE, cl_hton32((guint32)in << 8 | port->port_num), TRUE, 0, 0,
		    CL_DISP_MSGID_NONE, &context);
}

typedef void (*Use)(osm_opensm_t *osm, const osm_physp_t *port, guint8 in, const ib_slvl_table_t *table);

/* Sends a table that differs from its copy, and sets the copy to the mark. */
static void mark_and_send(osm_opensm_t *osm, const osm_physp_t *port, guint8 in, const ib_slvl_table_t *table)
{
	memset(copy_of(port, in), MARK, sizeof *table);
	send_table(osm, port, in, table);
}

/* Calls `use` (NULL is fine) for each table that differs from its copy; returns how many do. */
static guint for_each_differing(osm_opensm_t *osm, const GPtrArray *ports, gboolean distrust_zero, VlsFill fill,
				void *context, Use use)
{
	guint others = 0;
	for (guint i = 0; i < ports->len; i++) {
		const osm_physp_t *port = ports->pdata[i];
		for (guint in = 0; in < osm_node_get_num_physp(port->p_node); in++) {
			const ib_slvl_table_t *copy = copy_of(port, (guint8)in);
			ib_slvl_table_t table = {{0}};
			if (!copy || in == port->port_num || !fill(context, port, (guint8)in, &table) ||
			    (!memcmp(copy, &table, sizeof table) && !(distrust_zero && is_zero(copy))))
				continue;
			others++;
			if (use)
				use(osm, port, (guint8)in, &table);
		}
	}
	return others;
}

guint vls_write(osm_opensm_t *osm, const GPtrArray *ports, gboolean distrust_zero, VlsFill fill, void *context,
		guint *sent)
{
	CL_PLOCK_EXCL_ACQUIRE(&osm->lock);
	guint missing = for_each_differing(osm, ports, distrust_zero, fill, context, mark_and_send);
	CL_PLOCK_RELEASE(&osm->lock);
	if (sent)
		*sent = missing;
	if (!missing)
		return 0;
	wait_for_pending_transactions(&osm->stats);
	CL_PLOCK_ACQUIRE(&osm->lock);
	missing = for_each_differing(osm, ports, FALSE, fill, context, NULL);
	CL_PLOCK_RELEASE(&osm->lock);
	return missing;
}
