/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which hosts make up a job at this sweep (option `jobs`), from a file or from OpenSM's partitions, and which of
 * these jobs ran already when the published routing was made. No error here makes a routing fail.
 */
#ifndef SSSP_PLUGIN_ENGINE_JOBS_H
#define SSSP_PLUGIN_ENGINE_JOBS_H

#include "plugin/engine_state.h"

/*
 * Fills options->jobs for the routing that is about to be made, if the option `jobs` is given and capacities of links
 * do not count (options->capacities). A file that cannot be read is logged, and the previous jobs count, if there are
 * any. To be called after last_routing_choose(), by the sweeping thread, with OpenSM's lock.
 */
void engine_jobs_choose(Engine *engine, const Fabric *fabric, RoutingOptions *options);

/*
 * To be called instead of engine_jobs_choose() if the routing was loaded (option `routes`): jobs that ran when an
 * earlier process ended count as running. By the sweeping thread, with OpenSM's lock.
 */
void engine_jobs_loaded(Engine *engine, const Fabric *fabric);

/* Logs one line on what the jobs have gained; nothing if the routing has no jobs. */
void engine_jobs_tell(const Engine *engine, const Routing *routing);

/*
 * Makes the jobs of the routing that has just been published the previous ones. If that routing has no jobs (it was
 * loaded, or counts capacities of links) the previous ones stay: jobs that begin later are still to be weighed.
 */
void engine_jobs_published(Engine *engine);

void engine_jobs_clear(Engine *engine);

#endif
