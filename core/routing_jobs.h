/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rebalances routes for jobs (RoutingOptions.jobs) before they become tables. */
#ifndef SSSP_CORE_ROUTING_JOBS_H
#define SSSP_CORE_ROUTING_JOBS_H

#include "core/routing_work.h"

/* Where routes were kept, at most one block of tables (64 entries of a switch) in so many may change for jobs. */
#define ROUTING_JOBS_BLOCKS 10

/*
 * Rebalances the routes for jobs (core/optimize/weigh.h), where there are jobs and the engine's routes may change.
 * Where routes were kept only those to hosts of jobs that are not settled may change, else all. Multicast keeps its
 * tree. Fills routing->jobs. Where this fails the routes stay as they were, and routing->jobs.lack says why.
 */
void routing_weigh_jobs(RoutingWork *w);

#endif
