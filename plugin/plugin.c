/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Registers the plugin with OpenSM, which loads `osm_event_plugin` with the functions create, delete and report.
 * report() passes the events of a sweep on to the files that have something to do then.
 *
 * `psssp` is registered in create(), before OpenSM resolves the names given with -R. The name `sssp` belongs to a
 * built-in engine and cannot be registered twice, so `sssp` is taken over instead (unless takeover=no): at the start of
 * a heavy sweep, which comes before the first routing and after the names are resolved, the entry of that type in
 * OpenSM's list of engines gets this engine's callbacks. The list is only used by the thread that sweeps, which is also
 * the one that reports the event. An entry whose routing is in use is left alone.
 */
#include "config.h"

#include "plugin/built_for.h"
#include "plugin/engine_osm.h"
#include "plugin/found.h"
#include "plugin/layout.h"
#include "plugin/log.h"
#include "plugin/sl2vl.h"
#include "plugin/values/options.h"
#include "plugin/status.h"
#include "plugin/sweep.h"

#include <opensm/osm_config.h>
#include <opensm/osm_event_plugin.h>
#include <opensm/osm_version.h>

static int setup(osm_routing_engine_t *entry, osm_opensm_t *osm)
{
	(void)osm;
	engine_install(entry->context, entry); /* the context given when registering */
	return 0;
}

static gboolean register_engine(osm_opensm_t *osm, Engine *engine)
{
	const external_routing_engine_module_t module = {.name = ENGINE_NAME, .setup = setup, .context = engine};
	if (osm_register_external_routing_engine(osm, &module, engine) == CL_SUCCESS)
		return TRUE;
	ENGINE_LOG(osm, MSG_NOT_REGISTERED);
	return FALSE;
}

static void *create(osm_opensm_t *osm)
{
	PluginOptions options;
	g_autoptr(GError) error = NULL;
	const char *fault = layout_fault(osm);

	if (fault) {
		layout_complain(fault);
		return NULL;
	}
	if (!options_parse(osm->subn.opt.event_plugin_options, &options, &error)) {
		ENGINE_LOG(osm, MSG_BAD_OPTIONS, error->message);
		return NULL;
	}
	Engine *engine = engine_new(osm, &options);
	if (!register_engine(osm, engine)) {
		engine_free(engine);
		return NULL;
	}
	ENGINE_LOG(osm, MSG_LOADED);
	return engine;
}

static void take_over(Engine *engine, osm_routing_engine_t *entry)
{
	if (entry->destroy)
		entry->destroy(entry->context);
	engine_install(engine, entry);
	ENGINE_LOG(engine->osm, MSG_REPLACED, entry->name);
}

static void take_over_builtin(Engine *engine)
{
	const osm_opensm_t *osm = engine->osm;
	for (osm_routing_engine_t *entry = osm->routing_engine_list; entry; entry = entry->next)
		if (entry->type == OSM_ROUTING_ENGINE_TYPE_SSSP && entry->context != engine &&
		    entry != osm->routing_engine_used)
			take_over(engine, entry);
}

static void report(void *plugin, osm_epi_event_id_t event, void *data)
{
	Engine *engine = plugin;

	if (event == OSM_EVENT_ID_UCAST_ROUTING_DONE || event == OSM_EVENT_ID_SUBNET_UP)
		engine_log_flush(engine->osm); /* so that OpenSM's own line "tables configured" is in the file, too */
	if (event == OSM_EVENT_ID_HEAVY_SWEEP_START) {
		engine->starved = FALSE; /* an engine before this one in the list may route in this sweep */
		sl2vl_begin(engine);
		if (engine->options.takeover)
			take_over_builtin(engine);
	} else if (event == OSM_EVENT_ID_HEAVY_SWEEP_DONE) { /* discovered; nothing is routed yet */
		found_read(engine);
		sl2vl_write_joined(engine);
	} else if (event == OSM_EVENT_ID_UCAST_ROUTING_DONE) {
		sweep_finish(engine);
		status_write(engine);
		if (GPOINTER_TO_INT(data) != UCAST_ROUTING_HEAVY_SWEEP)
			return;
		sweep_keep(engine);
		sweep_dump(engine);
	} else if (event == OSM_EVENT_ID_SUBNET_UP)
		sweep_try_again(engine);
}

/* OpenSM's `delete`: by now OpenSM has ended all its entries of the engine. */
static void end(void *plugin)
{
	engine_free(plugin);
}

#if OSM_EVENT_PLUGIN_INTERFACE_VER != 2
#error "OpenSM's plugin interface is not the one this was written for"
#endif

__attribute__((used)) static const char built_for[] = BUILT_FOR_SIGN OSM_VERSION;
#ifdef ENABLE_OSM_PERF_MGR
__attribute__((used)) static const char built_with[] = BUILT_WITH_SIGN "PerfMgr";
#else
__attribute__((used)) static const char built_with[] = BUILT_WITH_SIGN "no PerfMgr";
#endif

extern osm_event_plugin_t osm_event_plugin;
osm_event_plugin_t osm_event_plugin = {OSM_VERSION, create, end, report};
