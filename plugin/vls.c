/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lanes are what links have and options leave; QoS is turned on by setting OpenSM's own option. */
#include "plugin/vls.h"

#include "core/routing.h"

#include <opensm/osm_subnet.h>
#include <opensm/osm_switch.h>

gboolean vls_believe_operational(const Vls *vls)
{
	return vls->sweeps_asked > VLS_PATIENCE;
}

/* Lanes that the administrator's own QoS settings leave to switches; 0 where they say nothing. */
static guint qos_limit(const Vls *vls, const osm_subn_opt_t *opt)
{
	gboolean administered = opt->qos && (!vls->qos_is_ours || (opt->file_opts && opt->file_opts->qos));
	if (!administered)
		return 0;
	return opt->qos_swe_options.max_vls ? opt->qos_swe_options.max_vls : opt->qos_options.max_vls;
}

guint vls_budget(const Vls *vls, const osm_subn_t *subn, const PluginOptions *options, const Fabric *fabric)
{
	guint budget = routing_vl_budget(fabric), qos = qos_limit(vls, &subn->opt);
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

/* Whether OpenSM has seen it take this table. */
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

void vls_endport_map(guint lanes, guint used, ib_slvl_table_t *table)
{
	for (guint sl = 0; sl < SL_COUNT; sl++)
		ib_slvl_table_set(table, (guint8)sl, (guint8)(sl < used ? sl % MAX(lanes, 1) : 0));
}
