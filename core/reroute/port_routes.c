/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts and marks the routes to a destination on lanes by ports, and restores them where new ones are no better. */
#include "core/reroute/port_routes.h"

#include <string.h>

gboolean port_routes_init(PortRoutes *p, GError **error)
{
	guint32 n = p->graph->n_switches;
	p->hops = arena_new_array(p->arena, guint8, n);
	p->sends = arena_new_array(p->arena, guint8, n);
	p->kept = arena_new_array(p->arena, guint8, n);
	p->row = arena_new_array(p->arena, guint8, n);
	p->cross = arena_new_array(p->arena, guint8, n);
	p->seen = arena_new_array(p->arena, guint8, n);
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

gboolean port_routes_mark(PortRoutes *p, guint32 dest)
{
	const Graph *graph = p->graph;
	const guint8 *row = routes_row(p->routes, dest);
	guint32 target = graph->dests[dest].vertex;
	const guint8 *near = p->near + (gsize)target * graph->n_switches;
	gboolean complete = TRUE;
	memset(p->kept, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		p->sends[v] = route_carries_data(graph, v, dest) ? 1 : 0;
		if (row[v] == ROUTE_NONE && v != target && near[v] != GRAPH_FAR)
			complete = FALSE;
		for (guint32 u = v, c; p->sends[v] && !p->kept[u];) {
			if ((c = route_channel(graph, row, u)) == GRAPH_NONE)
				break;
			p->kept[u] = 1;
			u = graph->to[c];
		}
	}
	return complete;
}

guint64 port_routes_longer(const PortRoutes *p, guint32 dest)
{
	return routes_nonminimal_to(p->graph, p->routes, p->near, dest);
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
