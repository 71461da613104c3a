/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How new tables get into the switches (core/exchange/exchange.h): at once, or a first phase of them, and the rest as
 * soon as that is there.
 *
 * OpenSM writes what ucast_build_fwd_tables leaves in new_lft, waits for all answers, and reports that it has routed.
 * Then the second phase is written in the same way and by the same functions of OpenSM, in the same sweep.
 */
#ifndef SSSP_PLUGIN_PHASES_H
#define SSSP_PLUGIN_PHASES_H

#include "plugin/engine_state.h"

/*
 * Has OpenSM write engine->pending, or its first phase, and says so. Before it is published, with OpenSM's lock. Cannot
 * fail: without memory for a plan all is written at once, and the log says that nothing is proven.
 */
void phases_begin(Engine *engine);

/* Writes what is left. When OpenSM has routed, by the sweeping thread, without a lock. */
void phases_finish(Engine *engine);

/* The SL of a path until the last phase is written; SL_NONE: the published one. O(1). */
guint8 phases_sl(const Engine *engine, guint slid, guint dlid);

void phases_clear(Engine *engine);

#endif
