/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Estimates bandwidth from random bisections: hosts are shuffled, each host of the first half sends to one of the
 * second half, and the bandwidth of a pair is 1 / (pairs over the fullest channel of its route). Also computes the
 * score of routes from that bandwidth, the edge-forwarding index and the longer paths (score.h).
 *
 * A single longer path lowers the score by a fixed factor (SOME_LONGER), so that routes with longer paths do not win by
 * a difference in bandwidth that is within the error of the estimate. Further ones lower it by their share of all
 * pairs.
 */
#include "core/balance/score.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

#define SEED 1

/* So many pairs of hosts in all, and bisections, decide between two sets of routes. */
#define PAIRS (1u << 17)
#define LEAST_PATTERNS 8
#define MOST_PATTERNS 64

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint32 *hosts; /* destinations that are a host's first LID, shuffled; first half sends to second half */
	guint32 n;
	guint32 *congestion; /* [n_channels] pairs of this bisection whose route crosses a channel */
	guint32 *crossed; /* [n_crossed] the channels of a pair's route, then GRAPH_NONE, then those of the next pair */
	gsize n_crossed, room;
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

/* Appends a channel, or GRAPH_NONE, to `crossed`. FALSE: no memory. */
static gboolean append(Probe *p, guint32 c)
{
	if (p->n_crossed == p->room) {
		gsize room = 2 * p->room + p->n;
		guint32 *more = g_try_renew(guint32, p->crossed, room);
		if (!more)
			return FALSE;
		p->crossed = more;
		p->room = room;
	}
	p->crossed[p->n_crossed++] = c;
	return TRUE;
}

/* Adds one to the congestion of every channel on the route from switch v to `dest`. FALSE: no memory. */
static gboolean load(Probe *p, guint32 v, guint32 dest)
{
	const guint8 *row = routes_row(p->routes, dest);
	for (;;) {
		guint32 c = route_channel(p->graph, row, v);
		if (!append(p, c))
			return FALSE;
		if (c == GRAPH_NONE)
			return TRUE;
		p->congestion[c]++;
		v = p->graph->to[c];
	}
}

/*
 * The bandwidth of the pair at switch v and `dest`, 0 .. 1; 0 where no route arrives. Its route begins at crossed[*at];
 * `*at` moves to that of the next pair.
 */
static double bandwidth(const Probe *p, guint32 v, guint32 dest, gsize *at)
{
	guint32 worst = 1;
	for (guint32 c; (c = p->crossed[(*at)++]) != GRAPH_NONE; v = p->graph->to[c])
		worst = MAX(worst, p->congestion[c]);
	return v == p->graph->dests[dest].vertex ? 1.0 / worst : 0.0;
}

/*
 * Draws one bisection and adds the mean bandwidth of its pairs to `*sum`. With an odd number of hosts one is left out.
 * FALSE: no memory.
 */
static gboolean bisect(Probe *p, GRand *rand, double *sum)
{
	const GraphDest *dests = p->graph->dests;
	guint32 half = p->n / 2;
	double all = 0;
	gsize at = 0;
	for (guint32 i = p->n - 1; i > 0; i--) {
		guint32 j = (guint32)g_rand_int_range(rand, 0, (gint)i + 1), other = p->hosts[i];
		p->hosts[i] = p->hosts[j];
		p->hosts[j] = other;
	}
	memset(p->congestion, 0, p->graph->n_channels * sizeof(guint32));
	p->n_crossed = 0;
	for (guint32 i = 0; i < half; i++)
		if (!load(p, dests[p->hosts[i]].vertex, p->hosts[half + i]))
			return FALSE;
	for (guint32 i = 0; i < half; i++)
		all += bandwidth(p, dests[p->hosts[i]].vertex, p->hosts[half + i], &at);
	*sum += all / half;
	return TRUE;
}

guint probe_patterns(const Graph *graph)
{
	return CLAMP(2 * PAIRS / (graph->n_hosts + 1), LEAST_PATTERNS, MOST_PATTERNS);
}

gboolean probe_bisections(const Graph *graph, const Routes *routes, guint patterns, double *value, GError **error)
{
	g_autofree guint32 *hosts = g_try_new(guint32, graph->n_dests + 1);
	g_autofree guint32 *congestion = g_try_new(guint32, graph->n_channels + 1);
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	Probe probe = {.graph = graph, .routes = routes, .hosts = hosts, .congestion = congestion};
	double sum = 0;
	gboolean fine = hosts && congestion;
	if (fine)
		list_hosts(&probe);
	for (guint i = 0; fine && probe.n > 1 && i < patterns; i++)
		fine = bisect(&probe, rand, &sum);
	g_free(probe.crossed);
	if (!fine)
		return sssp_error_memory(error, "a probe", graph->n_channels * sizeof(guint32));
	*value = probe.n > 1 ? sum / patterns : 1;
	return TRUE;
}

/* The factor on the score where at least one path is longer than minimal. */
#define SOME_LONGER 0.98

gboolean route_figures(const Graph *graph, const guint8 *hops, const Routes *routes, RouteFigures *figures,
		       GError **error)
{
	figures->efi = routes_efi(graph, routes);
	figures->longer = routes_nonminimal(graph, routes, hops);
	return probe_bisections(graph, routes, probe_patterns(graph), &figures->bandwidth, error);
}

double route_score(const Graph *graph, const RouteFigures *figures, const RouteFigures *plain)
{
	double pairs = MAX((double)graph->n_hosts * graph->n_hosts, 1);
	double bisections = plain->bandwidth > 0 ? figures->bandwidth / plain->bandwidth : 1;
	double uniform = (double)MAX(plain->efi, 1) / (double)MAX(figures->efi, 1);
	/* With several LIDs a pair of hosts counts once for each: longer paths of a part of the LIDs are as bad as all. */
	double longer = figures->longer ? SOME_LONGER * MAX(1 - (double)figures->longer / pairs, 0) : 1;
	return sqrt(bisections * uniform) * longer;
}
