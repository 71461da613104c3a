/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth that routes give in random bisections (half of the hosts send to the other half) and in shifts
 * (each host sends to the k-th after it). Of each pattern the loads of all channels are counted first, then each pair
 * gets its share of the fullest channel on its path.
 */
#include "core/optimize/bandwidth.h"

#include "core/base/error.h"

#include <string.h>

#define PATTERNS 200 /* enough to tell routes apart by some parts in ten thousand */

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint32 *host;       /* [first[n_jobs]] hosts as destinations of the graph, job by job; of shifts by LID */
	guint32 *congestion; /* [n_channels] flows of the pattern at hand */
	/* of bisections alone */
	guint32 *first; /* [n_jobs + 1] where a job's hosts begin in `host` */
	guint32 n_jobs;
	double sum;
	guint64 pairs;
} Sample;

static void load(Sample *s, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(s->routes, dest);
	for (guint32 c; (c = route_channel(s->graph, row, v)) != GRAPH_NONE; v = s->graph->to[c])
		s->congestion[c]++;
}

/* The bandwidth of the pair at switch v and `dest`; 0 where no route arrives. */
static double share(const Sample *s, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(s->routes, dest);
	guint32 worst = 1;
	for (guint32 c; (c = route_channel(s->graph, row, v)) != GRAPH_NONE; v = s->graph->to[c])
		worst = MAX(worst, s->congestion[c]);
	return v == s->graph->dests[dest].vertex ? 1.0 / worst : 0.0;
}

/* ---- bisections: the hosts of each job are shuffled; the first half sends to the second */

static void list_hosts_of_jobs(Sample *j, const Flows *flows)
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

static void measure(Sample *j, guint32 v, guint32 dest)
{
	j->sum += share(j, v, dest);
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
	Sample sample = {graph, routes, host, congestion, first, flows->n_jobs, 0, 0};
	if (!host || !first || !congestion)
		return sssp_error_memory(error, "patterns", graph->n_channels * sizeof(guint32));
	list_hosts_of_jobs(&sample, flows);
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

/* ---- shifts */

/* The hosts' base LIDs, ascending. Returns how many there are. */
static guint32 list_hosts_by_lid(Sample *s)
{
	guint32 n = 0;
	for (guint32 lid = 0; lid < s->graph->n_lids; lid++) {
		guint32 d = graph_dest(s->graph, lid);
		if (d != GRAPH_NONE && s->graph->dests[d].is_host && s->graph->dests[d].sibling == 0)
			s->host[n++] = d;
	}
	return n;
}

/* The sum over all pairs of the shift by k of n hosts. */
static double shift(Sample *s, guint32 n, guint32 k)
{
	const GraphDest *dests = s->graph->dests;
	double sum = 0;
	memset(s->congestion, 0, s->graph->n_channels * sizeof *s->congestion);
	for (guint32 i = 0; i < n; i++)
		load(s, dests[s->host[i]].vertex, s->host[(i + k) % n]);
	for (guint32 i = 0; i < n; i++)
		sum += share(s, dests[s->host[i]].vertex, s->host[(i + k) % n]);
	return sum;
}

gboolean shifts_bandwidth(const Graph *graph, const Routes *routes, double *value, GError **error)
{
	g_autofree guint32 *host = g_try_new(guint32, graph->n_dests + 1);
	g_autofree guint32 *congestion = g_try_new(guint32, graph->n_channels + 1);
	Sample s = {.graph = graph, .routes = routes, .host = host, .congestion = congestion};
	double sum = 0;
	if (!host || !congestion)
		return sssp_error_memory(error, "shifts", graph->n_channels * sizeof(guint32));
	guint32 hosts = list_hosts_by_lid(&s), n = hosts ? MIN(hosts - 1, SHIFTS_MOST) : 0;
	for (guint32 i = 0; i < n; i++)
		sum += shift(&s, hosts, 1 + (guint32)((guint64)i * (hosts - 1) / n));
	*value = n ? sum / n / hosts : 1;
	return TRUE;
}
