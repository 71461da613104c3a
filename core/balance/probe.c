/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Estimates bandwidth from random bisections: hosts are shuffled, each host of the first half sends to one of the
 * second half, and the bandwidth of a pair is 1 / (pairs over the fullest channel of its route).
 */
#include "core/balance/probe.h"

#include "core/base/error.h"

#include <string.h>

#define SEED 1

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint32 *hosts; /* destinations that are a host's first LID, shuffled; first half sends to second half */
	guint32 n;
	guint32 *congestion; /* [n_channels] pairs of this bisection whose route crosses a channel */
} Probe;

static void list_hosts(Probe *p)
{
	for (guint32 d = 0; d < p->graph->n_dests; d++) {
		const GraphDest *dest = &p->graph->dests[d];
		const GraphDest *before = d ? dest - 1 : NULL;
		if (dest->is_host && !(before && before->vertex == dest->vertex && before->port == dest->port))
			p->hosts[p->n++] = d;
	}
}

static guint32 next_channel(const Probe *p, guint32 v, guint32 dest)
{
	guint8 port = routes_row(p->routes, dest)[v];
	return port == ROUTE_NONE ? GRAPH_NONE : graph_channel(p->graph, v, port);
}

/* Adds one to the congestion of every channel on the route from switch v to `dest`. */
static void load(const Probe *p, guint32 v, guint32 dest)
{
	for (guint32 c; (c = next_channel(p, v, dest)) != GRAPH_NONE; v = p->graph->to[c])
		p->congestion[c]++;
}

/* The bandwidth of the pair at switch v and `dest`, 0 .. 1; 0 where no route arrives. */
static double bandwidth(const Probe *p, guint32 v, guint32 dest)
{
	guint32 worst = 1;
	for (guint32 c; (c = next_channel(p, v, dest)) != GRAPH_NONE; v = p->graph->to[c])
		worst = MAX(worst, p->congestion[c]);
	return v == p->graph->dests[dest].vertex ? 1.0 / worst : 0.0;
}

/* Draws one bisection and returns the mean bandwidth of its pairs. With an odd number of hosts one is left out. */
static double bisect(Probe *p, GRand *rand)
{
	guint32 half = p->n / 2;
	double sum = 0;
	for (guint32 i = p->n - 1; i > 0; i--) {
		guint32 j = (guint32)g_rand_int_range(rand, 0, (gint)i + 1), other = p->hosts[i];
		p->hosts[i] = p->hosts[j];
		p->hosts[j] = other;
	}
	memset(p->congestion, 0, p->graph->n_channels * sizeof(guint32));
	for (guint32 i = 0; i < half; i++)
		load(p, p->graph->dests[p->hosts[i]].vertex, p->hosts[half + i]);
	for (guint32 i = 0; i < half; i++)
		sum += bandwidth(p, p->graph->dests[p->hosts[i]].vertex, p->hosts[half + i]);
	return sum / half;
}

gboolean probe_bisections(const Graph *graph, const Routes *routes, guint patterns, double *value, GError **error)
{
	g_autofree guint32 *hosts = g_try_new(guint32, graph->n_dests + 1);
	g_autofree guint32 *congestion = g_try_new(guint32, graph->n_channels + 1);
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	if (!hosts || !congestion)
		return sssp_error_memory(error, "a probe", graph->n_channels * sizeof(guint32));
	Probe probe = {graph, routes, hosts, 0, congestion};
	double sum = 0;
	list_hosts(&probe);
	for (guint i = 0; probe.n > 1 && i < patterns; i++)
		sum += bisect(&probe, rand);
	*value = probe.n > 1 ? sum / patterns : 1;
	return TRUE;
}
