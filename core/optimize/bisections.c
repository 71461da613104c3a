/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth of random bisections. The hosts of each job are shuffled; the first half sends to the second.
 */
#include "core/optimize/bisections.h"

#include "core/base/error.h"

#include <string.h>

#define PATTERNS 200 /* enough to tell routes apart by some parts in ten thousand */

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint32 *host;  /* [first[n_jobs]] hosts as destinations of the graph, job by job */
	guint32 *first; /* [n_jobs + 1] where a job's hosts begin in `host` */
	guint32 n_jobs;
	guint32 *congestion; /* [n_channels] flows of the bisection at hand */
	double sum;
	guint64 pairs;
} Sample;

static void list_hosts(Sample *j, const Flows *flows)
{
	guint32 n = 0;
	for (guint32 job = 0; job < flows->n_jobs; job++) {
		j->first[job] = n;
		for (guint32 i = 0; i < flows->n_dests; i++)
			if (flows->job[i] == job && j->graph->dests[flows->dest[i]].sibling == 0)
				j->host[n++] = flows->dest[i];
	}
	j->first[flows->n_jobs] = n;
}

static void shuffle(guint32 *host, guint32 n, GRand *rand)
{
	for (guint32 i = n; i > 1; i--) {
		guint32 k = (guint32)g_rand_int_range(rand, 0, (gint)i), other = host[i - 1];
		host[i - 1] = host[k];
		host[k] = other;
	}
}

static void load(Sample *j, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(j->routes, dest);
	for (guint32 c; (c = route_channel(j->graph, row, v)) != GRAPH_NONE; v = j->graph->to[c])
		j->congestion[c]++;
}

static void measure(Sample *j, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(j->routes, dest);
	guint32 worst = 1;
	for (guint32 c; (c = route_channel(j->graph, row, v)) != GRAPH_NONE; v = j->graph->to[c])
		worst = MAX(worst, j->congestion[c]);
	j->sum += v == j->graph->dests[dest].vertex ? 1.0 / worst : 0.0;
	j->pairs++;
}

static void each_pair(Sample *j, void (*what)(Sample *j, guint32 v, guint32 dest))
{
	for (guint32 job = 0; job < j->n_jobs; job++) {
		const guint32 *host = j->host + j->first[job];
		guint32 half = (j->first[job + 1] - j->first[job]) / 2;
		for (guint32 i = 0; i < half; i++)
			what(j, j->graph->dests[host[i]].vertex, host[half + i]);
	}
}

gboolean bisections_bandwidth(const Graph *graph, const Flows *flows, const Routes *routes, guint32 seed,
			      StopCheck *stop, double *value, GError **error)
{
	if (flows->rounds)
		return rounds_bandwidth(flows->rounds, routes, stop, value, error);
	g_autofree guint32 *host = g_try_new(guint32, flows->n_dests + 1);
	g_autofree guint32 *first = g_try_new(guint32, flows->n_jobs + 1);
	g_autofree guint32 *congestion = g_try_new(guint32, graph->n_channels + 1);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	Sample sample = {graph, routes, host, first, flows->n_jobs, congestion, 0, 0};
	if (!host || !first || !congestion)
		return sssp_error_memory(error, "patterns", graph->n_channels * sizeof(guint32));
	list_hosts(&sample, flows);
	for (guint i = 0; i < PATTERNS; i++) {
		if (stop_wanted(stop))
			return FALSE;
		for (guint32 job = 0; job < flows->n_jobs; job++)
			shuffle(host + first[job], first[job + 1] - first[job], rand);
		memset(congestion, 0, graph->n_channels * sizeof *congestion);
		each_pair(&sample, load);
		each_pair(&sample, measure);
	}
	*value = sample.pairs ? sample.sum / (double)sample.pairs : 1;
	return TRUE;
}
