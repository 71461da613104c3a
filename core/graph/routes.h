/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds what a routing engine computes: for every destination (a LID) the tree of routes towards it, as the out port at
 * every switch; and the load of each channel.
 *
 * A row belongs to a destination, because engines and the choice of lanes take one tree at a time; lft_from_routes()
 * turns rows of destinations into rows of switches.
 */
#ifndef SSSP_CORE_GRAPH_ROUTES_H
#define SSSP_CORE_GRAPH_ROUTES_H

#include "core/graph/graph.h"
#include "core/tables/lft.h"

#include <glib.h>

#define ROUTE_NONE 255 /* leads nowhere, as FABRIC_MAX_PORTS is less */

typedef struct {
	guint32 n_switches;
	guint32 n_dests;
	/* [n_dests][n_switches] out port at a switch; ROUTE_NONE without a path, 0 at the destination's switch */
	guint8 *port;
	guint64 *load; /* [n_channels] routes from hosts to host LIDs over each channel */
	guint passes;  /* passes that the engine took; 0: nothing routed yet */
} Routes;

/* All ports ROUTE_NONE, all loads 0, no passes. NULL with SSSP_ERROR_MEMORY. */
Routes *routes_new(const Graph *graph, GError **error);
Routes *routes_copy(const Graph *graph, const Routes *routes, GError **error); /* NULL with SSSP_ERROR_MEMORY */
void routes_assign(const Graph *graph, Routes *routes, const Routes *from);    /* copies `from`, of the same graph */
void routes_swap(Routes *a, Routes *b);
void routes_clear(const Graph *graph, Routes *routes); /* as routes_new() gives them */
void routes_free(Routes *routes);                      /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Routes, routes_free)

/* The row of a destination (index in graph->dests). */
static inline guint8 *routes_row(const Routes *routes, guint32 dest)
{
	return routes->port + (gsize)dest * routes->n_switches;
}

/* Fetches the rows of destinations first .. end - 1 in order, before they are read across: so memory is fastest. */
static inline void routes_fetch(const Routes *routes, guint32 first, guint32 end)
{
	for (const guint8 *line = routes_row(routes, first); line < routes_row(routes, end); line += 64)
		__builtin_prefetch(line);
}

/*
 * Whether packets travel from switch v, or an endpoint there, to this destination. Only two switches with nothing but
 * their port 0 exchange none, unless a subnet manager runs on one of them.
 */
static inline gboolean route_carries_data(const Graph *graph, guint32 v, guint32 dest)
{
	return graph->dests[dest].is_port || graph->sends[v] != GRAPH_SENDS_NOTHING ||
	       graph->sends[graph->dests[dest].vertex] == GRAPH_MANAGER_SENDS;
}

/*
 * Whether a destination that is no host gets the routes of the first host on its switch in the end
 * (fit/infrastructure.h): routes to it weigh nothing, so searches for routes of hosts pass it over.
 */
static inline gboolean route_follows_host(const Graph *graph, guint32 dest)
{
	return !graph->dests[dest].is_host && graph->hosts[graph->dests[dest].vertex];
}

/*
 * Lists the destinations of hosts, and with `others` also those on switches without hosts, switch by switch:
 * (*dest)[i] are on switch v for i from (*first)[v] up to, but not including, (*first)[v + 1]; free both with g_free().
 * FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routes_list_dests(const Graph *graph, gboolean others, guint32 **first, guint32 **dest, GError **error);

/*
 * The first destination of a host on each switch, without hosts its first destination; NULL with SSSP_ERROR_MEMORY,
 * free with g_free().
 */
guint32 *routes_first_hosts(const Graph *graph, GError **error);

/* Channel by which v sends towards the destination of a row, GRAPH_NONE at its switch and where there is no path. */
static inline guint32 route_channel(const Graph *graph, const guint8 *row, guint32 v)
{
	return graph_channel(graph, v, row[v]);
}

/*
 * Whether all channels of the path from v towards the destination of a row have a lane. O(hops), O(1) without limits.
 */
static inline gboolean route_has_lane(const Graph *graph, const guint8 *row, guint32 v, guint lane)
{
	guint32 c = graph->lanes ? route_channel(graph, row, v) : GRAPH_NONE;
	while (c != GRAPH_NONE && lane < graph->lanes[c])
		c = route_channel(graph, row, graph->to[c]);
	return c == GRAPH_NONE;
}

/* Whether the path from v towards the destination of a row goes by channel `through`. O(hops). */
static inline gboolean route_crosses(const Graph *graph, const guint8 *row, guint32 v, guint32 through)
{
	guint32 c = route_channel(graph, row, v);
	while (c != GRAPH_NONE && c != through)
		c = route_channel(graph, row, graph->to[c]);
	return c == through;
}

/*
 * Sets marked[v] to 1 for the switches of the path from v, up to the first that is marked, whose further path is, and
 * but for the last one, which has no channel. O(hops).
 */
static inline void route_mark(const Graph *graph, const guint8 *row, guint32 v, guint8 *marked)
{
	for (guint32 c; !marked[v] && (c = route_channel(graph, row, v)) != GRAPH_NONE; v = graph->to[c])
		marked[v] = 1;
}

/* Whether packets travel between endpoints at switches s and t: on one of them at least are CA ports or a manager. */
static inline gboolean pair_carries_data(const Graph *graph, guint32 s, guint32 t)
{
	return graph->sends[s] != GRAPH_SENDS_NOTHING || graph->sends[t] != GRAPH_SENDS_NOTHING;
}

/* Whether the destination is a host and there are hosts at v: routes between hosts come before all others. */
static inline gboolean route_of_hosts(const Graph *graph, guint32 v, guint32 dest)
{
	return graph->dests[dest].is_host && graph->hosts[v];
}

static inline gboolean pair_of_hosts(const Graph *graph, guint32 s, guint32 t)
{
	return graph->hosts[s] && graph->hosts[t];
}

/* Whether there are CA ports, hosts' or aggregation nodes', at both switches: their routes are always in the proof. */
static inline gboolean pair_of_ports(const Graph *graph, guint32 s, guint32 t)
{
	return (graph->hosts[s] || graph->aggregation[s]) && (graph->hosts[t] || graph->aggregation[t]);
}

/*
 * Sets differs[n_switches] to 1 for switches whose routes by `row` and by `other` differ: those with another entry, and
 * all whose route leads to one of these; list[n_switches] is scratch. FALSE: none do. O(switches + channels).
 */
gboolean routes_find_differing(const Graph *graph, const guint8 *row, const guint8 *other, guint32 *list,
			       guint8 *differs);

/* Edge-forwarding index: the highest load. 0 without channels. */
guint64 routes_efi(const Graph *graph, const Routes *routes);

/* Counts routes->load anew from the rows, whatever the lengths of the routes. O(switches x LIDs x hops). */
void routes_recount(const Graph *graph, Routes *routes);

/* Mean load of all channels. 0 without channels. */
double routes_mean_load(const Graph *graph, const Routes *routes);

/*
 * (source host, host LID) pairs whose route is longer than `hops` (from graph_hops()) says it could be. Routes that do
 * not arrive, for want of an entry or in a loop, do not count. O(switches x destinations) when there are none.
 */
guint64 routes_nonminimal(const Graph *graph, const Routes *routes, const guint8 *hops);

/* The pairs that routes_nonminimal() counts, of one destination. O(switches) when there are none. */
guint64 routes_nonminimal_to(const Graph *graph, const Routes *routes, const guint8 *hops, guint32 dest);

/*
 * Hops between switches of the longest route from a switch with hosts to a host; no route may lead in a loop. `longer`:
 * some routes are not minimal, so that the rows must be looked at. O(switches^2), with `longer` as routes_nonminimal().
 */
guint32 routes_longest(const Graph *graph, const Routes *routes, const guint8 *hops, gboolean longer);

/*
 * Pairs of hosts (source, destination) that cables connect and that have no route: it would be GRAPH_FAR hops long, or
 * longer. `hops` is from graph_hops(). FALSE with SSSP_ERROR_MEMORY. O(channels); O(switches^2) more where switches may
 * be so far apart.
 */
gboolean routes_too_far(const Graph *graph, const Routes *routes, const guint8 *hops, guint64 *pairs, GError **error);

/* Tables for OpenSM and the evaluator. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs). */
Lft *lft_from_routes(const Graph *graph, const Routes *routes, GError **error);

#endif
