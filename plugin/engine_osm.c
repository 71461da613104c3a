/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Implements the callbacks by which OpenSM uses a routing engine. build_lid_matrices does all the work that can fail
 * (import, routing, lanes, hop tables), ucast_build_fwd_tables only writes and publishes. OpenSM calls them one after
 * the other under its exclusive lock. When build_lid_matrices fails it returns -1: OpenSM's switches are then as the
 * engine found them, for the next engine of the list, and the routing published before stays published. Neither
 * callback ever returns a positive number, as OpenSM would run minhop then.
 *
 * The published routing is one pointer to a Snapshot that is never changed. It is replaced in ucast_build_fwd_tables,
 * under OpenSM's exclusive lock, and read in path_sl and update_sl2vl, whose callers hold that lock, shared (the SA's
 * threads) or exclusive (the link manager, osm_qos_setup), as long as they use the answer. So when it is replaced no
 * reader holds the old one, and it is freed on the spot. The dumps read it without the lock, but in the thread that
 * sweeps, the only one that replaces it. The exchange is atomic so that a reader without the lock, should a later
 * OpenSM have one, would see either the old or the new pointer.
 */
#include "plugin/engine_osm.h"

#include "core/base/error.h"
#include "formats/tables/table_names.h"
#include "plugin/engine_jobs.h"
#include "plugin/engine_route.h"
#include "plugin/subnet/export.h"
#include "plugin/last_routing.h"
#include "plugin/log.h"
#include "plugin/mcast.h"
#include "plugin/status.h"
#include "plugin/phases.h"
#include "plugin/sl2vl.h"
#include "plugin/sweep.h"

static double seconds_since(gint64 start)
{
	return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void log_failure(const Engine *engine, const GError *error)
{
	if (error->code == SSSP_ERROR_MEMORY)
		ENGINE_LOG(engine->osm, MSG_NO_MEMORY, error->message);
	else if (error->code == SSSP_ERROR_LANES)
		ENGINE_LOG(engine->osm, MSG_REFUSED, error->message);
	else
		ENGINE_LOG(engine->osm, MSG_CONTRADICTION, error->message);
}

/* ---- lanes */

static void program_lanes(Engine *engine)
{
	guint used = engine->pending->routing->vls_used;
	guint done = vls_program(&engine->vls, &engine->osm->subn, engine->import, used);

	if (done & VLS_QOS_ENABLED)
		ENGINE_LOG(engine->osm, MSG_QOS_ON, used);
	if (done & VLS_SWEEP_ASKED)
		ENGINE_LOG(engine->osm, MSG_LANES_PENDING, engine->import->lanes_now, used);
	if (done & VLS_SWEEP_ASKED && vls_believe_operational(&engine->vls))
		ENGINE_LOG(engine->osm, MSG_LANES_MISSING, engine->import->lanes_capable, engine->import->lanes_now);
}

/*
 * Logs once that hosts have ports on several switches. Path records have the SL of the port that is asked for, but
 * sssp.psl has one for a node: where a CA has ports on two switches, the lines of its second port are missing there.
 */
static void warn_of_split_hosts(Engine *engine)
{
	guint32 node, n = snapshot_split_hosts(engine->pending, &node);

	if (!n || engine->warned || !snapshot_has_sls(engine->pending))
		return;
	engine->warned = TRUE;
	ENGINE_LOG(engine->osm, MSG_SEVERAL_SWITCHES, n, engine->pending->fabric->nodes[node].guid,
		   fabric_name(engine->pending->fabric, node));
}

/* ---- callbacks */

static const char *lanes_origin(const Routing *routing)
{
	if (!routing->strategy)
		return "tables from a folder";
	return g_str_equal(routing->strategy, "kept") ? "kept from the previous routing" : routing->strategy;
}

/* Logs lanes, LMC, long paths and weak links, each in a line of its own. */
static void log_details(const Engine *engine, const Routing *routing)
{
	const LmcFigures *lmc = &routing->lmc;
	if (snapshot_has_sls(engine->pending))
		ENGINE_LOG(engine->osm, MSG_LANES_BY_SL, routing->vls_needed, routing->vls_used, lanes_origin(routing));
	else
		ENGINE_LOG(engine->osm, MSG_LANES_ANY_SL, routing->vls_needed, routing->vls_used,
			   lanes_origin(routing));
	if (lmc->lids)
		ENGINE_LOG(engine->osm, MSG_LMC, lmc_routes_name((LmcRoutes)engine->options.lmc_routes),
			   lmc->n_lids - lmc->n_followed, lmc->n_lids, lmc->longer, lmc->lids - 1);
	if (routing->longest > ROUTING_MAD_HOPS)
		ENGINE_LOG(engine->osm, MSG_MANY_HOPS, routing->longest, ROUTING_MAD_HOPS);
	if (routing->too_far)
		ENGINE_LOG(engine->osm, MSG_TOO_FAR, routing->too_far, ROUTING_MOST_HOPS);
	if (routing->weak_links)
		ENGINE_LOG(engine->osm, MSG_WEAK_LINKS, routing->weak_links,
			   snapshot_has_sls(engine->pending) ? routing->vls_used : routing->vls_needed);
}

static void log_summary(const Engine *engine, const Routing *routing, double seconds_export)
{
	double total = engine->seconds_import + routing->seconds_route + routing->seconds_layer + seconds_export;
	ENGINE_LOG(engine->osm, MSG_SUMMARY, routing->n_switches, routing->n_dests, routing->vls_used,
		   routing->nonminimal_pairs, routing->efi, total * 1e3, engine->seconds_import * 1e3,
		   routing->seconds_route * 1e3, routing->seconds_layer * 1e3, seconds_export * 1e3);
	if (!engine->loaded)
		last_routing_tell(engine, routing);
	engine_jobs_tell(engine, routing);
	log_details(engine, routing);
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

	engine_drop_pending(engine);
	gboolean routed = engine_route(engine, &error) && write_hops(engine, &error);
	engine->starved = !routed && error->code == SSSP_ERROR_MEMORY;
	if (routed)
		return 0;
	engine_drop_pending(engine);
	log_failure(engine, error);
	engine->failures++;
	g_free(engine->failure);
	engine->failure = g_strdup(error->message);
	status_write(engine);
	return -1;
}

static void publish(Engine *engine)
{
	Snapshot *old = engine->published;
	g_atomic_pointer_set(&engine->published, g_steal_pointer(&engine->pending));
	snapshot_free(old);
	last_routing_published(engine);
	engine_jobs_published(engine);
	g_clear_pointer(&engine->failure, g_free);
	engine->routed_at = g_get_real_time();
	engine->phases = engine->exchange && engine->exchange->first_phase ? 2 : 1;
	engine->exchange_seconds = 0;
}

static int ucast_build_fwd_tables(void *context)
{
	Engine *engine = context;
	gint64 start = g_get_monotonic_time();

	if (!engine->pending && build_lid_matrices(engine) < 0)
		return -1;
	phases_begin(engine);
	program_lanes(engine);
	log_summary(engine, engine->pending->routing, engine->seconds_hops + seconds_since(start));
	warn_of_split_hosts(engine);
	publish(engine);
	mcast_offer(engine);
	engine_drop_pending(engine);
	return 0;
}

static guint8 path_sl(void *context, guint8 hint, const ib_net16_t slid, const ib_net16_t dlid)
{
	Engine *engine = context;
	guint8 sl = phases_sl(engine, cl_ntoh16(slid), cl_ntoh16(dlid));
	return sl != SL_NONE
		       ? sl
		       : snapshot_sl(g_atomic_pointer_get(&engine->published), hint, cl_ntoh16(slid), cl_ntoh16(dlid));
}

static void update_sl2vl(void *context, osm_physp_t *port, guint8 in, guint8 out, ib_slvl_table_t *table)
{
	sl2vl_answer(context, port, in, out, table);
}

static void ucast_dump_tables(void *context)
{
	sweep_dump_tables(context);
}

/* ---- life */

Engine *engine_new(osm_opensm_t *osm, PluginOptions *options)
{
	Engine *engine = g_new0(Engine, 1);
	engine->osm = osm;
	engine->options = *options;
	*options = (PluginOptions){0};
	engine->loaded_at = g_get_real_time();
	last_routing_init(engine);
	return engine;
}

void engine_free(Engine *engine)
{
	if (!engine)
		return;
	engine_drop_pending(engine);
	phases_clear(engine);
	sl2vl_clear(engine);
	engine_jobs_clear(engine);
	last_routing_end(engine);
	snapshot_free(engine->published);
	options_clear(&engine->options);
	g_free(engine->failure);
	g_free(engine);
}

/* Drops what is pending only: OpenSM calls this once for each entry, but the Engine belongs to the plugin. */
static void destroy(void *context)
{
	engine_drop_pending(context);
}

void engine_install(Engine *engine, osm_routing_engine_t *entry)
{
	entry->context = engine;
	entry->build_lid_matrices = build_lid_matrices;
	entry->ucast_build_fwd_tables = ucast_build_fwd_tables;
	entry->ucast_dump_tables = ucast_dump_tables;
	entry->update_sl2vl = update_sl2vl;
	entry->update_vlarb = NULL; /* lanes only prevent deadlocks: shares stay those of qos_vlarb_high and _low */
	entry->path_sl = path_sl;
	entry->mcast_build_stree = NULL; /* until mcast_offer() (mcast.c) sets it: after each routing that has a tree */
	entry->destroy = destroy;
}
