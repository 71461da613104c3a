/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Weights flow towards each target from the farthest switch on; threads count targets into tables of their own. */
#include "core/lanes/turn_demand.h"

#include "core/graph/bfs.h"
#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

/* What one unit of weight starts as, so that shares of it are not lost. */
#define UNIT 256

typedef struct {
	const CdgTurns *turns;
	const Graph *graph;
	Bfs *bfs;
	guint64 *over;         /* [n_channels] flow towards the target over a channel */
	guint64 *flow;         /* [turns] */
	const guint32 *weight; /* [from][to] */
} Demand;

/* Shares out what came over one channel; returns it. */
static guint64 share(const Demand *d, guint32 in, const guint32 *channel, guint32 n)
{
	guint64 part = d->over[in] / n;
	guint32 first = d->turns->first[in] - d->graph->first[d->graph->to[in]];
	for (guint32 k = 0; k < n; k++)
		d->flow[first + channel[k]] += part;
	return d->over[in];
}

static void count_target(const Demand *d, guint32 target, const guint32 *weight)
{
	const Graph *g = d->graph;
	bfs_run(g, target, d->bfs);
	memset(d->over, 0, g->n_channels * sizeof *d->over);
	for (guint32 i = d->bfs->n_reached; i-- > 1;) {
		guint32 v = d->bfs->order[i], n = d->bfs->first[i + 1] - d->bfs->first[i];
		const guint32 *channel = d->bfs->channel + d->bfs->first[i];
		guint64 all = (guint64)weight[(gsize)v * g->n_switches + target] * UNIT;
		for (guint32 out = g->first[v]; out < g->first[v + 1]; out++)
			if (d->over[g->reverse[out]])
				all += share(d, g->reverse[out], channel, n);
		for (guint32 k = 0; k < n; k++)
			d->over[channel[k]] = all / n;
	}
}

static void count_item(gpointer data, guint32 target)
{
	const Demand *d = data;
	count_target(d, target, d->weight);
}

static gboolean prepare(Demand *d, const CdgTurns *turns, const guint32 *weight, GError **error)
{
	gsize n_turns = turns->first[turns->graph->n_channels];
	d->turns = turns;
	d->graph = turns->graph;
	d->weight = weight;
	d->over = g_try_new(guint64, d->graph->n_channels + 1);
	d->flow = g_try_new0(guint64, n_turns + 1);
	if (!d->over || !d->flow)
		return sssp_error_memory(error, "the demand", n_turns * sizeof(guint64));
	return (d->bfs = bfs_new(d->graph, error)) != NULL;
}

/* Each thread has flows of its own; their sum is the same whoever counted what. */
gboolean turn_demand_count(const CdgTurns *turns, const guint32 *weight, guint64 *flow, GError **error)
{
	gsize n_turns = turns->first[turns->graph->n_channels];
	guint n = graph_threads_with(turns->graph, turns->graph->n_switches, n_turns * sizeof(guint64));
	g_autofree Demand *worker = g_new0(Demand, n);
	g_autofree gpointer *workers = g_new0(gpointer, n);
	gboolean ready = TRUE;
	for (guint i = 0; ready && i < n; i++) {
		workers[i] = &worker[i];
		ready = prepare(&worker[i], turns, weight, error);
	}
	if (ready)
		crew_run(workers, n, turns->graph->n_switches, &(CrewJob){.work = count_item});
	memset(flow, 0, n_turns * sizeof *flow);
	for (guint i = 0; i < n; i++) {
		for (gsize t = 0; ready && t < n_turns; t++)
			flow[t] += worker[i].flow[t];
		bfs_free(worker[i].bfs);
		g_free(worker[i].over);
		g_free(worker[i].flow);
	}
	return ready;
}
