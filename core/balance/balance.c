/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the weights of channels, which say how many routes of hosts each carries: adds the routes to a destination to
 * them, and takes these routes away again. The hosts behind each channel are summed from the farthest switch to the
 * nearest. P-SSSP's routes are chosen in balance_run.c, by these weights.
 */
#include "core/balance/balance.h"

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
