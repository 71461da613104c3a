/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a Fabric of what OpenSM has discovered, in host byte order.
 *
 * Only what can carry routes is taken: nodes with ports; cables whose two ends know each other, are healthy, have been
 * read (PortInfo) and are not down; LIDs that the LID manager has given out, each at the first port that has it. All
 * else is left out, and counted (ImportLeftOut) unless it is just not cabled, down or without a LID. That is no error:
 * a subnet often changes during a sweep, and OpenSM sweeps again.
 */
#ifndef SSSP_PLUGIN_SUBNET_IMPORT_H
#define SSSP_PLUGIN_SUBNET_IMPORT_H

#include "core/fabric/fabric.h"

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

#include <glib.h>

typedef struct {
	guint nodes;     /* nodes without ports, with too many, or switches without SwitchInfo */
	guint unhealthy; /* link ends that OpenSM marked unhealthy after too many traps */
	guint unread;    /* link ends whose PortInfo did not arrive, or whose other end knows another */
	guint lids; /* ports whose LID is out of range, another port's too, or at a port of that node that has none */
	const osm_node_t *first; /* the first node left out, or with such a port; NULL: none; valid as `switches` */
	guint first_port;        /* the port of that node; 0: the node itself */
} ImportLeftOut;

typedef struct {
	Fabric *fabric;          /* sealed. A port's `vls` is what the link manager is about to put into operation */
	osm_switch_t **switches; /* [fabric->n_switches] OpenSM's switch of each row; valid while its lock is held */
	/*
	 * Among links between switches that are capable of more lanes than are in operation now, the one with the
	 * fewest in operation: lanes in operation, and lanes that it is capable of. Both are 15 if there is no such
	 * link.
	 */
	guint lanes_now, lanes_capable;
	guint no_sl_map; /* switch-to-switch link ends at a switch without an SL to VL table: they have one lane */
	ImportLeftOut left_out;
} Import;

/*
 * Reads the subnet; the caller holds OpenSM's lock. A link has the lanes that both ends are capable of, within
 * opt.max_op_vls; with `operational` a link between switches has no more than are in operation on both ends. NULL with
 * SSSP_ERROR_MEMORY (or SSSP_ERROR_INPUT, should the result break a Fabric's invariants). O(n log n) in nodes, linear
 * in ports and LIDs.
 */
Import *import_subnet(const osm_subn_t *subn, gboolean operational, GError **error);
void import_free(Import *import); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Import, import_free)

/*
 * The data lanes of the link at a port, as osm_physp_calc_link_op_vls() computes them: what both ends are capable of,
 * within opt.max_op_vls. An end that does not say counts as 1.
 */
guint import_link_lanes(const osm_subn_t *subn, const osm_physp_t *port);

/* Whether the node has SL to VL tables. O(1). */
gboolean import_has_sl_map(const osm_physp_t *port);

#endif
