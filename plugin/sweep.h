/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the plugin does as OpenSM's sweeps go on, beside routing. */
#ifndef SSSP_PLUGIN_SWEEP_H
#define SSSP_PLUGIN_SWEEP_H

#include "plugin/engine_state.h"

/*
 * OpenSM 3.3.23 never calls ucast_dump_tables, so this is to be called when a heavy sweep has routed (the end of the
 * sweep would be too late: `opensm -o` is on its way out by then). Writes sssp.psl and sssp.slvl if OpenSM is going to
 * dump its own tables and they are this engine's; removes what it wrote earlier if they are another's. By the sweeping
 * thread, without a lock.
 */
void sweep_dump(Engine *engine);

/*
 * To be called first of all when OpenSM has routed: writes what is left of it. By the sweeping thread, without a lock.
 */
void sweep_finish(Engine *engine);

/*
 * To be called when a heavy sweep has routed, before sweep_dump(): has the state file written if the routing is this
 * engine's. By the sweeping thread, without a lock.
 */
void sweep_keep(Engine *engine);

/*
 * To be called at the end of a sweep. Where this engine failed for want of memory, others have routed or nobody has,
 * and OpenSM would leave it at that until something changes in the subnet: the next sweep is made a heavy one, so that
 * routing is tried again once a sweep_interval. By the sweeping thread.
 */
void sweep_try_again(Engine *engine);

/* Writes sssp.psl and sssp.slvl, as the callback ucast_dump_tables is to. */
void sweep_dump_tables(Engine *engine);

#endif
