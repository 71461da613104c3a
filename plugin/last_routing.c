/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the previous routing that the next one starts from: the one published last, else what a state file or a
 * folder of tables has, read here. Also takes the administrator's request for routes made afresh, logs what a routing
 * has changed, and has the published routing written into the state file. No error makes a routing fail: without a
 * previous routing routes are made afresh, and the log says why.
 */
#include "plugin/last_routing.h"

#include "plugin/values/folder.h"
#include "plugin/log.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define REBALANCE_FILE "opensm-sssp.rebalance"
#define BUDGET -1 /* options->budget, the most entries to move for even loads: -1 is a share of what has to change */

/* Returns the folder in which OpenSM keeps guid2lid, found as OpenSM finds it. */
static const char *cache_folder(void)
{
	const char *folder = g_getenv("OSM_CACHE_DIR");
	return folder && *folder ? folder : OSM_DEFAULT_CACHE_DIR;
}

void last_routing_init(Engine *engine)
{
	PluginOptions *options = &engine->options;
	if (!options->rebalance_file)
		options->rebalance_file = g_build_filename(cache_folder(), REBALANCE_FILE, NULL);
	engine->asked_afresh = options->rebalance_now;
	if (!options->no_state && !options->state)
		options->state = g_build_filename(cache_folder(), STATE_FILE, NULL);
	if (!options->no_state)
		engine->state_file = state_file_new(options->state);
}

void last_routing_end(Engine *engine)
{
	if (engine->state_file)
		state_file_wait(engine->state_file);
	last_routing_report(engine);
	g_clear_pointer(&engine->state_file, state_file_free);
	state_clear(&engine->restored);
	g_clear_pointer(&engine->state_failure, g_free);
}

/* ---- what was kept by an earlier process */

/* Whether a state was made with an option `sl` that this engine can go on from. */
static gboolean fits_options(const Engine *engine, const State *state)
{
	return !state->asymmetric || engine->options.asymmetric;
}

static gboolean is_usable(const Engine *engine, const char *path)
{
	if (fits_options(engine, &engine->restored))
		return TRUE;
	ENGINE_LOG(engine->osm, MSG_ASYMMETRIC_STATE, path);
	return FALSE;
}

static gboolean restore_from(Engine *engine, const Fabric *fabric, const char *path)
{
	g_autoptr(GError) error = NULL;
	if (state_file_read(path, fabric, &engine->restored, &error) && is_usable(engine, path)) {
		ENGINE_LOG(engine->osm, MSG_RESTORED, path, engine->restored.fabric->n_switches,
			   engine->restored.lft->n_lids - 1);
		return TRUE;
	}
	if (error)
		ENGINE_LOG(engine->osm, MSG_BAD_STATE, error->message);
	state_clear(&engine->restored);
	return FALSE;
}

/*
 * Takes as the previous routing what the folder of the option `routes` has, a state file or else its tables, as these
 * do not fit this subnet unchanged. FALSE: neither can be used.
 */
static gboolean restore_from_folder(Engine *engine, const Fabric *fabric)
{
	const char *folder = engine->options.routes;
	g_autoptr(GError) error = NULL;
	if (!folder)
		return FALSE;
	g_autofree char *path = g_build_filename(folder, STATE_FILE, NULL);
	if (restore_from(engine, fabric, path))
		return TRUE;
	if (folder_previous(folder, fabric, &engine->previous_lft, &engine->previous_sl, &engine->previous_sl2vl,
			    &error)) {
		ENGINE_LOG(engine->osm, MSG_RESTORED_TABLES, folder);
		return TRUE;
	}
	ENGINE_LOG(engine->osm, MSG_NOT_RESTORED_TABLES, folder, error->message);
	return FALSE;
}

static void drop_restored(Engine *engine)
{
	state_clear(&engine->restored);
	g_clear_pointer(&engine->previous_lft, lft_free);
	g_clear_pointer(&engine->previous_sl, path_sl_free);
	g_clear_pointer(&engine->previous_sl2vl, sl2vl_free);
}

/*
 * Reads the jobs of a state file. FALSE if the file cannot be used; the reason is logged when a routing is to start
 * from it.
 */
static gboolean find_jobs(const Engine *engine, const Fabric *fabric, const char *path, GArray **jobs)
{
	State state;
	gboolean usable = state_file_read(path, fabric, &state, NULL) && fits_options(engine, &state);
	if (usable)
		*jobs = g_steal_pointer(&state.read_jobs);
	state_clear(&state);
	return usable;
}

GArray *last_routing_jobs(const Engine *engine, const Fabric *fabric)
{
	const PluginOptions *options = &engine->options;
	GArray *jobs = NULL;
	if (options->reroute_fresh || (!options->no_state && find_jobs(engine, fabric, options->state, &jobs)))
		return jobs;
	g_autofree char *path = options->routes ? g_build_filename(options->routes, STATE_FILE, NULL) : NULL;
	if (path)
		find_jobs(engine, fabric, path, &jobs);
	return jobs;
}

/*
 * Reads what an earlier process kept. It is read anew until a first routing is published, as the subnet may change
 * meanwhile so that the file fits.
 */
static void restore(Engine *engine, const Fabric *fabric)
{
	drop_restored(engine);
	if (!engine->options.no_state && restore_from(engine, fabric, engine->options.state))
		return;
	restore_from_folder(engine, fabric);
}

/* ---- what to start from */

/* Whether the administrator has asked once for fresh routes. The request is kept until a routing is published. */
static gboolean is_asked_afresh(Engine *engine)
{
	const char *path = engine->options.rebalance_file;
	if (unlink(path) == 0) {
		engine->asked_afresh = TRUE;
	} else if (errno != ENOENT && errno != engine->rebalance_errno) {
		engine->rebalance_errno = errno;
		ENGINE_LOG(engine->osm, MSG_KEPT_REQUEST, path, g_strerror(errno));
	}
	return engine->asked_afresh;
}

void last_routing_choose(Engine *engine, const Fabric *fabric, RoutingOptions *options)
{
	const Snapshot *last = engine->published;
	PreviousTables *previous = &engine->previous;
	if (!last && !engine->options.reroute_fresh)
		restore(engine, fabric);
	*previous = (PreviousTables){0};
	if (last)
		*previous = routing_as_previous(last->fabric, last->routing);
	else if (engine->restored.lft)
		*previous = (PreviousTables){.fabric = engine->restored.fabric,
					     .lft = engine->restored.lft,
					     .path_sl = engine->restored.path_sl,
					     .sl2vl = engine->restored.sl2vl,
					     .efi = engine->restored.fresh_efi,
					     .vls_needed = engine->restored.vls_needed,
					     .older = engine->restored.older,
					     .detours = engine->restored.detours,
					     .mcast = engine->restored.mcast};
	else if (engine->previous_lft)
		*previous = (PreviousTables){.fabric = fabric,
					     .lft = engine->previous_lft,
					     .path_sl = engine->previous_sl,
					     .sl2vl = engine->previous_sl2vl};
	options->previous = previous->lft ? previous : NULL;
	options->afresh = is_asked_afresh(engine) || engine->options.reroute_fresh;
	options->balance = engine->options.no_rebalance ? REROUTE_STAY : REROUTE_EVEN;
	options->budget = BUDGET;
}

/* ---- lines in the log */

static const char *why_scratch(const Engine *engine, const Routing *routing)
{
	if (!engine->previous.lft)
		return WHY_UNKNOWN;
	if (engine->asked_afresh)
		return engine->options.rebalance_now && !engine->published ? WHY_NOW : WHY_REQUESTED;
	if (engine->options.reroute_fresh)
		return WHY_FRESH;
	if (routing->as_is)
		return WHY_ALGORITHM;
	return routing->cheaper ? WHY_CHEAPER : WHY_IMPOSSIBLE;
}

static void tell_changes(const Engine *engine, const Routing *routing)
{
	const Changes *c = &routing->changes;
	if (!engine->previous.lft)
		ENGINE_LOG(engine->osm, MSG_SCRATCH, why_scratch(engine, routing));
	else if (routing->rerouted)
		ENGINE_LOG(engine->osm, MSG_REROUTED, c->changed, c->entries, c->must, c->blocks_changed, c->blocks,
			   c->sls_changed, c->paths);
	else
		ENGINE_LOG(engine->osm, MSG_SCRATCH_CHANGED, why_scratch(engine, routing), c->changed, c->entries,
			   c->must, c->blocks_changed, c->blocks, c->sls_changed, c->paths);
}

void last_routing_tell(const Engine *engine, const Routing *routing)
{
	tell_changes(engine, routing);
	if (!engine->previous.lft)
		return;
	if (routing->detours && routing->path_sl)
		ENGINE_LOG(engine->osm, MSG_DETOURS, routing->detours);
	else if (routing->detours)
		ENGINE_LOG(engine->osm, MSG_DETOURS_ANY_SL, routing->detours);
	if (routing->older)
		ENGINE_LOG(engine->osm, MSG_OLDER_SLS, routing->older->len);
}

/* ---- what is kept */

void last_routing_published(Engine *engine)
{
	engine->asked_afresh = FALSE;
	engine->previous = (PreviousTables){0};
	drop_restored(engine);
}

void last_routing_write(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	gsize length;
	if (!engine->state_file || !engine->published)
		return;
	const Routing *routing = engine->published->routing;
	g_autoptr(GArray) jobs = engine->jobs ? jobs_to_state(engine->jobs) : NULL;
	State state = {.fabric = engine->published->fabric,
		       .lft = routing->lft,
		       .path_sl = routing->path_sl,
		       .sl2vl = (Sl2vl *)routing_port_vls(routing),
		       .fresh_efi = routing->fresh_efi,
		       .vls_needed = routing->vls_needed,
		       .max_vls = engine->options.max_vls,
		       .asymmetric = engine->options.asymmetric,
		       .older = routing->older,
		       .detours = routing->detours,
		       .jobs = jobs,
		       .mcast = routing->mcast};
	guint8 *bytes = state_write(&state, &length, &error);
	if (bytes)
		state_file_keep(engine->state_file, bytes, length);
	else
		ENGINE_LOG(engine->osm, MSG_NOT_SAVED, error->message);
}

void last_routing_report(Engine *engine)
{
	g_autofree char *failure = engine->state_file ? state_file_failure(engine->state_file) : NULL;
	if (g_strcmp0(failure, engine->state_failure) == 0)
		return;
	if (failure)
		ENGINE_LOG(engine->osm, MSG_NOT_SAVED, failure);
	else
		ENGINE_LOG(engine->osm, MSG_SAVED_AGAIN, engine->options.state);
	g_free(engine->state_failure);
	engine->state_failure = g_steal_pointer(&failure);
}
