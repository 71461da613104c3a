/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of P^2-SSSP: T. Hoefler, T. Schneider, A. Lumsdaine, "Optimized Routing for Large-Scale
 * InfiniBand Networks" (2009), section III.B. One pair after the other takes the cheapest minimal route from the source
 * that agrees with what is already in the forwarding tables, then the weight of its channels grows by one.
 *
 * Hosts on one switch share that switch's tables: the first of them decides the route, the others only add their
 * weight. Entries that no host's route needed (at switches without hosts, and for LIDs that are no hosts') are filled
 * in at the end by fill_rest(), on the final weights.
 *
 * A pair's search walks the minimal channels from the source switch only, so a run costs
 * O(switches with hosts x LIDs x channels on minimal routes): for comparison and small fabrics, as in the paper.
 */
#include "core/balance/balance.h"
#include "core/graph/bfs.h"
#include "core/engines/engine.h"
#include "core/base/error.h"

typedef struct {
	const Graph *graph;
	Balance *balance;
	Routes *routes;
	guint8 *hops;     /* [n_switches][n_switches] */
	guint32 *queue;   /* [n_switches] switches on minimal routes from the source, which comes first */
	guint8 *on_queue; /* [n_switches] 1: the switch is on the queue */
	guint8 *choice;   /* [n_switches] out port of the cheapest route, for those on the queue */
} Pairs;

static gboolean is_minimal(const Pairs *p, guint32 c, guint32 target)
{
	gsize n = p->graph->n_switches;
	return p->hops[p->graph->to[c] * n + target] + 1u == p->hops[p->graph->from[c] * n + target];
}

/*
 * Whether a switch may send over its channel c to `target`: only over its table's entry if it has one, else if minimal.
 */
static gboolean may_use(const Pairs *p, guint32 c, const guint8 *row, guint32 target)
{
	guint8 port = row[p->graph->from[c]];
	return port == ROUTE_NONE ? is_minimal(p, c, target) : port == p->graph->port[c];
}

/* Puts all switches that a route from `source` may pass on the queue, and returns their number. */
static guint32 collect(Pairs *p, guint32 source, guint32 target, const guint8 *row)
{
	const Graph *g = p->graph;
	guint32 n = 0;
	p->queue[n++] = source;
	p->on_queue[source] = TRUE;
	for (guint32 i = 0; i < n; i++) {
		guint32 v = p->queue[i];
		for (guint32 c = g->first[v]; v != target && c < g->first[v + 1]; c++)
			if (may_use(p, c, row, target) && !p->on_queue[g->to[c]]) {
				p->on_queue[g->to[c]] = TRUE;
				p->queue[n++] = g->to[c];
			}
	}
	return n;
}

/*
 * Sets cost and choice of switch v; those of its neighbours nearer to the target are set already. Of equal channels the
 * first from number `turn` on is taken (balance.h).
 */
static void settle(Pairs *p, guint32 v, guint32 target, const guint8 *row, guint turn)
{
	const Graph *g = p->graph;
	guint32 n = 0, seen = 0;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		n += may_use(p, c, row, target) ? 1 : 0;
	guint32 start = turn % MAX(n, 1); /* there is one, or v would not have been reached */
	guint64 least = G_MAXUINT64;
	guint32 least_place = 0;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		if (!may_use(p, c, row, target))
			continue;
		guint32 place = (seen++ + n - start) % n;
		guint64 cost = p->balance->cost[g->to[c]] + balance_rated(p->balance, c, p->balance->weight[c] + 1);
		if (cost < least || (cost == least && place < least_place)) {
			least = cost;
			least_place = place;
			p->choice[v] = g->port[c];
		}
	}
	p->balance->cost[v] = least;
}

/* Writes the cheapest route from `source` into the destination's row. Others' entries on it stay as they are. */
static void find_route(Pairs *p, guint32 source, guint32 dest, guint turn)
{
	guint8 *row = routes_row(p->routes, dest);
	guint32 target = p->graph->dests[dest].vertex;
	guint32 n = collect(p, source, target, row);
	for (guint32 i = n; i-- > 0;) {
		guint32 v = p->queue[i];
		p->on_queue[v] = FALSE;
		if (v == target)
			p->balance->cost[v] = 0;
		else
			settle(p, v, target, row, turn);
	}
	for (guint32 v = source; v != target; v = p->graph->to[graph_channel(p->graph, v, row[v])])
		row[v] = p->choice[v];
}

/*
 * Routes a host on switch `source`, number `turn` of all hosts, to `dest` where no route is there, and adds its weight.
 */
static void route_pair(Pairs *p, guint32 source, guint32 dest, guint turn)
{
	const Graph *g = p->graph;
	guint32 target = g->dests[dest].vertex;
	const guint8 *row = routes_row(p->routes, dest);
	if (p->hops[(gsize)source * g->n_switches + target] == GRAPH_FAR)
		return;
	if (source != target && row[source] == ROUTE_NONE)
		find_route(p, source, dest, turn);
	for (guint32 v = source; v != target;) {
		guint32 c = graph_channel(g, v, row[v]);
		balance_add(p->balance, c, 1);
		p->routes->load[c]++;
		v = g->to[c];
	}
}

/* The cost of the route from a switch that begins with its channel c; the next switch's cost is known already. */
static guint64 cost_over(const Pairs *p, guint32 c)
{
	return p->balance->cost[p->graph->to[c]] + balance_weight(p->balance, c);
}

/*
 * Returns the cheapest of channel[n], n > 0: of several cheapest the first from channel[start] on, the search going on
 * at channel[0] after the end.
 */
static guint32 cheapest(const Pairs *p, const guint32 *channel, guint32 n, guint32 start)
{
	guint32 best = channel[start];
	for (guint32 i = 1; i < n; i++) {
		guint32 other = channel[(start + i) % n];
		if (cost_over(p, other) < cost_over(p, best))
			best = other;
	}
	return best;
}

/* Fills a destination's row but for the entries that are there, by cheapest minimal routes; the weights stay. */
static void fill_rest(Pairs *p, const Bfs *bfs, guint32 dest)
{
	guint8 *row = routes_row(p->routes, dest);
	row[bfs->order[0]] = 0;
	p->balance->cost[bfs->order[0]] = 0;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], n = bfs->first[i + 1] - bfs->first[i];
		if (row[v] == ROUTE_NONE)
			row[v] = p->graph->port[cheapest(p, bfs->channel + bfs->first[i], n,
							 balance_start(p->graph, bfs, dest, v, n))];
		p->balance->cost[v] = cost_over(p, graph_channel(p->graph, v, row[v]));
	}
}

/* Fills the entries that the pairs left open. FALSE with SSSP_ERROR_MEMORY. */
static gboolean complete(Pairs *p, GError **error)
{
	g_autoptr(Bfs) bfs = bfs_new(p->graph, error);
	if (!bfs)
		return FALSE;
	guint32 target = GRAPH_NONE;
	for (guint32 d = 0; d < p->graph->n_dests; d++) {
		if (target != p->graph->dests[d].vertex) {
			target = p->graph->dests[d].vertex;
			bfs_run(p->graph, target, bfs);
		}
		fill_rest(p, bfs, d);
	}
	return TRUE;
}

static gboolean run(Pairs *p, GError **error)
{
	const Graph *g = p->graph;
	guint turn = 0;
	for (guint32 source = 0; source < g->n_switches; source++)
		for (guint32 host = 0; host < g->hosts[source]; host++, turn++)
			for (guint32 d = 0; d < g->n_dests; d++)
				if (g->dests[d].is_host)
					route_pair(p, source, d, turn);
	return complete(p, error);
}

static gboolean compute(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	(void)passes;
	routes->passes = 1;
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_autofree guint8 *hops = balance ? graph_hops(graph, error) : NULL;
	if (!hops)
		return FALSE;
	g_autofree guint32 *queue = g_try_new(guint32, graph->n_switches + 1);
	g_autofree guint8 *on_queue = g_try_new0(guint8, graph->n_switches + 1);
	g_autofree guint8 *choice = g_try_new0(guint8, graph->n_switches + 1);
	if (!queue || !on_queue || !choice)
		return sssp_error_memory(error, "pairs", (gsize)graph->n_switches * 6);
	return run(&(Pairs){graph, balance, routes, hops, queue, on_queue, choice}, error);
}

const RouteEngine engine_p2sssp = {
	.name = "p2sssp",
	.summary = "minimal routes, each pair on the loads of those before it (slow; for comparison)",
	.compute = compute,
};
