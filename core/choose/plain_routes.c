/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds P-SSSP's routes without regard to lanes: its own, and those that it finds led by an order of the channels. */
#include "core/choose/plain_routes.h"

#include "core/engines/psssp.h"

gboolean plain_routes_find(PlainRoutes *plain, const Graph *graph, const guint8 *hops, guint passes, GError **error)
{
	if (plain->complete)
		return TRUE;
	return plain->complete = plain_routes_of_hosts(plain, graph, hops, passes, error) &&
				 psssp_serve_rest(graph, hops, plain->routes, error);
}

gboolean plain_routes_of_hosts(PlainRoutes *plain, const Graph *graph, const guint8 *hops, guint passes, GError **error)
{
	if (plain->routes)
		return TRUE;
	return (plain->routes = routes_new(graph, error)) &&
	       psssp_compute(graph, &(PssspOptions){.passes = passes, .hops = hops}, plain->routes, error) &&
	       plain_routes_measure(plain, graph, hops, plain->routes, error);
}

gboolean plain_routes_measure(PlainRoutes *plain, const Graph *graph, const guint8 *hops, const Routes *same,
			      GError **error)
{
	return plain->measured = route_figures(graph, hops, same, &plain->figures, error);
}

gboolean plain_routes_lead(PlainRoutes *plain, const Graph *graph, const guint8 *hops, guint passes, GError **error)
{
	if (plain->led)
		return TRUE;
	PssspOptions options = {.passes = passes, .hops = hops, .lead = plain->lead};
	g_autoptr(Routes) led = routes_new(graph, error);
	if (!led || !psssp_compute(graph, &options, led, error) || !psssp_serve_rest(graph, hops, led, error))
		return FALSE;
	plain->led = g_steal_pointer(&led);
	return TRUE;
}

void plain_routes_clear(PlainRoutes *plain)
{
	routes_free(plain->routes);
	routes_free(plain->led);
}
