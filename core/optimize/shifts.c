/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth of shifts. For each shift the loads of all channels are counted first, then each pair gets its
 * share of the fullest channel on its path.
 */
#include "core/optimize/shifts.h"

#include "core/base/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint32 *host; /* [n] base LIDs of hosts, as indices in graph->dests, ascending by LID */
	guint32 n;
	guint32 *load; /* [n_channels] flows of the shift at hand */
} Shifts;

static int by_lid(gconstpointer a, gconstpointer b, gpointer graph)
{
	const GraphDest *dests = ((const Graph *)graph)->dests;
	guint32 one = dests[*(const guint32 *)a].lid, other = dests[*(const guint32 *)b].lid;
	return (one > other) - (one < other);
}

static void list_hosts(Shifts *s)
{
	for (guint32 d = 0; d < s->graph->n_dests; d++)
		if (s->graph->dests[d].is_host && s->graph->dests[d].sibling == 0)
			s->host[s->n++] = d;
	if (s->n)
		g_qsort_with_data(s->host, (gint)s->n, sizeof *s->host, by_lid, (gpointer)s->graph);
}

static void load(const Shifts *s, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(s->routes, dest);
	for (guint32 c; (c = route_channel(s->graph, row, v)) != GRAPH_NONE; v = s->graph->to[c])
		s->load[c]++;
}

static double share(const Shifts *s, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(s->routes, dest);
	guint32 most = 1;
	for (guint32 c; (c = route_channel(s->graph, row, v)) != GRAPH_NONE; v = s->graph->to[c])
		most = MAX(most, s->load[c]);
	return v == s->graph->dests[dest].vertex ? 1.0 / most : 0.0;
}

/* The sum over all pairs of one shift. */
static double shift(const Shifts *s, guint32 k)
{
	const GraphDest *dests = s->graph->dests;
	double sum = 0;
	memset(s->load, 0, s->graph->n_channels * sizeof *s->load);
	for (guint32 i = 0; i < s->n; i++)
		load(s, dests[s->host[i]].vertex, s->host[(i + k) % s->n]);
	for (guint32 i = 0; i < s->n; i++)
		sum += share(s, dests[s->host[i]].vertex, s->host[(i + k) % s->n]);
	return sum;
}

gboolean shifts_bandwidth(const Graph *graph, const Routes *routes, double *value, GError **error)
{
	g_autofree guint32 *host = g_try_new(guint32, graph->n_dests + 1);
	g_autofree guint32 *load_of = g_try_new(guint32, graph->n_channels + 1);
	Shifts s = {graph, routes, host, 0, load_of};
	double sum = 0;
	if (!host || !load_of)
		return sssp_error_memory(error, "shifts", graph->n_channels * sizeof(guint32));
	list_hosts(&s);
	guint32 n = s.n ? MIN(s.n - 1, SHIFTS_MOST) : 0;
	for (guint32 i = 0; i < n; i++)
		sum += shift(&s, 1 + (guint32)((guint64)i * (s.n - 1) / n));
	*value = n ? sum / n / s.n : 1;
	return TRUE;
}
