/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Runs the search of --optimize, shows its progress on a terminal, and ends it in time or on a signal. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_OPTIMIZE_H
#define SSSP_GENERATOR_ROUTE_ROUTE_OPTIMIZE_H

#include "core/routing_optimize.h"
#include "generator/route/route_options.h"
#include "generator/route/route_pattern.h"

#include <glib.h>

typedef struct {
	OptimizeState state;
	double seconds;
	guint32 n_jobs;       /* 0: all hosts send to all others */
	guint32 *job_of_lid;  /* the jobs, or NULL */
	gboolean interrupted; /* a signal ended it */
	RoutePattern pattern; /* which hosts send when */
	RoutingJobs jobs;     /* the jobs, in the form that the routing itself takes */
} RouteOptimized;

/*
 * Reads the jobs or the pattern, where one is named; without a search they go into command->routing, and are
 * *optimized's. FALSE with SSSP_ERROR_INPUT, SSSP_ERROR_IO, SSSP_ERROR_USAGE or SSSP_ERROR_MEMORY; clear it in any
 * case.
 */
gboolean route_optimize_read(const Fabric *fabric, RouteCommand *command, RouteOptimized *optimized, GError **error);
void route_optimize_clear(RouteOptimized *optimized);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RouteOptimized, route_optimize_clear)

/*
 * Replaces *routing, which must have its stand (its graph, hops, routes and lanes), by a better one if there is any.
 * SIGHUP, SIGINT and SIGTERM end the search and nothing else. FALSE with any error.
 */
gboolean route_optimize(const Fabric *fabric, const RouteCommand *command, const char *program, Routing **routing,
			RouteOptimized *optimized, GError **error);

#endif
