/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Ends an exchange of forwarding tables when OpenSM has routed: looks whether switches have taken the first phase, and
 * sends the second by OpenSM's own functions.
 */
#include "plugin/phases.h"

#include "plugin/log.h"
#include "plugin/subnet/export.h"
#include "plugin/subnet/vls.h"

#include <opensm/osm_ucast_mgr.h>
#include <string.h>

/* Waits until all requests are answered or given up. OpenSM exports it, but has it in none of its headers. */
extern int wait_for_pending_transactions(osm_stats_t *stats);

/* How many switches have not taken all that was sent. The caller holds OpenSM's lock. */
static guint count_behind(const Engine *engine)
{
	const Fabric *fabric = engine->published->fabric;
	guint behind = 0;
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const osm_switch_t *sw = osm_get_switch_by_guid(&engine->osm->subn,
								cl_hton64(fabric->nodes[fabric->switches[row]].guid));
		behind += sw && sw->lft && sw->new_lft &&
			  memcmp(sw->lft, sw->new_lft, MIN((gsize)sw->max_lid_ho + 1, sw->lft_size));
	}
	return behind;
}

/* Sends entries that switches do not have yet, and waits. Returns how many switches still do not have them. */
static guint send_rest(Engine *engine)
{
	osm_opensm_t *osm = engine->osm;
	CL_PLOCK_EXCL_ACQUIRE(&osm->lock);
	osm_ucast_mgr_set_fwd_tables(&osm->sm.ucast_mgr);
	CL_PLOCK_RELEASE(&osm->lock);
	wait_for_pending_transactions(&osm->stats);
	CL_PLOCK_ACQUIRE(&osm->lock);
	guint behind = count_behind(engine);
	CL_PLOCK_RELEASE(&osm->lock);
	return behind;
}

/* Copies the tables of the second phase to new_lft, which OpenSM sends, for all switches that still exist. */
static void load_second_phase(Engine *engine)
{
	const Snapshot *last = engine->published;
	const Fabric *fabric = last->fabric;
	CL_PLOCK_EXCL_ACQUIRE(&engine->osm->lock);
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		osm_switch_t *sw = osm_get_switch_by_guid(&engine->osm->subn,
							  cl_hton64(fabric->nodes[fabric->switches[row]].guid));
		if (sw && sw->new_lft)
			export_lft(last->routing->lft, row, sw);
	}
	CL_PLOCK_RELEASE(&engine->osm->lock);
}

static void ask_again(Engine *engine, guint behind)
{
	engine->phase_failures++;
	engine->osm->subn.force_heavy_sweep = TRUE;
	ENGINE_LOG(engine->osm, MSG_FIRST_PHASE_MISSING, behind);
}

/* Whether switches have the SL to VL tables that OpenSM and sl2vl_complete() have written in this sweep. */
static gboolean lanes_are_there(Engine *engine)
{
	osm_opensm_t *osm = engine->osm;
	CL_PLOCK_ACQUIRE(&osm->lock);
	gboolean there = vls_are_there(&osm->subn, engine->published->routing->sl2vl);
	CL_PLOCK_RELEASE(&osm->lock);
	return there;
}

static void ask_for_lanes(Engine *engine)
{
	engine->osm->subn.force_heavy_sweep = TRUE;
	ENGINE_LOG(engine->osm, MSG_LANES_WAIT);
}

/* Ends the exchange: from now on connections get the SLs of the new routes. */
static void end_exchange(Engine *engine)
{
	CL_PLOCK_EXCL_ACQUIRE(&engine->osm->lock);
	g_clear_pointer(&engine->exchange, exchange_plan_free);
	CL_PLOCK_RELEASE(&engine->osm->lock);
}

/* Writes the second phase. All switches have the first; those that do not answer now may go on with it. */
static void write_last(Engine *engine)
{
	load_second_phase(engine);
	guint behind = send_rest(engine);
	g_clear_pointer(&engine->before, lft_free);
	if (behind) {
		engine->before = g_steal_pointer(&engine->exchange->first_phase);
		engine->was_found = FALSE;
		ENGINE_LOG(engine->osm, MSG_LAST_PHASE_MISSING, behind);
	}
	engine->exchange_seconds = (double)(g_get_monotonic_time() - engine->phase_start) / G_USEC_PER_SEC;
	ENGINE_LOG(engine->osm, MSG_DONE, engine->exchange_seconds);
	end_exchange(engine);
}

/*
 * Ends an update that was written at once, without a plan: if all switches have the new tables, these are known again.
 */
static void finish_unproven(Engine *engine, guint behind)
{
	if (behind || (engine->published->routing->sl2vl && !lanes_are_there(engine)))
		return;
	engine->phase_failures = 0;
	g_clear_pointer(&engine->before, lft_free);
}

void phases_finish(Engine *engine)
{
	if (!engine->published)
		return;
	CL_PLOCK_ACQUIRE(&engine->osm->lock);
	guint behind = count_behind(engine);
	CL_PLOCK_RELEASE(&engine->osm->lock);
	if (!engine->exchange) {
		finish_unproven(engine, behind);
		return;
	}
	if (behind && engine->exchange->first_phase)
		behind = send_rest(engine);
	if (behind && engine->exchange->first_phase) {
		ask_again(engine, behind);
		return;
	}
	engine->phase_failures = 0;
	if (engine->exchange->first_phase && engine->exchange->tables_before_last && !lanes_are_there(engine)) {
		ask_for_lanes(engine);
		return;
	}
	if (engine->exchange->first_phase) {
		write_last(engine);
		return;
	}
	if (!behind)
		g_clear_pointer(&engine->before, lft_free);
	end_exchange(engine);
}
