/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the previous routing that the next one starts from: the one that this engine published last, whatever other
 * engines did meanwhile; if there is none, the one in the state file; if that cannot be used, the state file in the
 * folder of the option `routes`, or else the tables there. Also keeps the published routing for the next process.
 */
#ifndef SSSP_PLUGIN_LAST_ROUTING_H
#define SSSP_PLUGIN_LAST_ROUTING_H

#include "plugin/engine_state.h"

/* Completes the options: files that they do not name are in OpenSM's cache folder. Opens the state file for writing. */
void last_routing_init(Engine *engine);

/* Waits until the state file is written, and frees all that belongs to this file. */
void last_routing_end(Engine *engine);

/*
 * Fills options->previous and the other fields on rerouting, for this fabric. What they point to is the engine's and
 * stays until the next call. To be called by the sweeping thread, with OpenSM's lock.
 */
void last_routing_choose(Engine *engine, const Fabric *fabric, RoutingOptions *options);

/*
 * Reads the jobs (StateMember) of an earlier process, from the file that last_routing_choose() would take. For routings
 * that are loaded and so start from no previous one, before any routing is published. NULL: there are none. The caller
 * unrefs it.
 */
GArray *last_routing_jobs(const Engine *engine, const Fabric *fabric);

/* Logs what the routing that is about to be published has changed. */
void last_routing_tell(const Engine *engine, const Routing *routing);

/*
 * To be called after a routing is published: frees what was kept to start from, and forgets the wish for fresh routes.
 */
void last_routing_published(Engine *engine);

/* Has the published routing written into the state file. By the sweeping thread, without a lock. */
void last_routing_write(Engine *engine);

/* Logs once when the state file cannot be written, and once when it can be again. */
void last_routing_report(Engine *engine);

#endif
