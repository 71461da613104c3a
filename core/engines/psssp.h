/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of P-SSSP, the default engine: destination by destination the minimal routes over the least
 * loaded channels. It can do so as published, with more passes over all destinations, or with a guard, which admits
 * only routes that close no cycle in a dependency graph.
 */
#ifndef SSSP_CORE_ENGINES_PSSSP_H
#define SSSP_CORE_ENGINES_PSSSP_H

#include "core/engines/engine.h"
#include "core/admit/guard.h"

/*
 * Passes where nobody asks for a number, if they pay: the engine compares what routes are worth after the first and
 * after the last. Measured in effective bisection bandwidth: second and third pass add up to two hundredths on
 * irregular fabrics (Deimos, random ones, a real storage fabric), nothing on regular ones, and take some away on fat
 * trees whose first pass had trunks; five and more passes added no more than a thousandth anywhere.
 */
#define PSSSP_PASSES 3

typedef struct {
	/*
	 * Rip-up-and-reroute passes; 1 is the published algorithm (lanes may change its routes, but not those of
	 * published.c); 0 lets the engine choose, and give destinations trunks in the first (trunk.h).
	 */
	guint passes;
	/*
	 * Admits only routes that close no cycle; its balance is used. It may leave hosts without a route
	 * (guard->n_failed): the rest is not complete then. NULL: none.
	 */
	Guard *guard;
	const guint8 *hops;  /* without a guard: graph_hops(), which saves searches, or NULL */
	gboolean levels;     /* no more passes are made where few channels are full: the caller levels these */
	const guint32 *lead; /* without a guard: an order that paths mostly follow (balance_run_lead()), or NULL */
	gboolean guided;     /* what fits the guard's order comes first, with one VL in all passes */
} PssspOptions;

/*
 * Routes the hosts in guard->unfit anew, whose routes are not in the guard's graph; then all hosts, in `passes` passes.
 * Ends early where guard_is_stuck(). FALSE with SSSP_ERROR_MEMORY. As psssp_compute().
 */
gboolean psssp_fit(const Graph *graph, Guard *guard, guint passes, Routes *routes, GError **error);

/*
 * Fills the rows of hosts in `routes`, fresh from routes_new() or routes_clear(). FALSE with SSSP_ERROR_MEMORY.
 * O(passes x switches x LIDs + switches x channels).
 */
gboolean psssp_compute(const Graph *graph, const PssspOptions *options, Routes *routes, GError **error);

/*
 * Fills the rows of all other destinations on the loads of hosts' routes, which must be there. `hops` as in
 * PssspOptions. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs + switches x channels).
 */
gboolean psssp_serve_rest(const Graph *graph, const guint8 *hops, Routes *routes, GError **error);

#endif
