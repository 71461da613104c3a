/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes the routes to one destination out of the channel loads and back in while they are chosen anew, where switches
 * choose VLs by input and output port; a worse choice is undone. port_routes_even() moves routes off the fullest
 * channels: of a destination whose routes cross such a channel, the switches that send over it choose again, all others
 * keep their entries. The result stays if no more hosts have longer paths, no channel of the new paths carries as much
 * as the full one did, and no more entries have changed than may.
 */
#include "core/reroute/port_routes.h"

#include "core/reroute/relieve.h"

#include <string.h>

gboolean port_routes_init(PortRoutes *p, GError **error)
{
	guint32 n = p->graph->n_switches;
	p->hops = arena_new_array(p->arena, guint8, n);
	p->sends = arena_new_array(p->arena, guint8, n);
	p->kept = arena_new_array(p->arena, guint8, n);
	p->row = arena_new_array(p->arena, guint8, n);
	p->cross = arena_new_array(p->arena, guint8, n);
	p->order = arena_new_array(p->arena, guint32, n);
	return arena_check(p->arena, "routes that stay", error) && (p->balance = balance_new(p->graph, error)) &&
	       (p->careful = careful_new(p->balance, NULL, error));
}

void port_routes_clear(PortRoutes *p)
{
	careful_free(p->careful);
	balance_free(p->balance);
	arena_free(p->arena);
}

void port_routes_count(PortRoutes *p, guint32 dest, gint sign)
{
	guint32 n = careful_order(p->careful, dest, routes_row(p->routes, dest), p->order, p->hops);
	balance_count_order(p->graph, p->order, n, p->balance, dest, sign, p->routes);
}

guint32 port_routes_mark(PortRoutes *p, guint32 dest)
{
	const Graph *graph = p->graph;
	const guint8 *row = routes_row(p->routes, dest);
	guint32 target = graph->dests[dest].vertex;
	const guint8 *near = p->near + (gsize)target * graph->n_switches;
	guint32 missing = 0;
	memset(p->kept, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		p->sends[v] = route_carries_data(graph, v, dest) ? 1 : 0;
		missing += row[v] == ROUTE_NONE && v != target && near[v] != GRAPH_FAR;
		if (p->sends[v])
			route_mark(graph, row, v, p->kept);
	}
	return missing;
}

void port_routes_begin(PortRoutes *p, guint32 dest)
{
	memcpy(p->row, routes_row(p->routes, dest), p->graph->n_switches);
	port_routes_count(p, dest, -1);
}

void port_routes_end(PortRoutes *p, guint32 dest, gboolean fine)
{
	if (!fine) {
		dependency_return(p->careful->deps, 0);
		memcpy(routes_row(p->routes, dest), p->row, p->graph->n_switches);
	}
	dependency_keep(p->careful->deps);
	port_routes_count(p, dest, 1);
}

/* ---- even loads */

/* Marks in p->cross the switches whose routes in a row cross channel c, and takes them out of p->kept. */
static void free_those_over(PortRoutes *p, guint32 dest, guint32 c)
{
	const guint8 *row = routes_row(p->routes, dest);
	for (guint32 v = 0; v < p->graph->n_switches; v++) {
		p->cross[v] = route_crosses(p->graph, row, v, c) ? 1 : 0;
		p->kept[v] = p->kept[v] && !p->cross[v];
	}
}

/* Whether all channels on the routes of the switches of p->cross, and channel c, carry less than `load`. */
static gboolean carry_less(PortRoutes *p, guint32 dest, guint32 c, guint64 load)
{
	const Graph *graph = p->graph;
	const guint8 *row = routes_row(p->routes, dest);
	if (p->routes->load[c] >= load)
		return FALSE;
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 own = p->cross[v] ? route_channel(graph, row, v) : GRAPH_NONE; own != GRAPH_NONE;
		     own = route_channel(graph, row, graph->to[own]))
			if (p->routes->load[own] >= load)
				return FALSE;
	return TRUE;
}

/* Whether the new row of a destination, which is not counted yet, is better than the old one. */
static gboolean is_better(PortRoutes *p, guint32 dest, guint32 c, guint64 load, guint64 longer)
{
	port_routes_count(p, dest, 1);
	gboolean better =
		routes_nonminimal_to(p->graph, p->routes, p->near, dest) <= longer && carry_less(p, dest, c, load);
	port_routes_count(p, dest, -1);
	return better;
}

/* Moves the routes to a destination off a channel, as Relief.move() says. */
static guint64 move_off(gpointer user, guint32 dest, guint32 c, guint64 moves)
{
	PortRoutes *p = user;
	guint8 *row = routes_row(p->routes, dest);
	guint64 load = p->routes->load[c], changed = 0;
	guint64 longer = routes_nonminimal_to(p->graph, p->routes, p->near, dest);
	port_routes_mark(p, dest);
	free_those_over(p, dest, c);
	port_routes_begin(p, dest);
	p->careful->previous = NULL;
	gboolean fine =
		careful_route(p->careful, dest, p->sends, p->kept, FALSE, row) && is_better(p, dest, c, load, longer);
	for (guint32 v = 0; v < p->graph->n_switches && fine; v++)
		changed += row[v] != p->row[v];
	fine = fine && changed <= moves;
	port_routes_end(p, dest, fine);
	return fine ? changed : 0;
}

void port_routes_even(PortRoutes *p, const RerouteOptions *options, guint64 must, gboolean fresh)
{
	relieve_fullest(&(Relief){.graph = p->graph,
				  .routes = p->routes,
				  .options = options,
				  .must = must,
				  .fresh = fresh,
				  .move = move_off,
				  .user = p});
}
