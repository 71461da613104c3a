/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Answers OpenSM when it asks for SL to VL tables, and writes those that OpenSM leaves undone:
 *
 * - A switch or a port that comes back has its old tables until the end of a sweep. Where each packet's VL follows from
 *   its SL (lanes by SL) its new tables are written before routing starts: core/exchange counts on them.
 * - OpenSM writes into a table only VLs that a link uses at that moment (OperationalVLs), although it lets the link use
 *   more later in the same sweep, before packets pass. Here tables are written whole.
 * - OpenSM does not notice that a table of zeros was lost. Other lost tables it sends again at the next heavy sweep,
 *   but does not ask for one. Here they are sent again, and a sweep is asked for.
 */
#ifndef SSSP_PLUGIN_SL2VL_H
#define SSSP_PLUGIN_SL2VL_H

#include "plugin/engine_state.h"

/*
 * Fills the SL to VL table of a port for the published routing, and notes what OpenSM is going to send. With one lane
 * the table is left alone: it is that of OpenSM's QoS settings. The caller holds OpenSM's lock. O(1).
 */
void sl2vl_answer(Engine *engine, osm_physp_t *port, guint8 in, guint8 out, ib_slvl_table_t *table);

/*
 * Forgets ports that were noted, as nodes may go. If a routing was broken off before sl2vl_complete(), OpenSM is to
 * send all tables again. To be called when a heavy sweep starts.
 */
void sl2vl_begin(Engine *engine);

/*
 * Writes the tables of switches that are new or have a new cable to another, if the published routing has lanes by SL,
 * and sets engine->joined_without if some were not taken, or are not to be written. To be called when OpenSM has
 * discovered the subnet, by the sweeping thread, without a lock.
 */
void sl2vl_write_joined(Engine *engine);

/*
 * Writes the tables that OpenSM has cut, and those that may have been lost, and asks OpenSM for another sweep if some
 * are not taken. To be called when OpenSM has sent its tables and waited for the answers, by the sweeping thread,
 * without a lock.
 */
void sl2vl_complete(Engine *engine);

void sl2vl_clear(Engine *engine);

#endif
