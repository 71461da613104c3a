/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Does what has to be done during OpenSM's sweeps beside routing: dumps, the second phase, the state file. */
#ifndef SSSP_PLUGIN_SWEEP_H
#define SSSP_PLUGIN_SWEEP_H

#include "plugin/engine_state.h"

/*
 * Writes sssp.psl and sssp.slvl if OpenSM is going to dump its own tables and these are this engine's. If they are
 * another engine's, removes the files that it wrote earlier. OpenSM 3.3.23 never calls ucast_dump_tables, so this is to
 * be called when a heavy sweep has routed; at the end of the sweep `opensm -o` is already exiting. By the sweeping
 * thread, without a lock.
 */
void sweep_dump(Engine *engine);

/*
 * Completes SL to VL tables, dumps connections to be opened again and the first phase, and then writes the second
 * phase. To be called first of all when OpenSM has routed, by the sweeping thread, without a lock.
 */
void sweep_finish(Engine *engine);

/*
 * To be called when a heavy sweep has routed, before sweep_dump(): has the state file written if the routing is this
 * engine's. By the sweeping thread, without a lock.
 */
void sweep_keep(Engine *engine);

/*
 * Makes the next sweep a heavy one if this engine has failed for want of memory. OpenSM would not route again until
 * something changes in the subnet; so routing is tried again once a sweep_interval. To be called at the end of a sweep,
 * by the sweeping thread.
 */
void sweep_try_again(Engine *engine);

/* The callback ucast_dump_tables: writes sssp.psl and sssp.slvl. */
void sweep_dump_tables(Engine *engine);

#endif
