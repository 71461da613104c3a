/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What switches have that OpenSM has never written to: it knows nothing of their tables and does not ask, so the plugin
 * does. Whoever had them written before, packets go by them until new ones arrive.
 */
#ifndef SSSP_PLUGIN_FOUND_H
#define SSSP_PLUGIN_FOUND_H

#include "plugin/engine_state.h"

/* need_update of a switch that OpenSM has written nothing to */
#define FOUND_SWITCH_IS_NEW 2

/*
 * Fills engine->found, a row for each new switch whose table could be read: all at a start, later those that come, or
 * come back; LIDs above its LinearFDBTop, or above all that ports have or can get, have no entry. When OpenSM has
 * discovered the subnet, by the sweeping thread, without a lock. Where memory is short nothing is known. One MAD for
 * each block of 64 LIDs of each of these switches.
 */
void found_read(Engine *engine);

/*
 * Switches of the import that are new and did not say what they have, or did: `told`. `*first` (may be NULL) gets the
 * node of the first, if there is one. O(switches).
 */
guint found_count(const Engine *engine, gboolean told, guint32 *first);

#endif
