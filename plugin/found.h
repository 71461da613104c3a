/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the forwarding tables of switches to which OpenSM has never written. OpenSM does not know these tables and does
 * not ask for them. But packets go by them until new tables arrive, so the proof of an update has to know them.
 */
#ifndef SSSP_PLUGIN_FOUND_H
#define SSSP_PLUGIN_FOUND_H

#include "plugin/engine_state.h"

/* The value of need_update of a switch to which OpenSM has written nothing. */
#define FOUND_SWITCH_IS_NEW 2

/*
 * Fills engine->found with a row for each new switch whose table could be read. At OpenSM's start all switches are new,
 * later those that come or come back. LIDs above the switch's LinearFDBTop, or above all LIDs that ports have or can
 * get, have no entry. engine->found is NULL if no switch answered or memory is short. To be called when OpenSM has
 * discovered the subnet, by the sweeping thread, without a lock. One MAD for each block of 64 LIDs of each of these
 * switches.
 */
void found_read(Engine *engine);

/*
 * How many new switches of the import have answered (`told`), or have not (`told` is FALSE). *first gets the node of
 * the first one and is left alone if there is none; `first` may be NULL. O(switches).
 */
guint found_count(const Engine *engine, gboolean told, guint32 *first);

#endif
