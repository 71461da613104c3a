/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the weights of channels: adds the routes to a destination to them, and takes these routes away again. It also
 * fills in the entries that P^2-SSSP's pairs leave open (balance_route()); P-SSSP's routes are chosen in balance_run.c.
 */
#include "core/balance/balance.h"

#include "core/base/arena.h"

Balance *balance_new(const Graph *graph, GError **error)
{
	g_autoptr(Balance) balance = g_new0(Balance, 1);
	balance->graph = graph;
	balance->arena = arena_new();
	balance->weight = arena_new_array0(balance->arena, guint64, graph->n_channels + 1);
	balance->cost = arena_new_array(balance->arena, guint64, graph->n_switches + 1);
	balance->flow = arena_new_array(balance->arena, guint64, graph->n_switches + 1);
	return arena_check(balance->arena, "the weights", error) ? g_steal_pointer(&balance) : NULL;
}

void balance_free(Balance *balance)
{
	if (!balance)
		return;
	arena_free(balance->arena);
	g_free(balance);
}

void balance_recall(Balance *balance, const Routes *routes)
{
	for (guint32 c = 0; c < balance->graph->n_channels; c++) {
		balance->weight[c] = 0;
		balance_add(balance, c, routes->load[c]);
	}
}

/* The cost of the route from a switch that begins with its channel c; the next switch's cost is known already. */
static inline guint64 cost_over(const Graph *graph, const Balance *balance, guint32 c)
{
	return balance->cost[graph->to[c]] + balance_weight(balance, c);
}

/*
 * Returns the cheapest of channel[n], n > 0: of several cheapest the first from channel[start] on, the search going on
 * at channel[0] after the end. `*cost` gets the cost of the route over it.
 */
static inline guint32 cheapest(const Graph *graph, const Balance *balance, const guint32 *channel, guint32 n,
			       guint32 start, guint64 *cost)
{
	guint32 best = channel[start];
	guint64 least = cost_over(graph, balance, best);
	for (guint32 i = start + 1; i < n; i++) {
		guint64 other = cost_over(graph, balance, channel[i]);
		if (other < least) {
			least = other;
			best = channel[i];
		}
	}
	for (guint32 i = 0; i < start; i++) {
		guint64 other = cost_over(graph, balance, channel[i]);
		if (other < least) {
			least = other;
			best = channel[i];
		}
	}
	*cost = least;
	return best;
}

void balance_route(const Graph *graph, const Bfs *bfs, Balance *balance, guint32 dest, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	row[bfs->order[0]] = 0;
	balance->cost[bfs->order[0]] = 0;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], n = bfs->first[i + 1] - bfs->first[i];
		if (row[v] != ROUTE_NONE) {
			balance->cost[v] = cost_over(graph, balance, graph_channel(graph, v, row[v]));
			continue;
		}
		guint32 best = cheapest(graph, balance, bfs->channel + bfs->first[i], n,
					balance_start(graph, bfs, dest, v, n), &balance->cost[v]);
		row[v] = graph->port[best];
	}
}

void balance_count_order(const Graph *graph, const guint32 *order, guint32 n, Balance *balance, guint32 dest, gint sign,
			 Routes *routes)
{
	const guint8 *row = routes_row(routes, dest);
	if (!graph->dests[dest].is_host)
		return;
	for (guint32 i = 0; i < n; i++)
		balance->flow[order[i]] = graph->hosts[order[i]];
	for (guint32 i = n; i-- > 1;) {
		guint32 v = order[i];
		guint32 c = graph_channel(graph, v, row[v]);
		guint64 change = sign < 0 ? -balance->flow[v] : balance->flow[v];
		balance->flow[graph->to[c]] += balance->flow[v];
		balance_add(balance, c, change);
		routes->load[c] += change;
	}
}

void balance_count(const Graph *graph, const Bfs *bfs, Balance *balance, guint32 dest, gint sign, Routes *routes)
{
	balance_count_order(graph, bfs->order, bfs->n_reached, balance, dest, sign, routes);
}
