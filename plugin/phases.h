/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Has OpenSM write new tables into the switches, at once or in two phases (core/exchange/exchange.h).
 *
 * OpenSM writes what ucast_build_fwd_tables leaves in new_lft, waits for all answers, and reports that it has routed.
 * Then the second phase is written in the same sweep, by the same functions of OpenSM.
 */
#ifndef SSSP_PLUGIN_PHASES_H
#define SSSP_PLUGIN_PHASES_H

#include "plugin/engine_state.h"

/*
 * Plans the exchange, logs it and leaves engine->pending, or its first phase, for OpenSM to write. To be called before
 * `pending` is published, with OpenSM's lock. Cannot fail: without memory for a plan all is written at once, and the
 * log says that nothing is proven.
 */
void phases_begin(Engine *engine);

/* The SL of a path until the last phase is written; SL_NONE: it is the SL of the published routing. O(1). */
guint8 phases_sl(const Engine *engine, guint slid, guint dlid);

void phases_clear(Engine *engine);

/* ---- second_phase.c */

/*
 * Writes the second phase if there is one. Asks OpenSM for another sweep instead if switches have not taken the first,
 * even when it is sent once more, or lack SL to VL tables that the second phase needs. To be called when OpenSM has
 * routed, by the sweeping thread, without a lock.
 */
void phases_finish(Engine *engine);

#endif
