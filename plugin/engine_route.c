/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes OpenSM's subnet: imports it as a Fabric, reads options and lists, and computes a routing or loads finished
 * tables (option `routes`). Each step may fail, so nothing in OpenSM's switches is changed here.
 */
#include "plugin/engine_route.h"

#include "plugin/admin_files.h"
#include "plugin/engine_jobs.h"
#include "plugin/values/folder.h"
#include "plugin/last_routing.h"
#include "plugin/log.h"
#include "plugin/values/order.h"

void engine_drop_pending(Engine *engine)
{
	g_clear_pointer(&engine->pending, snapshot_free);
	g_clear_pointer(&engine->import, import_free);
}

static void log_left_out(const Engine *engine, const Import *import)
{
	const ImportLeftOut *out = &import->left_out;
	if (out->first)
		ENGINE_LOG(engine->osm, MSG_LEFT_OUT, cl_ntoh64(osm_node_get_node_guid(out->first)),
			   out->first->print_desc, out->first_port, out->nodes, out->unhealthy, out->unread, out->lids);
	if (import->no_sl_map)
		ENGINE_LOG(engine->osm, MSG_NO_SL_MAP, import->no_sl_map);
}

static OrderList order_list(const GArray *guids)
{
	return (OrderList){(const guint64 *)(gconstpointer)guids->data, guids->len};
}

/* The finished tables of the option `routes`; NULL: there are none that fit, and routes are to be computed. */
static Routing *load(const Engine *engine, const Fabric *fabric, const RoutingOptions *options)
{
	const char *folder = engine->options.routes;
	g_autoptr(GError) error = NULL;

	if (!folder)
		return NULL;
	Routing *routing = folder_load(folder, fabric, options, &error);
	if (routing) {
		routing->fresh_efi = routing->efi;
		ENGINE_LOG(engine->osm, MSG_TABLES_LOADED, folder);
	} else {
		ENGINE_LOG(engine->osm, MSG_TABLES_REFUSED, folder, error->message);
	}
	return routing;
}

/*
 * Logs what sl=any costs, compared with a routing that may use lanes by SL. That second routing is computed for this
 * line alone and takes as long as the first, so it is left out where routes were kept.
 */
static void tell_price(const Engine *engine, const Fabric *fabric, const RoutingOptions *options,
		       const Routing *routing)
{
	RoutingOptions lanes = *options;
	lanes.any_sl = FALSE;
	lanes.previous = NULL;
	lanes.stand = FALSE;
	lanes.jobs = NULL;
	g_autoptr(Routing) other = routing->rerouted ? NULL : routing_compute(fabric, &lanes, NULL);
	if (other)
		ENGINE_LOG(engine->osm, MSG_SL_ANY, routing->vls_used, routing->efi, routing->nonminimal_pairs,
			   other->vls_needed, other->efi, other->nonminimal_pairs);
}

static Routing *compute(Engine *engine, const Fabric *fabric, GError **error)
{
	const PluginOptions *options = &engine->options;
	g_auto(AdminFiles) files = {0};
	admin_files_read(engine->osm, &files);
	gsize n_order;
	g_autofree guint64 *order = order_build(fabric, order_list(files.order), order_list(files.cn),
						order_list(files.io), &n_order, error);
	if (!order)
		return NULL;
	RoutingOptions routing_options = {
		.engine = options->algorithm ? routing_engine(options->algorithm) : NULL,
		.max_vls = vls_budget(&engine->vls, &engine->osm->subn, options, fabric),
		.asymmetric = options->asymmetric,
		.any_sl = options->any_sl,
		.by_sl = options->by_sl,
		.lmc_routes = (LmcRoutes)options->lmc_routes,
		.no_spread = options->no_spread,
		.spread_ports = options->spread_ports,
		.passes = options->passes,
		.threads = options->threads,
		.order = order,
		.n_order = n_order,
		.capacities = engine->osm->subn.opt.avoid_throttled_links != FALSE,
		.ignored = (const SwitchPort *)(gconstpointer)files.ports->data,
		.n_ignored = files.ports->len,
		.roots = (const guint64 *)(gconstpointer)files.roots->data,
		.n_roots = files.roots->len,
		.stand = TRUE,
	};
	g_clear_pointer(&engine->jobs_next, jobs_free);
	Routing *loaded = load(engine, fabric, &routing_options);
	engine->loaded = loaded != NULL;
	if (loaded) {
		engine_jobs_loaded(engine, fabric);
		return loaded;
	}
	last_routing_choose(engine, fabric, &routing_options);
	engine_jobs_choose(engine, fabric, &routing_options);
	Routing *routing = routing_compute(fabric, &routing_options, error);
	if (routing && options->any_sl)
		tell_price(engine, fabric, &routing_options, routing);
	return routing;
}

static void mark_aggregation(const Engine *engine, Fabric *fabric)
{
	if (!engine->options.aggregation)
		return;
	g_autoptr(GArray) guids = admin_files_guids(engine->osm, "aggregation_guid_file", engine->options.aggregation);
	gsize found = fabric_mark_aggregation(fabric, (const guint64 *)(gconstpointer)guids->data, guids->len);
	ENGINE_LOG(engine->osm, MSG_AGGREGATION, found, guids->len, engine->options.aggregation);
}

gboolean engine_route(Engine *engine, GError **error)
{
	gint64 start = g_get_monotonic_time();
	g_autoptr(Import) import = import_subnet(&engine->osm->subn, vls_believe_operational(&engine->vls), error);
	if (!import)
		return FALSE;
	log_left_out(engine, import);
	mark_aggregation(engine, import->fabric);
	engine->seconds_import = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	Routing *routing = compute(engine, import->fabric, error);
	if (!routing)
		return FALSE;
	engine->pending = snapshot_new(g_steal_pointer(&import->fabric), routing, error);
	engine->import = g_steal_pointer(&import);
	return engine->pending != NULL;
}
