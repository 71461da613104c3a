/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/lane_demand.h"

#include "core/bfs.h"
#include "core/error.h"

#include <string.h>

/* What one unit of weight starts as, so that shares of it are not lost. */
#define UNIT 256

typedef struct {
	const CdgTurns *turns;
	const Graph *graph;
	Bfs *bfs;
	guint64 *over; /* [n_channels] flow towards the target over a channel */
	guint64 *flow; /* [turns] */
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

gboolean lane_demand_count(const CdgTurns *turns, const guint32 *weight, guint64 *flow, GError **error)
{
	const Graph *g = turns->graph;
	g_autoptr(Bfs) bfs = bfs_new(g, error);
	g_autofree guint64 *over = g_try_new(guint64, g->n_channels + 1);
	if (!bfs)
		return FALSE;
	if (!over)
		return sssp_error_memory(error, "the demand", g->n_channels * sizeof(guint64));
	Demand demand = {turns, g, bfs, over, flow};
	memset(flow, 0, turns->first[g->n_channels] * sizeof *flow);
	for (guint32 target = 0; target < g->n_switches; target++)
		count_target(&demand, target, weight);
	return TRUE;
}
