/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Virtual lanes in OpenSM: how many a routing may use, and what must be so for its SLs to reach its lanes.
 *
 * OpenSM programs SL to VL tables only with opt.qos set, in osm_qos_setup(), which follows routing in the same sweep
 * and looks at the option then: setting it while routing takes effect at once. It also cuts each table to the lanes
 * that are in operation on the port at that moment, although the link manager raises them later in the sweep; where
 * that bites, one more sweep writes the tables whole. It reads none of these tables, holds those that it has not
 * written for all zero, and sends only what differs: a sweep that turns QoS on has to send all.
 */
#ifndef SSSP_PLUGIN_SUBNET_VLS_H
#define SSSP_PLUGIN_SUBNET_VLS_H

#include "core/tables/sl.h"
#include "plugin/subnet/import.h"
#include "plugin/values/options.h"

typedef struct {
	gboolean qos_is_ours; /* opt.qos was off and set by vls_program() */
	guint sweeps_asked;   /* in a row, for links whose lanes are not in operation yet */
} Vls;

/* Sweeps to wait for a link to put into operation what it is capable of; then what it has is believed. */
#define VLS_PATIENCE 3

/* Whether import_subnet() is to believe what is in operation rather than what links are capable of. */
gboolean vls_believe_operational(const Vls *vls);

/*
 * Most lanes to use: what most links have, of the option max_vls, and of the administrator's QoS settings. At least 1.
 */
guint vls_budget(const Vls *vls, const osm_subn_t *subn, const PluginOptions *options, const Fabric *fabric);

typedef enum { VLS_READY = 0, VLS_QOS_ENABLED = 1, VLS_SWEEP_ASKED = 2 } VlsDone;

/*
 * Sees to it that SL to VL tables for `used` lanes get into the switches; the caller holds OpenSM's lock exclusively.
 * Returns what it had to do, for the log.
 */
guint vls_program(Vls *vls, osm_subn_t *subn, const Import *import, guint used);

/*
 * Whether OpenSM has seen switches take these tables, as far as ports towards other switches go: not where it has cut
 * them to lanes in operation, or no answer has come. Switches that are gone do not count. The caller holds OpenSM's
 * lock, shared will do. O(switches x ports^2).
 */
gboolean vls_are_there(const osm_subn_t *subn, const Sl2vl *sl2vl);

/*
 * The table of an end port that is capable of `lanes` lanes, in a routing that uses `used` SLs: these modulo the lanes,
 * and VL 0 for SLs that no path has, as at the switches (sl_from_layers.h).
 */
void vls_endport_map(guint lanes, guint used, ib_slvl_table_t *table);

#endif
