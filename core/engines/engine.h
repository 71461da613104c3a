/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/engines: how routes are chosen. In the order in which to read, after core/balance and core/admit:
 *
 *   engine.h         what an engine is (below); engine_list.c: the list of engines
 *   psssp            P-SSSP, the default engine: one destination after the other, in passes
 *   guarded          P-SSSP without a cycle among channel dependencies, on spanning trees where nothing else is left
 *   port_lanes       VLs by input and output port for P-SSSP's own routes
 *   published        P-SSSP as in the paper, and with unit weights; lanes do not change its routes
 *
 * Engines to compare it with, which the plugin does not have:
 *
 *   p2sssp           P^2-SSSP, pair by pair
 *   port_counts      balance by counting LIDs at each switch alone
 *   minhop           port_counts over minimal routes
 *   updown, updn     the order of Up / Down and its legal routes; port_counts over these
 */

/*
 * Declares what a routing engine is: a function that fills Routes (for each destination the out port of every switch)
 * on a Graph (switches, channels, destinations). To add an engine write NAME.c, which defines a RouteEngine, and add a
 * line below and to engine_list.c.
 */
#ifndef SSSP_CORE_ENGINES_ENGINE_H
#define SSSP_CORE_ENGINES_ENGINE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	const char *name;
	const char *summary; /* one line for --help */
	gboolean has_passes; /* whether it can go over the destinations more than once */
	gboolean as_is;      /* its routes are split over lanes as they are or refused, never changed */
	/*
	 * Fills `routes`, fresh from routes_new(), in `passes` passes (0: the engine chooses the number; engines
	 * without has_passes do not look at it). FALSE with SSSP_ERROR_MEMORY. Entries of switches that cannot reach a
	 * destination stay ROUTE_NONE: a fabric in pieces is no error.
	 */
	gboolean (*compute)(const Graph *graph, guint passes, Routes *routes, GError **error);
} RouteEngine;

extern const RouteEngine engine_psssp;
extern const RouteEngine engine_published;
extern const RouteEngine engine_published_unit;
extern const RouteEngine engine_p2sssp;
extern const RouteEngine engine_minhop;
extern const RouteEngine engine_updn;
/* All of them, the default first; NULL ends the list. */
extern const RouteEngine *const route_engines[];

/* The engine of that name, or NULL. */
const RouteEngine *route_engine_find(const char *name);

#endif
