/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Decides how many virtual lanes a routing may use, and has OpenSM write SL to VL tables for them.
 *
 * OpenSM writes SL to VL tables only if opt.qos is set, in osm_qos_setup(), which follows routing in the same sweep. So
 * setting the option while routing takes effect at once. OpenSM also cuts each table to the lanes that are in operation
 * on the port at that moment, although the link manager raises them later in the sweep; plugin/sl2vl.c writes whole
 * tables then. OpenSM never reads these tables from switches: it assumes that all that it has not written are zero, and
 * sends only those that differ from what it assumes. So a sweep that turns QoS on has to send all.
 */
#ifndef SSSP_PLUGIN_SUBNET_VLS_H
#define SSSP_PLUGIN_SUBNET_VLS_H

#include "core/tables/sl.h"
#include "plugin/subnet/import.h"
#include "plugin/values/options.h"

typedef struct {
	gboolean qos_is_ours; /* opt.qos was off, and vls_program() has set it */
	guint sweeps_asked;   /* sweeps in a row that were asked for, as lanes of a link were not in operation yet */
} Vls;

/*
 * How many sweeps to wait until a link has all lanes in operation that it is capable of. After that the lanes in
 * operation count.
 */
#define VLS_SWEEPS_MOST 3

/* Whether import_subnet() is to count lanes in operation rather than those that links are capable of. */
gboolean vls_believe_operational(const Vls *vls);

/*
 * The most lanes to use: the least of what most links have, the option max_vls, and the administrator's QoS settings.
 * At least 1.
 */
guint vls_budget(const Vls *vls, const osm_subn_t *subn, const PluginOptions *options, const Fabric *fabric);

typedef enum { VLS_READY = 0, VLS_QOS_ENABLED = 1, VLS_SWEEP_ASKED = 2 } VlsDone;

/*
 * Has OpenSM write SL to VL tables for `used` lanes into the switches; the caller holds OpenSM's lock exclusively.
 * Returns what it had to do, as bits of VlsDone, for the log.
 */
guint vls_program(Vls *vls, osm_subn_t *subn, const Import *import, guint used);

/*
 * Whether OpenSM has seen all switches take these tables, on ports towards other switches. FALSE also if OpenSM has cut
 * a table to the lanes in operation, if a switch has not answered, or if sl2vl is NULL. Switches that are gone do not
 * count. The caller holds OpenSM's lock, at least shared. O(switches x ports^2).
 */
gboolean vls_are_there(const osm_subn_t *subn, const Sl2vl *sl2vl);

/*
 * Fills the table of an end port that is capable of `lanes` lanes (0 counts as 1), in a routing that uses `used` SLs.
 * The VL of an SL is the SL modulo the lanes; it is VL 0 for SLs that no path has, as at switches (sl_from_layers.h).
 */
void vls_endport_map(guint lanes, guint used, ib_slvl_table_t *table);

#endif
