/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds P-SSSP's routes without regard to lanes: its own, with their figures (bandwidth, highest load), and led ones,
 * most of whose paths follow an order of the channels. Each kind is computed when it is first asked for. Of its own
 * routes those to hosts are computed before all others, as the figures need no more.
 */
#include "core/choose/plain_routes.h"

#include "core/engines/psssp.h"

/* Computes the rows of hosts alone, and their figures; does nothing where plain->routes are there. */
static gboolean find_hosts(PlainRoutes *plain, GError **error)
{
	if (plain->routes)
		return TRUE;
	PssspOptions options = {.passes = plain->passes, .hops = plain->hops};
	return (plain->routes = routes_new(plain->graph, error)) &&
	       psssp_compute(plain->graph, &options, plain->routes, error) &&
	       plain_routes_measure(plain, plain->routes, error);
}

gboolean plain_routes_find(PlainRoutes *plain, GError **error)
{
	if (!plain->complete)
		plain->complete =
			find_hosts(plain, error) && psssp_serve_rest(plain->graph, plain->hops, plain->routes, error);
	return plain->complete;
}

gboolean plain_routes_find_figures(PlainRoutes *plain, GError **error)
{
	return plain->measured || find_hosts(plain, error);
}

gboolean plain_routes_measure(PlainRoutes *plain, const Routes *same, GError **error)
{
	return plain->measured = route_figures(plain->graph, plain->hops, same, &plain->figures, error);
}

gboolean plain_routes_lead(PlainRoutes *plain, GError **error)
{
	if (plain->led)
		return TRUE;
	PssspOptions options = {.passes = plain->passes, .hops = plain->hops, .lead = plain->lead};
	g_autoptr(Routes) led = routes_new(plain->graph, error);
	if (!led || !psssp_compute(plain->graph, &options, led, error) ||
	    !psssp_serve_rest(plain->graph, plain->hops, led, error))
		return FALSE;
	plain->led = g_steal_pointer(&led);
	return TRUE;
}

void plain_routes_clear(PlainRoutes *plain)
{
	routes_free(plain->routes);
	routes_free(plain->led);
}
