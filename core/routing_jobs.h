/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rebalances routes for jobs (RoutingOptions.jobs) before they become tables. */
#ifndef SSSP_CORE_ROUTING_JOBS_H
#define SSSP_CORE_ROUTING_JOBS_H

#include "core/routing_work.h"

/* Of routes that were kept one block in so many may change for the sake of jobs that have begun. */
#define ROUTING_JOBS_BLOCKS 10

/*
 * Has the routes weighed (core/optimize/weigh.h), where there are jobs and the engine's routes may change: of routes
 * that were kept those to hosts of jobs that are not settled, of others all. Fills routing->jobs, which says why where
 * that cannot be done; the routes are what they were then. Multicast has a tree beside them if it would have one
 * without.
 */
void routing_weigh_jobs(RoutingWork *w);

#endif
