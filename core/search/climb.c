/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pass after pass, tree after tree, each on the channels that the order of the switches leaves. */
#include "core/search/climb.h"

#include "core/engines/balance.h"
#include "core/engines/psssp.h"
#include "core/engines/updown.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	Updown *updown;
	Bfs *ways;
	Balance *balance;
	Routes *routes;
	gboolean stuck; /* some pair has no such way that is not too long */
} Climb;

static void route_dest(Climb *c, guint32 dest)
{
	if (c->routes->passes) {
		balance_count(c->graph, c->ways, c->balance, dest, -1, c->routes);
		memset(routes_row(c->routes, dest), ROUTE_NONE, c->graph->n_switches);
	}
	balance_route(c->graph, c->ways, c->balance, dest, c->routes);
	balance_count(c->graph, c->ways, c->balance, dest, 1, c->routes);
}

static void make_pass(Climb *c)
{
	const Graph *g = c->graph;
	guint32 target = GRAPH_NONE;
	for (guint32 d = 0; d < g->n_dests && !c->stuck; d++) {
		if (route_follows_host(g, d))
			continue;
		if (g->dests[d].vertex != target)
			c->stuck = updown_ways(c->updown, target = g->dests[d].vertex, c->ways) > 0;
		if (!c->stuck)
			route_dest(c, d);
	}
	c->routes->passes++;
}

static gboolean make_routes(Climb *c, guint passes, GError **error)
{
	g_autofree guint32 *host = routes_first_hosts(c->graph, error);
	if (!host)
		return FALSE;
	while (c->routes->passes < passes && !c->stuck)
		make_pass(c);
	if (!c->stuck)
		routes_follow_hosts(c->graph, host, c->routes, NULL);
	return TRUE;
}

gboolean search_climb(Search *l, GError **error)
{
	guint usual = PSSSP_PASSES;
	g_autoptr(Updown) updown = updown_new(l->graph, error);
	g_autoptr(Bfs) ways = updown ? bfs_new(l->graph, error) : NULL;
	g_autoptr(Balance) balance = ways ? balance_new(l->graph, error) : NULL;
	g_autoptr(Routes) routes = balance ? routes_new(l->graph, error) : NULL;
	if (!routes)
		return FALSE;
	Climb c = {.graph = l->graph, .updown = updown, .ways = ways, .balance = balance, .routes = routes};
	updown_order_by(updown, l->height);
	if (!make_routes(&c, l->options.passes ? l->options.passes : usual, error))
		return FALSE;
	return c.stuck || search_offer(l, g_steal_pointer(&routes), layers_single(), error);
}
