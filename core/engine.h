/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A routing engine computes Routes on a Graph. Engines are values in one list; adding one means one file
 * engine_NAME.c that defines a RouteEngine, and its line in engine.c.
 */
#ifndef SSSP_CORE_ENGINE_H
#define SSSP_CORE_ENGINE_H

#include "core/graph.h"
#include "core/routes.h"

#include <glib.h>

typedef struct {
	guint passes;        /* rip-up-and-reroute passes; 1 is the published algorithm; 0 lets the engine choose, and
				give destinations trunks in the first (trunk.h) */
	gboolean first_only; /* stop after the first pass; called again without, compute() goes on */
	const guint32 *rank; /* [n_switches]: choose among the minimal channels that obey these ranks only (levels.h);
				P-SSSP alone heeds it. NULL: among all */
} EngineOptions;

/*
 * Passes where nobody asks for a number, if they pay: the engine compares what routes are worth after the first and
 * after the last. Measured in effective bisection bandwidth: second and third pass add up to two hundredths on
 * irregular fabrics (Deimos, random ones, a real storage fabric), nothing on regular ones, and take some away on fat
 * trees whose first pass had trunks; five and more passes added no more than a thousandth anywhere.
 */
#define ENGINE_PASSES 3

typedef struct {
	const char *name;
	const char *summary; /* one line for --help */
	/* Fills `routes`, fresh from routes_new() or with what the same engine made of the same graph in fewer passes
	   (routes->passes says how many), from where it goes on. FALSE with SSSP_ERROR_MEMORY. Destinations that a
	   switch cannot reach keep ROUTE_NONE there: a fabric in pieces is no error. */
	gboolean (*compute)(const Graph *graph, const EngineOptions *options, Routes *routes, GError **error);
} RouteEngine;

/* The engines, NULL-terminated; the first is the default. */
extern const RouteEngine *const route_engines[];

/* The engine of that name, or NULL. */
const RouteEngine *route_engine_find(const char *name);

#endif
