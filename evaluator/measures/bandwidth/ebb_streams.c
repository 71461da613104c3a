/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes congestion and bandwidth of a set of streams, each from one endpoint to another. Routes are followed through
 * a table of one byte for each destination and switch. A small number of them are followed step by step side by side,
 * so that their memory accesses overlap. Bandwidths are one over the congestion, or max-min fair shares: then each
 * stream is laid on the channels of its route, of all shortest paths or of the routes to several LIDs.
 */
#include "evaluator/measures/bandwidth/ebb_streams.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

static void fill_row(StreamTable *t, const PathTree *tree, guint32 endpoint)
{
	const Paths *p = t->paths;
	guint8 *next = t->next + (gsize)endpoint * p->n_rows;
	guint32 hops = stream_row(p, tree, next);
	t->max_hops = MAX(t->max_hops, hops);
	if (!paths_takes_part(p, p->fabric->endpoints[endpoint]))
		return;
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
	if (!t->next)
		return sssp_error_memory_null(error, "routes between endpoints", bytes);
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		path_tree_fill(tree, p, p->fabric->ports[p->fabric->endpoints[e]].lid);
		fill_row(t, tree, e);
	}
	return g_steal_pointer(&t);
}

void stream_table_choose(StreamTable *t, gboolean shares, const Spread *spread, const Split *split)
{
	t->spread = spread;
	t->split = split;
	t->how = spread ? STREAM_SPREAD : split ? STREAM_SPLIT : shares ? STREAM_SHARES : STREAM_CONGESTION;
	if (split)
		t->unreachable = split->unreachable;
}

void stream_table_free(StreamTable *table)
{
	if (!table)
		return;
	g_free(table->next);
	g_free(table);
}

/* Places are channels, then what each endpoint sends, then what each receives. */
static gboolean shares_new(const StreamTable *table, StreamScratch *scratch, guint32 streams, GError **error)
{
	guint32 places = table->paths->n_channels + 2 * table->paths->fabric->n_endpoints;
	scratch->rate = g_try_new(gdouble, (gsize)streams + 1);
	if (!scratch->rate)
		return sssp_error_memory(error, "shares of streams", streams * sizeof(gdouble));
	gsize flows = (gsize)streams * (table->how == STREAM_SPLIT ? table->split->most : 0);
	if (flows && !(scratch->flow = g_try_new(gdouble, flows)))
		return sssp_error_memory(error, "shares of flows", flows * sizeof(gdouble));
	if (table->how == STREAM_SPREAD && !(scratch->spread = spread_scratch_new(table->spread, error)))
		return FALSE;
	return (scratch->shares = maxmin_new(places, error)) != NULL;
}

StreamScratch *stream_scratch_new(const StreamTable *table, guint32 streams, GError **error)
{
	g_autoptr(StreamScratch) scratch = g_new0(StreamScratch, 1);
	gsize room = (gsize)streams * table->max_hops + 1;
	scratch->table = table;
	scratch->congestion = g_try_new(guint32, table->paths->n_channels + 1);
	scratch->route = g_try_new(guint32, room);
	scratch->length = g_try_new(guint32, streams + 1);
	scratch->worst = g_try_new(guint32, streams + 1);
	scratch->load = table->capacity ? g_try_new(gdouble, streams + 1) : NULL;
	if (table->how != STREAM_CONGESTION && !shares_new(table, scratch, streams, error)) {
		stream_scratch_free(g_steal_pointer(&scratch));
		return NULL;
	}
	if (scratch->congestion && scratch->route && scratch->length && scratch->worst &&
	    (scratch->load || !table->capacity))
		return g_steal_pointer(&scratch);
	return sssp_error_memory_null(error, "counting congestion", room * sizeof(guint32));
}

void stream_scratch_free(StreamScratch *scratch)
{
	if (!scratch)
		return;
	g_free(scratch->congestion);
	g_free(scratch->route);
	g_free(scratch->length);
	g_free(scratch->worst);
	g_free(scratch->load);
	g_free(scratch->rate);
	g_free(scratch->flow);
	maxmin_free(scratch->shares);
	spread_scratch_free(scratch->spread);
	g_free(scratch);
}

/* A stream whose route is being followed. */
typedef struct {
	const guint8 *next; /* of its destination */
	guint32 *route;     /* where its next channel goes */
	guint32 *length;
	guint32 row;
} Walker;

/* One step of each walker; those that are through leave. Returns how many are left. */
static guint advance(const Paths *p, guint32 *congestion, Walker *walker, guint n)
{
	guint left = 0;
	for (guint i = 0; i < n; i++) {
		Walker w = walker[i];
		guint32 rank = w.next[w.row];
		if (rank >= STREAM_ARRIVED) {
			*w.length = rank == STREAM_ARRIVED ? *w.length : STREAM_NEVER;
			continue;
		}
		guint32 channel = p->first[w.row] + rank;
		congestion[channel]++;
		*w.route++ = channel;
		++*w.length;
		w.row = p->to[channel];
		walker[left++] = w;
	}
	return left;
}

/* Counts all streams on the channels of their routes, which it leaves in the scratch. */
static void send_streams(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target,
			 guint32 n)
{
	const Paths *p = t->paths;
	Walker walker[STREAM_TOGETHER];
	memset(scratch->congestion, 0, p->n_channels * sizeof(guint32));
	memset(scratch->length, 0, n * sizeof(guint32));
	for (guint32 i = 0; i < n;) {
		guint together = 0;
		for (; together < STREAM_TOGETHER && i < n; together++, i++)
			walker[together] = (Walker){t->next + (gsize)target[i] * p->n_rows,
						    scratch->route + (gsize)i * t->max_hops, &scratch->length[i],
						    p->endpoint_row[source[i]]};
		while (together)
			together = advance(p, scratch->congestion, walker, together);
	}
}

void stream_congestion(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target,
		       guint32 n, guint32 *worst)
{
	send_streams(t, scratch, source, target, n);
	for (guint32 i = 0; i < n; i++) {
		const guint32 *route = scratch->route + (gsize)i * t->max_hops;
		guint32 hops = scratch->length[i], most = 0;
		if (hops == STREAM_NEVER)
			most = STREAM_NEVER;
		else
			for (guint32 hop = 0; hop < hops; hop++)
				most = MAX(most, scratch->congestion[route[hop]]);
		worst[i] = most;
	}
}

void stream_load(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target, guint32 n,
		 gdouble *load)
{
	const gdouble *weight = t->capacity->channel;
	send_streams(t, scratch, source, target, n);
	for (guint32 i = 0; i < n; i++) {
		const guint32 *route = scratch->route + (gsize)i * t->max_hops;
		guint32 hops = scratch->length[i];
		load[i] = hops == STREAM_NEVER ? HUGE_VAL : 0;
		for (guint32 hop = 0; hops != STREAM_NEVER && hop < hops; hop++)
			load[i] = MAX(load[i], scratch->congestion[route[hop]] * weight[route[hop]]);
	}
}

static gdouble weighted_bandwidth(const StreamTable *t, StreamScratch *scratch, const guint32 *source,
				  const guint32 *target, guint32 n)
{
	const gdouble *ends = t->capacity->endpoint;
	gdouble sum = 0;
	stream_load(t, scratch, source, target, n, scratch->load);
	for (guint32 i = 0; i < n; i++) {
		gdouble terminal = MAX(ends[source[i]], ends[target[i]]);
		sum += 1.0 / MAX(scratch->load[i], terminal); /* 0 when it does not arrive */
	}
	return sum;
}

/* Lays one flow of a stream on channels between switches. FALSE where it does not arrive. */
static gboolean lay_flow(const StreamTable *t, StreamScratch *scratch, guint32 i, guint32 source, guint32 target,
			 guint32 flow)
{
	const Paths *p = t->paths;
	const gdouble *weight = t->capacity ? t->capacity->channel : NULL;
	const guint32 *route = scratch->route + (gsize)i * t->max_hops;
	if (t->how == STREAM_SPREAD)
		return spread_lay(t->spread, scratch->spread, p->endpoint_row[source], p->endpoint_row[target], weight,
				  scratch->shares);
	if (t->how == STREAM_SPLIT)
		return split_lay(t->split, source, target, flow, weight, scratch->shares);
	if (scratch->length[i] == STREAM_NEVER)
		return FALSE;
	for (guint32 hop = 0; hop < scratch->length[i]; hop++)
		maxmin_lay(scratch->shares, route[hop], weight ? weight[route[hop]] : 1);
	return TRUE;
}

/* A MaxMinAgain of streams that are spread. */
static gboolean again(gpointer user, const guint8 *full, MaxMinLay *lay, guint32 n)
{
	const StreamScratch *scratch = user;
	const StreamTable *t = scratch->table;
	return spread_relay(t->spread, scratch->spread, t->capacity ? t->capacity->channel : NULL, full, lay, n);
}

static guint32 flows_of(const StreamTable *t, guint32 source, guint32 target)
{
	return t->how == STREAM_SPLIT ? split_flows(t->split, source, target) : 1;
}

void stream_shares(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target,
		   guint32 n, gdouble *rate)
{
	const Paths *p = t->paths;
	const gdouble *ends = t->capacity ? t->capacity->endpoint : NULL;
	if (t->how == STREAM_SHARES)
		send_streams(t, scratch, source, target, n);
	maxmin_begin(scratch->shares);
	for (guint32 i = 0; i < n; i++)
		for (guint32 k = 0; k < flows_of(t, source[i], target[i]); k++) {
			if (source[i] != target[i] && lay_flow(t, scratch, i, source[i], target[i], k)) {
				maxmin_lay(scratch->shares, p->n_channels + source[i], ends ? ends[source[i]] : 1);
				maxmin_lay(scratch->shares, p->n_channels + p->fabric->n_endpoints + target[i],
					   ends ? ends[target[i]] : 1);
			}
			maxmin_end_flow(scratch->shares);
		}
	maxmin_shares(scratch->shares, t->how == STREAM_SPREAD ? again : NULL, scratch,
		      scratch->flow ? scratch->flow : rate);
	const gdouble *flow = scratch->flow;
	for (guint32 i = 0; flow && i < n; i++) {
		rate[i] = 0;
		for (guint32 k = 0; k < flows_of(t, source[i], target[i]); k++)
			rate[i] += *flow++;
	}
}

gdouble stream_bandwidth(const StreamTable *t, StreamScratch *scratch, const guint32 *source, const guint32 *target,
			 guint32 n)
{
	gdouble sum = 0;
	if (t->how != STREAM_CONGESTION) {
		stream_shares(t, scratch, source, target, n, scratch->rate);
		for (guint32 i = 0; i < n; i++)
			sum += scratch->rate[i];
		return sum;
	}
	if (t->capacity)
		return weighted_bandwidth(t, scratch, source, target, n);
	stream_congestion(t, scratch, source, target, n, scratch->worst);
	for (guint32 i = 0; i < n; i++)
		if (scratch->worst[i] != STREAM_NEVER)
			sum += 1.0 / MAX(scratch->worst[i], 1); /* the terminal channels have one stream each */
	return sum;
}
