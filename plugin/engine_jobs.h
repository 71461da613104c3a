/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The option `jobs`: which hosts make a job at this sweep, by a file or by the partitions that OpenSM has, and which of
 * these jobs ran already when the published routing was made. Nothing here can make a routing fail.
 */
#ifndef SSSP_PLUGIN_ENGINE_JOBS_H
#define SSSP_PLUGIN_ENGINE_JOBS_H

#include "plugin/engine_state.h"

/*
 * Fills options->jobs for this fabric, where the option is given; a file that is of no use is logged, and the previous
 * jobs count. Of the routing that is about to be made; after last_routing_choose(). By the sweeping thread, with OpenSM's lock.
 */
void engine_jobs_choose(Engine *engine, const Fabric *fabric, RoutingOptions *options);

/*
 * Instead, where the routing is a loaded one (`routes`), which asks for no jobs: those that ran when an earlier process
 * ended run on. By the sweeping thread, with OpenSM's lock.
 */
void engine_jobs_loaded(Engine *engine, const Fabric *fabric);

/* A line of what came of them. */
void engine_jobs_tell(const Engine *engine, const Routing *routing);

/*
 * The jobs of the routing that is published now are the previous ones from here on. Of one that asked for none, loaded
 * (`routes`) or counting capacities, they are those of before: what ran then runs, what has begun since is to be
 * weighed.
 */
void engine_jobs_published(Engine *engine);

void engine_jobs_clear(Engine *engine);

#endif
