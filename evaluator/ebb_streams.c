/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/ebb_streams.h"

#include "core/error.h"

#include <string.h>

static void fill_row(StreamTable *t, const PathTree *tree, guint32 endpoint)
{
	const Paths *p = t->paths;
	guint8 *next = t->next + (gsize)endpoint * p->n_rows;
	memset(next, STREAM_LOST, p->n_rows);
	for (guint32 i = 0; i < tree->n_arriving; i++) {
		guint32 row = tree->order[i], channel = tree->channel[row];
		next[row] = channel == PATHS_NONE ? STREAM_ARRIVED : (guint8)(channel - p->first[row]);
		t->max_hops = MAX(t->max_hops, tree->hops[row]);
	}
	for (guint32 row = 0; row < p->n_rows; row++)
		if (next[row] == STREAM_LOST)
			t->unreachable += p->hosts[row] - (row == p->endpoint_row[endpoint]);
}

StreamTable *stream_table_new(const Paths *p, GError **error)
{
	g_autoptr(StreamTable) t = g_new0(StreamTable, 1);
	g_autoptr(PathTree) tree = path_tree_new(p, error);
	gsize bytes = (gsize)p->fabric->n_endpoints * p->n_rows;
	if (!tree)
		return NULL;
	t->paths = p;
	t->next = g_try_malloc(bytes + 1);
	if (!t->next) {
		sssp_error_memory(error, "routes between endpoints", bytes);
		return NULL;
	}
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		path_tree_fill(tree, p, p->fabric->ports[p->fabric->endpoints[e]].lid);
		fill_row(t, tree, e);
	}
	return g_steal_pointer(&t);
}

void stream_table_free(StreamTable *table)
{
	if (!table)
		return;
	g_free(table->next);
	g_free(table);
}

StreamScratch *stream_scratch_new(const StreamTable *table, guint32 streams, GError **error)
{
	g_autoptr(StreamScratch) scratch = g_new0(StreamScratch, 1);
	gsize room = (gsize)streams * table->max_hops + 1;
	scratch->congestion = g_try_new(guint32, table->paths->n_channels + 1);
	scratch->route = g_try_new(guint32, room);
	scratch->length = g_try_new(guint32, streams + 1);
	scratch->worst = g_try_new(guint32, streams + 1);
	if (scratch->congestion && scratch->route && scratch->length && scratch->worst)
		return g_steal_pointer(&scratch);
	sssp_error_memory(error, "counting congestion", room * sizeof(guint32));
	return NULL;
}

void stream_scratch_free(StreamScratch *scratch)
{
	if (!scratch)
		return;
	g_free(scratch->congestion);
	g_free(scratch->route);
	g_free(scratch->length);
	g_free(scratch->worst);
	g_free(scratch);
}

/* Counts a stream on the channels of its route, which it leaves at `route`; returns their number. */
static guint32 send_stream(const StreamTable *t, guint32 *congestion, guint32 source, guint32 target, guint32 *route)
{
	const Paths *p = t->paths;
	const guint8 *next = t->next + (gsize)target * p->n_rows;
	guint32 row = p->endpoint_row[source], n = 0, rank;
	while ((rank = next[row]) < STREAM_ARRIVED) {
		guint32 channel = p->first[row] + rank;
		congestion[channel]++;
		route[n++] = channel;
		row = p->to[channel];
	}
	return rank == STREAM_ARRIVED ? n : STREAM_NEVER;
}

void stream_congestion(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target,
		       guint32 n, guint32 *worst)
{
	guint32 *route = scratch->route;
	memset(scratch->congestion, 0, t->paths->n_channels * sizeof(guint32));
	for (guint32 i = 0; i < n; i++) {
		scratch->length[i] = send_stream(t, scratch->congestion, source[i], target[i], route);
		route += scratch->length[i] == STREAM_NEVER ? 0 : scratch->length[i];
	}
	route = scratch->route;
	for (guint32 i = 0; i < n; i++) {
		worst[i] = 0;
		if (scratch->length[i] == STREAM_NEVER) {
			worst[i] = STREAM_NEVER;
			continue;
		}
		for (const guint32 *end = route + scratch->length[i]; route < end; route++)
			worst[i] = MAX(worst[i], scratch->congestion[*route]);
	}
}

gdouble stream_bandwidth(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target,
			 guint32 n)
{
	gdouble sum = 0;
	stream_congestion(t, scratch, source, target, n, scratch->worst);
	for (guint32 i = 0; i < n; i++)
		if (scratch->worst[i] != STREAM_NEVER)
			sum += 1.0 / MAX(scratch->worst[i], 1); /* the terminal channels have one stream each */
	return sum;
}
