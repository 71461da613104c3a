/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Does what is left to do when OpenSM has routed. If the tables in force are this engine's, completes SL to VL tables,
 * and writes dumps, the second phase and the state file. If they are another engine's, removes earlier dumps of this
 * one. If this engine failed for want of memory, asks for another sweep.
 */
#include "plugin/sweep.h"

#include "formats/tables/table_names.h"
#include "plugin/values/dump.h"
#include "plugin/last_routing.h"
#include "plugin/log.h"
#include "plugin/phases.h"
#include "plugin/sl2vl.h"

static void dump_or_log(Engine *engine, gboolean (*dump)(const Snapshot *, const char *, GError **), const char *folder)
{
	g_autoptr(GError) error = NULL;
	if (!dump(engine->published, folder, &error))
		ENGINE_LOG(engine->osm, MSG_NOT_DUMPED, error->message);
}

void sweep_dump_tables(Engine *engine)
{
	const char *folder = engine_dump_folder(engine);

	if (!engine->published || !folder)
		return;
	if (dump_wants_psl(engine->published, engine->options.dump_psl)) {
		dump_or_log(engine, dump_psl, folder);
	} else {
		dump_remove(folder, TABLES_PSL);
		ENGINE_LOG(engine->osm, MSG_NO_PSL, TABLES_PSL, DUMP_PSL_ENDPOINTS);
	}
	dump_or_log(engine, dump_slvl, folder);
	engine->dumped = TRUE;
}

static gboolean wants_dumps(const Engine *engine)
{
	return engine_dump_folder(engine) && osm_log_is_active_v2(&engine->osm->log, OSM_LOG_ROUTING, OSM_FILE_DUMP_C);
}

/*
 * Dumps the first phase of the exchange at hand and, if new switches were asked, the tables that switches had before.
 * Files of an earlier exchange are removed, as they would be taken for those of this one.
 */
static void dump_first_phase(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	const char *folder = engine_dump_folder(engine);
	const ExchangePlan *exchange = engine->exchange;
	if (!exchange || (!exchange->changed && !exchange->first_phase) || !wants_dumps(engine))
		return;
	dump_remove(folder, TABLES_STAGE);
	dump_remove(folder, TABLES_STAGE_PSL);
	dump_remove(folder, TABLES_FOUND);
	if (engine->was_found && engine->before && !dump_found(engine->published, engine->before, folder, &error)) {
		ENGINE_LOG(engine->osm, MSG_NOT_DUMPED, error->message);
		g_clear_error(&error);
	}
	if (exchange->first_phase && !dump_phase(engine->published, exchange->first_phase, exchange->sl,
						 engine->options.dump_psl, folder, &error))
		ENGINE_LOG(engine->osm, MSG_NOT_DUMPED, error->message);
}

/* Writes the connections that have to be opened again, whether OpenSM dumps its tables or not. */
static void dump_reconnections(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	const char *folder = engine_dump_folder(engine);
	if (!engine->reconnect || engine->reconnect_dumped || !folder)
		return;
	engine->reconnect_dumped = TRUE;
	if (!dump_reconnect(engine->reconnect->str, folder, &error))
		ENGINE_LOG(engine->osm, MSG_NOT_DUMPED, error->message);
}

void sweep_finish(Engine *engine)
{
	if (!engine_is_used(engine))
		return;
	sl2vl_complete(engine);
	dump_reconnections(engine);
	dump_first_phase(engine);
	phases_finish(engine);
}

void sweep_keep(Engine *engine)
{
	if (engine_is_used(engine) && !engine->exchange) /* during an exchange switches do not have the routing yet */
		last_routing_write(engine);
	last_routing_report(engine);
}

void sweep_dump(Engine *engine)
{
	const osm_opensm_t *osm = engine->osm;
	const char *folder = engine_dump_folder(engine);
	gboolean ours = engine_is_used(engine);

	if (!wants_dumps(engine) || osm->subn.subnet_initialization_error)
		return;
	if (ours) {
		sweep_dump_tables(engine);
	} else if (engine->dumped) {
		dump_remove(folder, TABLES_PSL);
		dump_remove(folder, TABLES_SLVL);
		engine->dumped = FALSE;
	}
}

/* ---- after a failure */

void sweep_try_again(Engine *engine)
{
	last_routing_report(engine);
	if (!engine->starved)
		return;
	engine->osm->subn.force_heavy_sweep = TRUE;
	ENGINE_LOG(engine->osm, MSG_TRY_AGAIN);
}
