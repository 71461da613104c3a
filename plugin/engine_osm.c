/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * build_lid_matrices does all the work that can fail (import, routing, lanes, hop tables), ucast_build_fwd_tables
 * only writes and publishes. OpenSM calls them one after the other under its exclusive lock. When the first fails it
 * returns -1 and OpenSM's switches are as the engine found them, free for the next engine of the list; the routing
 * published before stays. Neither ever returns a positive number: OpenSM would take that as leave to run minhop.
 *
 * What is published is one pointer to a Snapshot that is never changed. It is replaced in ucast_build_fwd_tables,
 * under OpenSM's exclusive lock, and read in path_sl and update_sl2vl, whose callers hold that lock, shared (the SA's
 * threads) or exclusive (the link manager, osm_qos_setup), as long as they use the answer. So when it is replaced no
 * reader holds the old one, and it is freed on the spot. The dumps read it without the lock, but in the thread that
 * sweeps, the only one that replaces it. The exchange is atomic so that a reader without the lock, should a later
 * OpenSM have one, would see the old or the new pointer and no third.
 */
#include "plugin/engine_osm.h"

#include "core/base/error.h"
#include "formats/table_names.h"
#include "plugin/admin_files.h"
#include "plugin/dump.h"
#include "plugin/engine_jobs.h"
#include "plugin/export.h"
#include "plugin/folder.h"
#include "plugin/keep.h"
#include "plugin/log.h"
#include "plugin/mcast.h"
#include "plugin/order.h"
#include "plugin/stages.h"

static double seconds_since(gint64 start)
{
	return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

/* ---- routing */

static const char *error_code(const GError *error)
{
	switch (error->code) {
	case SSSP_ERROR_MEMORY:
		return "SSSP01";
	case SSSP_ERROR_LANES:
		return "SSSP02";
	default:
		return "SSSP03";
	}
}

static void drop_pending(Engine *engine)
{
	g_clear_pointer(&engine->pending, snapshot_free);
	g_clear_pointer(&engine->import, import_free);
}

static void log_left_out(const Engine *engine, const Import *import)
{
	const ImportLeftOut *out = &import->left_out;
	if (out->nodes || out->unhealthy || out->unread || out->lids)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "left out: %u nodes, %u unhealthy and %u unread link ends, %u ports with unusable LIDs\n",
			   out->nodes, out->unhealthy, out->unread, out->lids);
	if (import->no_sl_map)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "%u ends of switch-to-switch links without SL to VL tables: one lane on these\n",
			   import->no_sl_map);
}

static OrderList order_list(const GArray *guids)
{
	return (OrderList){(const guint64 *)(gconstpointer)guids->data, guids->len};
}

/* The finished tables of the option `routes`, NULL where they cannot be had: then routes are to be computed. */
static Routing *load(const Engine *engine, const Fabric *fabric, const RoutingOptions *options)
{
	const char *folder = engine->options.routes;
	g_autoptr(GError) error = NULL;

	if (!folder)
		return NULL;
	Routing *routing = folder_load(folder, fabric, options, &error);
	if (routing) {
		routing->fresh_efi = routing->efi;
		ENGINE_LOG(engine->osm, OSM_LOG_INFO, "the tables in %s fit this subnet and are loaded\n", folder);
	} else {
		ENGINE_LOG(engine->osm, OSM_LOG_ERROR, "ERR SSSP10: routes=%s is left aside, routes are computed: %s\n",
			   folder, error->message);
	}
	return routing;
}

/* What sl=any costs, beside what lanes would give; where routes are made afresh, since it takes as long again. */
static void tell_price(const Engine *engine, const Fabric *fabric, const RoutingOptions *options,
		       const Routing *routing)
{
	PluginOptions lanes_options = engine->options;
	RoutingOptions lanes = *options;
	lanes_options.any_sl = FALSE;
	lanes.max_vls = vls_budget(&engine->vls, &engine->osm->subn, &lanes_options, fabric);
	lanes.former = NULL;
	lanes.stand = FALSE;
	lanes.jobs = NULL;
	g_autoptr(Routing) other = routing->rerouted ? NULL : routing_compute(fabric, &lanes, NULL);
	if (other)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "sl=any: one lane, EFI %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
			   " non-minimal pairs; %u lanes would give EFI %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
			   " non-minimal pairs\n",
			   routing->efi, routing->nonminimal_pairs, other->vls_needed, other->efi,
			   other->nonminimal_pairs);
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
		.no_spread = options->no_spread,
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
	if (loaded)
		return loaded;
	keep_choose(engine, fabric, &routing_options);
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
	ENGINE_LOG(engine->osm, OSM_LOG_INFO, "%" G_GSIZE_FORMAT " of %u GUIDs in %s are adapters: aggregation nodes\n",
		   found, guids->len, engine->options.aggregation);
}

/* Import to snapshot; leaves the result pending. */
static gboolean route(Engine *engine, GError **error)
{
	gint64 start = g_get_monotonic_time();
	g_autoptr(Import) import = import_subnet(&engine->osm->subn, vls_believe_operational(&engine->vls), error);
	if (!import)
		return FALSE;
	log_left_out(engine, import);
	mark_aggregation(engine, import->fabric);
	engine->seconds_import = seconds_since(start);
	Routing *routing = compute(engine, import->fabric, error);
	if (!routing)
		return FALSE;
	engine->pending = snapshot_new(g_steal_pointer(&import->fabric), routing, error);
	engine->import = g_steal_pointer(&import);
	return engine->pending != NULL;
}

/* ---- lanes */

static void program_lanes(Engine *engine)
{
	guint used = engine->pending->routing->vls_used;
	guint done = vls_program(&engine->vls, &engine->osm->subn, engine->import, used);

	if (done & VLS_QOS_ENABLED)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "QoS was off and is on now: %u virtual lanes need SL to VL tables\n", used);
	if (done & VLS_SWEEP_ASKED)
		ENGINE_LOG(
			engine->osm, OSM_LOG_INFO,
			"links have %u of %u virtual lanes in operation: another sweep completes SL to VL tables (with "
			"-o there is none: run OpenSM again)\n",
			engine->import->lanes_now, used);
	if (done & VLS_SWEEP_ASKED && vls_believe_operational(&engine->vls))
		ENGINE_LOG(engine->osm, OSM_LOG_ERROR,
			   "ERR SSSP04: a link is capable of %u virtual lanes but stays at %u: from now on no more are "
			   "used on it\n",
			   engine->import->lanes_capable, engine->import->lanes_now);
}

/*
 * Path records have the SL of the port that is asked for, but sssp.psl has one for a node: where a CA has ports on two
 * switches, the lines of its second port are missing there.
 */
static void warn_of_split_hosts(Engine *engine)
{
	guint32 node, n = snapshot_split_hosts(engine->pending, &node);

	if (!n || engine->warned || !snapshot_has_lanes(engine->pending))
		return;
	engine->warned = TRUE;
	ENGINE_LOG(engine->osm, OSM_LOG_INFO,
		   "%u hosts (the first: 0x%016" G_GINT64_MODIFIER "x '%s') have ports on several switches: " TABLES_PSL
		   " has the SLs of their first port only, path records those of each\n",
		   n, engine->pending->fabric->nodes[node].guid, fabric_name(engine->pending->fabric, node));
}

/* ---- callbacks */

/* Which class of endpoints needs how many lanes, where that is more than a word of the line before. */
static void log_classes(const Engine *engine, const Routing *routing)
{
	const guint *lanes = routing->class_lanes;
	ENGINE_LOG(engine->osm, OSM_LOG_INFO,
		   "lanes (%s): %u for %u hosts, %u with %u aggregation nodes, %u with management ports\n",
		   routing->strategy ? routing->strategy : "tables from a folder", lanes[FABRIC_HOST], routing->n_hosts,
		   lanes[FABRIC_AGGREGATION], routing->n_aggregation, lanes[FABRIC_MANAGEMENT]);
	if (routing->longest > ROUTING_MAD_HOPS)
		ENGINE_LOG(
			engine->osm, OSM_LOG_ERROR,
			"ERR SSSP13: paths between hosts have up to %u hops; management packets that carry their path "
			"end at %u\n",
			routing->longest, ROUTING_MAD_HOPS);
	if (routing->steps.ended)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "the search for lanes ended after its steps: the best so far is used\n");
	if (routing->weak_links)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "%u links between switches have fewer than %u virtual lanes: what crosses them is on those "
			   "that they "
			   "have\n",
			   routing->weak_links, routing->vls_used);
	if (routing->management_pairs_unproven)
		ENGINE_LOG(engine->osm, OSM_LOG_INFO,
			   "%" G_GUINT64_FORMAT
			   " pairs of switches have management traffic outside the proof: no lane is left for it\n",
			   routing->management_pairs_unproven);
}

static void log_summary(const Engine *engine, const Routing *routing, double seconds_export)
{
	double total = engine->seconds_import + routing->seconds_route + routing->seconds_layer + seconds_export;
	ENGINE_LOG(engine->osm, OSM_LOG_INFO,
		   "%u switches, %u LIDs, %u VLs, %" G_GUINT64_FORMAT " non-minimal pairs, EFI %" G_GUINT64_FORMAT
		   ", %.0f ms (import %.0f, route %.0f, layer %.0f, export %.0f)\n",
		   routing->n_switches, routing->n_dests, routing->vls_used, routing->nonminimal_pairs, routing->efi,
		   total * 1e3, engine->seconds_import * 1e3, routing->seconds_route * 1e3,
		   routing->seconds_layer * 1e3, seconds_export * 1e3);
	if (!engine->loaded)
		keep_tell(engine, routing);
	engine_jobs_tell(engine, routing);
	log_classes(engine, routing);
}

static gboolean write_hops(Engine *engine, GError **error)
{
	gint64 start = g_get_monotonic_time();
	gboolean written = export_hops(engine->pending, engine->import->switches, engine->options.threads, error);
	engine->seconds_hops = seconds_since(start);
	return written;
}

static int build_lid_matrices(void *context)
{
	Engine *engine = context;
	g_autoptr(GError) error = NULL;

	drop_pending(engine);
	gboolean routed = route(engine, &error) && write_hops(engine, &error);
	engine->starved = !routed && error->code == SSSP_ERROR_MEMORY;
	if (routed)
		return 0;
	drop_pending(engine);
	ENGINE_LOG(engine->osm, OSM_LOG_ERROR, "ERR %s: %s\n", error_code(error), error->message);
	return -1;
}

static void publish(Engine *engine)
{
	Snapshot *old = engine->published;
	g_atomic_pointer_set(&engine->published, g_steal_pointer(&engine->pending));
	snapshot_free(old);
	keep_published(engine);
	engine_jobs_published(engine);
}

static int ucast_build_fwd_tables(void *context)
{
	Engine *engine = context;
	gint64 start = g_get_monotonic_time();

	if (!engine->pending && build_lid_matrices(engine) < 0)
		return -1;
	stages_begin(engine);
	program_lanes(engine);
	log_summary(engine, engine->pending->routing, engine->seconds_hops + seconds_since(start));
	warn_of_split_hosts(engine);
	publish(engine);
	mcast_offer(engine);
	drop_pending(engine);
	return 0;
}

static guint8 path_sl(void *context, guint8 hint, const ib_net16_t slid, const ib_net16_t dlid)
{
	Engine *engine = context;
	guint8 sl = stages_sl(engine, cl_ntoh16(slid), cl_ntoh16(dlid));
	return sl != SL_NONE
		       ? sl
		       : snapshot_sl(g_atomic_pointer_get(&engine->published), hint, cl_ntoh16(slid), cl_ntoh16(dlid));
}

/* With one lane the tables of OpenSM's QoS settings stay as they are. */
static void update_sl2vl(void *context, osm_physp_t *port, guint8 in, guint8 out, ib_slvl_table_t *table)
{
	Engine *engine = context;
	const Snapshot *snapshot = g_atomic_pointer_get(&engine->published);

	if (!snapshot_has_lanes(snapshot))
		return;
	if (!port->p_node->sw || out == 0) {
		vls_endport_map(import_link_lanes(&engine->osm->subn, port), snapshot->routing->vls_mapped, table);
		return;
	}
	const Sl2vl *sl2vl = snapshot->routing->sl2vl;
	gssize row = sl2vl_find(sl2vl, cl_ntoh64(osm_node_get_node_guid(port->p_node)));
	for (guint sl = 0; row >= 0 && sl < SL_COUNT; sl++)
		ib_slvl_table_set(table, (guint8)sl, sl2vl_get(sl2vl, (guint32)row, in, out)->vl[sl]);
}

/* ---- dumps */

static void dump_or_log(Engine *engine, gboolean (*dump)(const Snapshot *, const char *, GError **), const char *folder)
{
	g_autoptr(GError) error = NULL;
	if (!dump(engine->published, folder, &error))
		ENGINE_LOG(engine->osm, OSM_LOG_ERROR, "ERR SSSP05: cannot write %s\n", error->message);
}

static const char *dump_folder(const Engine *engine)
{
	return engine->options.dump ? engine->options.dump : engine->osm->subn.opt.dump_files_dir;
}

static void ucast_dump_tables(void *context)
{
	Engine *engine = context;
	const char *folder = dump_folder(engine);

	if (!engine->published || !folder)
		return;
	if (dump_wants_psl(engine->published, engine->options.dump_psl)) {
		dump_or_log(engine, dump_psl, folder);
	} else {
		dump_remove(folder, TABLES_PSL);
		ENGINE_LOG(engine->osm, OSM_LOG_INFO, "%s is left out above %u endpoints without dump_psl=yes\n",
			   TABLES_PSL, DUMP_PSL_ENDPOINTS);
	}
	dump_or_log(engine, dump_slvl, folder);
	engine->dumped = TRUE;
}

static gboolean is_used(const Engine *engine)
{
	const osm_routing_engine_t *used = engine->osm->routing_engine_used;
	return used && used->context == engine;
}

static gboolean wants_dumps(const Engine *engine)
{
	return dump_folder(engine) && osm_log_is_active_v2(&engine->osm->log, OSM_LOG_ROUTING, OSM_FILE_DUMP_C);
}

/*
 * What there was, if switches were asked, and the first stage of the exchange at hand; what an earlier one left would be
 * taken for that of this one.
 */
static void dump_first_stage(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	const char *folder = dump_folder(engine);
	const ExchangePlan *exchange = engine->exchange;
	if (!exchange || !exchange->changed || !wants_dumps(engine))
		return;
	dump_remove(folder, TABLES_STAGE);
	dump_remove(folder, TABLES_STAGE_PSL);
	dump_remove(folder, TABLES_FOUND);
	if (engine->was_found && engine->before && !dump_found(engine->published, engine->before, folder, &error)) {
		ENGINE_LOG(engine->osm, OSM_LOG_ERROR, "ERR SSSP05: cannot write %s\n", error->message);
		g_clear_error(&error);
	}
	if (exchange->stage && !dump_stage(engine->published, exchange->stage, exchange->sl, folder, &error))
		ENGINE_LOG(engine->osm, OSM_LOG_ERROR, "ERR SSSP05: cannot write %s\n", error->message);
}

/* Whoever has to connect again is told of whether dumps are wanted or not. */
static void dump_reconnections(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	const char *folder = dump_folder(engine);
	if (!engine->reconnect || engine->reconnect_dumped || !folder)
		return;
	engine->reconnect_dumped = TRUE;
	if (!dump_reconnect(engine->reconnect->str, folder, &error))
		ENGINE_LOG(engine->osm, OSM_LOG_ERROR, "ERR SSSP05: cannot write %s\n", error->message);
}

void engine_finish(Engine *engine)
{
	if (!is_used(engine))
		return;
	dump_reconnections(engine);
	dump_first_stage(engine);
	stages_finish(engine);
}

void engine_keep(Engine *engine)
{
	if (is_used(engine) && !engine->exchange) /* else switches do not have it yet */
		keep_write(engine);
	keep_report(engine);
}

void engine_dump(Engine *engine)
{
	const osm_opensm_t *osm = engine->osm;
	const char *folder = dump_folder(engine);
	gboolean ours = is_used(engine);

	if (!wants_dumps(engine) || osm->subn.subnet_initialization_error)
		return;
	if (ours) {
		ucast_dump_tables(engine);
	} else if (engine->dumped) {
		dump_remove(folder, TABLES_PSL);
		dump_remove(folder, TABLES_SLVL);
		engine->dumped = FALSE;
	}
}

/* ---- after a failure */

void engine_try_again(Engine *engine)
{
	keep_report(engine);
	if (!engine->starved)
		return;
	engine->osm->subn.force_heavy_sweep = TRUE;
	ENGINE_LOG(engine->osm, OSM_LOG_INFO, "memory was short: routing is tried again at the next sweep\n");
}

/* ---- life */

Engine *engine_new(osm_opensm_t *osm, PluginOptions *options)
{
	Engine *engine = g_new0(Engine, 1);
	engine->osm = osm;
	engine->options = *options;
	*options = (PluginOptions){0};
	keep_init(engine);
	return engine;
}

void engine_free(Engine *engine)
{
	if (!engine)
		return;
	drop_pending(engine);
	stages_clear(engine);
	engine_jobs_clear(engine);
	keep_end(engine);
	snapshot_free(engine->published);
	options_clear(&engine->options);
	g_free(engine);
}

/* Called once for each entry; the Engine itself is the plugin's. */
static void destroy(void *context)
{
	drop_pending(context);
}

void engine_install(Engine *engine, osm_routing_engine_t *entry)
{
	entry->context = engine;
	entry->build_lid_matrices = build_lid_matrices;
	entry->ucast_build_fwd_tables = ucast_build_fwd_tables;
	entry->ucast_dump_tables = ucast_dump_tables;
	entry->update_sl2vl = update_sl2vl;
	entry->update_vlarb = NULL; /* lanes are for deadlocks: their shares stay those of qos_vlarb_high and _low */
	entry->path_sl = path_sl;
	entry->mcast_build_stree = NULL; /* until mcast_offer() (mcast.c) sets it: after each routing that has a tree */
	entry->destroy = destroy;
}
