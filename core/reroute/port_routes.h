/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the routes of a rerouting on lanes by ports while destinations change one after the other: each finds in the
 * dependency graph what all others use, and what it used itself. Makes loads even when all have their routes.
 */
#ifndef SSSP_CORE_REROUTE_PORT_ROUTES_H
#define SSSP_CORE_REROUTE_PORT_ROUTES_H

#include "core/admit/careful.h"
#include "core/base/arena.h"
#include "core/reroute/reroute_options.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *near; /* [n_switches][n_switches] minimal hops */
	Routes *routes;
	Balance *balance;
	Careful *careful;     /* its dependency graph is set by the caller later */
	guint8 *sends, *kept; /* [n_switches] of port_routes_mark() */
	guint8 *hops, *row;   /* [n_switches] scratch */
	guint8 *cross;        /* [n_switches] of port_routes_even() */
	guint32 *order;       /* [n_switches] scratch */
	Arena *arena;
} PortRoutes;

/*
 * `graph`, `near` and `routes` are set, and outlive it; `arena` is set, too. FALSE with SSSP_ERROR_MEMORY;
 * port_routes_clear() it anyhow.
 */
gboolean port_routes_init(PortRoutes *p, GError **error);
void port_routes_clear(PortRoutes *p);

/* Adds (sign 1) or takes away (-1) what a row adds to the loads; p->hops gets the hops of its paths. O(switches). */
void port_routes_count(PortRoutes *p, guint32 dest, gint sign);

/*
 * Marks the switches that send to a destination (p->sends), and those whose entries packets use (p->kept). Returns how
 * many switches have no entry and could have one. O(switches).
 */
guint32 port_routes_mark(PortRoutes *p, guint32 dest);

/*
 * port_routes_begin() keeps the row of a destination aside and takes it out of the loads, so that it can be routed
 * again. port_routes_end() counts the new row, or returns to the old one and takes all back that was added to the
 * graph, where it is not `fine`. O(switches).
 */
void port_routes_begin(PortRoutes *p, guint32 dest);
void port_routes_end(PortRoutes *p, guint32 dest, gboolean fine);

/*
 * Moves routes off the fullest channels, within the budget of the options, after `must` entries had to change; `fresh`:
 * there are new channels. All routes are complete, and in the graph. As relieve_fullest(), O(channels x log +
 * switches x hops) for each destination that is looked at, and what dependencies cost.
 */
void port_routes_even(PortRoutes *p, const RerouteOptions *options, guint64 must, gboolean fresh);

#endif
