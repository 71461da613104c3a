/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds how many virtual lanes links, options and QoS settings allow a routing, and has OpenSM write SL to VL tables
 * for them: it turns QoS on by setting OpenSM's own option. Where a link does not yet have as many lanes in operation
 * as the routing uses, it asks OpenSM for another sweep, a few times.
 */
#include "plugin/subnet/vls.h"

#include "core/routing.h"

#include <opensm/osm_subnet.h>

gboolean vls_believe_operational(const Vls *vls)
{
	return vls->sweeps_asked > VLS_SWEEPS_MOST;
}

/* The lanes that the administrator's own QoS settings leave to switches; 0: they do not say. */
static guint qos_limit(const Vls *vls, const osm_subn_opt_t *opt)
{
	gboolean administered = opt->qos && (!vls->qos_is_ours || (opt->file_opts && opt->file_opts->qos));
	if (!administered)
		return 0;
	return opt->qos_swe_options.max_vls ? opt->qos_swe_options.max_vls : opt->qos_options.max_vls;
}

guint vls_budget(const Vls *vls, const osm_subn_t *subn, const PluginOptions *options, const Fabric *fabric)
{
	guint budget = routing_vl_budget(fabric, 0), qos = qos_limit(vls, &subn->opt);
	if (options->max_vls)
		budget = MIN(budget, options->max_vls);
	if (qos)
		budget = MIN(budget, qos);
	return CLAMP(budget, 1, ROUTING_MAX_VLS);
}

guint vls_program(Vls *vls, osm_subn_t *subn, const Import *import, guint used)
{
	guint done = VLS_READY;

	if (used > 1 && !subn->opt.qos) {
		subn->opt.qos = TRUE;
		osm_subn_verify_config(&subn->opt); /* QoS settings are checked only while QoS is on */
		subn->need_update = TRUE;           /* or tables that are all zero would not be sent (vls.h) */
		vls->qos_is_ours = TRUE;
		done |= VLS_QOS_ENABLED;
	}
	if (import->lanes_now >= import->lanes_capable)
		vls->sweeps_asked = 0;
	else if (import->lanes_now < used && !vls_believe_operational(vls)) {
		vls->sweeps_asked++;
		subn->force_heavy_sweep = TRUE;
		done |= VLS_SWEEP_ASKED;
	}
	return done;
}

void vls_endport_map(guint lanes, guint used, ib_slvl_table_t *table)
{
	for (guint sl = 0; sl < SL_COUNT; sl++)
		ib_slvl_table_set(table, (guint8)sl, (guint8)(sl < used ? sl % MAX(lanes, 1) : 0));
}
