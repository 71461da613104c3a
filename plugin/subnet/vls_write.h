/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes SL to VL tables into switches and finds out which have been taken. */
#ifndef SSSP_PLUGIN_SUBNET_VLS_WRITE_H
#define SSSP_PLUGIN_SUBNET_VLS_WRITE_H

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

#include <glib.h>

/* Fills the table for packets that leave by `port` and came in by port `in`. FALSE: there is none to be written. */
typedef gboolean (*VlsFill)(void *context, const osm_physp_t *port, guint8 in, ib_slvl_table_t *table);

/*
 * Sends the tables of these ports of switches (osm_physp_t) that differ from OpenSM's copy, and waits until all are
 * answered or given up. With `distrust_zero` a copy that is all zero is not believed: it is what OpenSM begins with,
 * and what is left of a table that was sent and got no answer. The copy of a table that is not accepted holds a value
 * that no table has, so OpenSM will send it again. Returns how many were not taken, `*sent` (NULL is fine) gets how
 * many were sent. By the sweeping thread, without a lock. One MAD for each table that is sent.
 */
guint vls_write(osm_opensm_t *osm, const GPtrArray *ports, gboolean distrust_zero, VlsFill fill, void *context,
		guint *sent);

/* OpenSM's copy of a table; NULL: there is none. O(1). */
const ib_slvl_table_t *vls_copy(const osm_physp_t *port, guint8 in);

#endif
