/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evens the loads after a change, on lanes by ports. Of a destination whose routes cross a full channel, the switches
 * that send over it choose again, all others keep their entries. The result stays if no path gets longer and no
 * channel of these carries as much as the full one did.
 */
#include "core/reroute/even_by_ports.h"

#include "core/reroute/relieve.h"

#include <string.h>

/* Marks in p->cross the switches whose routes in a row cross channel c, and takes them out of p->kept. */
static void free_those_over(PortRoutes *p, guint32 dest, guint32 c)
{
	const Graph *graph = p->graph;
	const guint8 *row = routes_row(p->routes, dest);
	guint32 n = careful_order(p->careful, dest, row, p->order, p->hops);
	memset(p->cross, 0, graph->n_switches);
	for (guint32 i = 1; i < n; i++) {
		guint32 v = p->order[i], own = route_channel(graph, row, v);
		p->cross[v] = own == c || p->cross[graph->to[own]];
		p->kept[v] = p->kept[v] && !p->cross[v];
	}
}

/* Whether all channels that the switches of p->cross take in a row, and channel c, carry less than `load`. */
static gboolean carry_less(const PortRoutes *p, guint32 dest, guint32 c, guint64 load)
{
	const Graph *graph = p->graph;
	const guint8 *row = routes_row(p->routes, dest);
	gboolean fine = p->routes->load[c] < load;
	for (guint32 v = 0; v < graph->n_switches && fine; v++) {
		guint32 own = p->cross[v] ? route_channel(graph, row, v) : GRAPH_NONE;
		fine = own == GRAPH_NONE || p->routes->load[own] < load;
	}
	return fine;
}

/* Whether the new row of a destination, which is not counted yet, is better than the old one. */
static gboolean is_better(PortRoutes *p, guint32 dest, guint32 c, guint64 load, guint64 longer)
{
	port_routes_count(p, dest, 1);
	gboolean better = port_routes_longer(p, dest) <= longer && carry_less(p, dest, c, load);
	port_routes_count(p, dest, -1);
	return better;
}

/* Moves the routes to a destination off a channel, as Relief.move() says. */
static guint64 move_off(gpointer user, guint32 dest, guint32 c, guint64 moves)
{
	PortRoutes *p = user;
	guint8 *row = routes_row(p->routes, dest);
	guint64 load = p->routes->load[c], longer = port_routes_longer(p, dest), changed = 0;
	(void)moves; /* all that cross the channel go together */
	port_routes_mark(p, dest);
	free_those_over(p, dest, c);
	port_routes_begin(p, dest);
	p->careful->previous = NULL;
	gboolean fine =
		careful_route(p->careful, dest, p->sends, p->kept, FALSE, row) && is_better(p, dest, c, load, longer);
	for (guint32 v = 0; v < p->graph->n_switches && fine; v++)
		changed += row[v] != p->row[v];
	port_routes_end(p, dest, fine);
	return changed;
}

void even_by_ports(PortRoutes *p, const RerouteOptions *options, guint64 must, gboolean fresh)
{
	if (options->balance == REROUTE_EVEN)
		relieve_fullest(&(Relief){.graph = p->graph,
					  .routes = p->routes,
					  .options = options,
					  .must = must,
					  .fresh = fresh,
					  .move = move_off,
					  .user = p});
}
