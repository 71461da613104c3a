/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the sampled destinations, and counts the pairs of hosts that an order of the channels serves: those with a
 * shortest path whose channels ascend in it. Towards one destination a switch needs only one number: the highest place
 * of a channel with which an ascending path from it can begin. A channel that leads to the switch can be taken if its
 * own place is lower. Also sends the pairs over such paths to see how evenly these load channels, and counts the pairs
 * of switches without an ascending path of any length.
 */
#include "core/guide/guide_sample.h"

#include <math.h>
#include <string.h>

/* One of each stretch of the switches with hosts; not always its first, as numbers often follow coordinates. */
static void choose_targets(GuideSample *sample, guint32 most)
{
	const Graph *g = sample->graph;
	guint64 n = 0;
	for (guint32 v = 0; v < g->n_switches; v++)
		if (g->hosts[v])
			sample->target[n++] = v;
		else
			sample->bare[sample->n_bare++] = v;
	sample->n = (guint32)MIN(n, most);
	for (guint64 i = 0; i < sample->n; i++) {
		guint64 first = i * n / sample->n, end = (i + 1) * n / sample->n;
		sample->target[i] = sample->target[first + ((i * 0x9e3779b1u) >> 16) % (end - first)];
	}
}

gboolean guide_sample_init(GuideSample *sample, const Graph *graph, guint32 most, GError **error)
{
	*sample = (GuideSample){.graph = graph, .bfs = bfs_new(graph, error)};
	if (!sample->bfs)
		return FALSE;
	sample->arena = arena_new();
	sample->best = arena_new_array(sample->arena, guint32, graph->n_switches);
	sample->target = arena_new_array(sample->arena, guint32, graph->n_switches);
	sample->bare = arena_new_array(sample->arena, guint32, graph->n_switches);
	sample->at = arena_new_array(sample->arena, guint32, graph->n_channels);
	sample->load = arena_new_array(sample->arena, guint64, graph->n_channels);
	sample->flow = arena_new_array(sample->arena, guint64, graph->n_channels);
	if (!arena_check(sample->arena, "a guide", error))
		return FALSE;
	choose_targets(sample, most);
	for (guint i = 0; i < sample->n; i++) {
		bfs_run(graph, sample->target[i], sample->bfs);
		for (guint32 k = 1; k < sample->bfs->n_reached; k++)
			sample->pairs += (guint64)graph->hosts[sample->bfs->order[k]] * graph->hosts[sample->target[i]];
	}
	return TRUE;
}

void guide_sample_clear(GuideSample *sample)
{
	bfs_free(sample->bfs);
	arena_free(sample->arena);
}

/*
 * Counts the hosts with an ascending shortest path to a destination. `best` gets 1 + the highest place of a first
 * channel of such a path from each switch, 0: there is none.
 */
static guint64 served(GuideSample *sample, guint32 target, const guint32 *place)
{
	const Graph *g = sample->graph;
	const Bfs *bfs = sample->bfs;
	guint64 hosts = 0;
	sample->best[target] = G_MAXUINT32;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 best = 0;
		for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
			guint32 own = place[bfs->channel[k]] + 1;
			if (own > best && own < sample->best[g->to[bfs->channel[k]]])
				best = own;
		}
		sample->best[bfs->order[i]] = best;
		hosts += best ? g->hosts[bfs->order[i]] : 0;
	}
	return hosts;
}

double guide_sample_covered(GuideSample *sample, const guint32 *place)
{
	guint64 pairs = 0;
	for (guint i = 0; i < sample->n; i++) {
		bfs_run(sample->graph, sample->target[i], sample->bfs);
		pairs += served(sample, sample->target[i], place) * sample->graph->hosts[sample->target[i]];
	}
	return sample->pairs ? (double)pairs / (double)sample->pairs : 1;
}

/*
 * Sends `amount` at switch v, which has come over a channel with the place over - 1 (over 0: none), over the least
 * loaded minimal channel by which it can go on.
 */
static void send(GuideSample *sample, const guint32 *place, guint32 v, guint64 amount, guint32 over)
{
	const Bfs *bfs = sample->bfs;
	guint32 i = bfs->place[v], best = GRAPH_NONE;
	for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
		guint32 c = bfs->channel[k];
		if (place[c] >= over && place[c] + 1 < sample->best[sample->graph->to[c]] &&
		    (best == GRAPH_NONE || sample->load[c] + sample->flow[c] < sample->load[best] + sample->flow[best]))
			best = c;
	}
	if (best != GRAPH_NONE)
		sample->flow[best] += amount;
}

/* Adds the loads of the pairs to one destination; sample->at lists the channels by place. */
static void add_loads(GuideSample *sample, const guint32 *place, guint32 target)
{
	const Graph *g = sample->graph;
	bfs_run(g, target, sample->bfs);
	bfs_lay_out(g, sample->bfs);
	served(sample, target, place);
	for (guint32 k = 1; k < sample->bfs->n_reached; k++) {
		guint32 v = sample->bfs->order[k];
		if (g->hosts[v])
			send(sample, place, v, (guint64)g->hosts[v] * g->hosts[target], 0);
	}
	for (guint32 i = 0; i < g->n_channels; i++) {
		guint32 c = sample->at[i];
		guint64 flow = sample->flow[c];
		if (!flow)
			continue;
		sample->load[c] += flow;
		sample->flow[c] = 0;
		if (g->to[c] != target)
			send(sample, place, g->to[c], flow, place[c] + 1);
	}
}

double guide_sample_load(GuideSample *sample, const guint32 *place)
{
	const Graph *g = sample->graph;
	double sum = 0;
	for (guint32 c = 0; c < g->n_channels; c++)
		sample->at[place[c]] = c;
	memset(sample->load, 0, g->n_channels * sizeof *sample->load);
	memset(sample->flow, 0, g->n_channels * sizeof *sample->flow);
	for (guint32 i = 0; i < sample->n; i++)
		add_loads(sample, place, sample->target[i]);
	for (guint32 c = 0; c < g->n_channels; c++)
		sum += pow((double)sample->load[c], 4);
	return sqrt(sqrt(sum));
}

guint32 guide_sample_bare(const GuideSample *sample, guint32 i)
{
	return sample->n_bare ? sample->bare[(guint64)i * sample->n_bare / sample->n] : GRAPH_NONE;
}

/* As guide_sample_stranded(), for one destination; sample->at lists the channels by place. */
static guint64 stranded(GuideSample *sample, guint32 target)
{
	const Graph *g = sample->graph;
	guint64 n = 0;
	bfs_run(g, target, sample->bfs);
	memset(sample->best, 0, g->n_switches * sizeof *sample->best);
	sample->best[target] = 1;
	for (guint32 i = g->n_channels; i-- > 0;)
		sample->best[g->from[sample->at[i]]] |= sample->best[g->to[sample->at[i]]];
	for (guint32 i = 1; i < sample->bfs->n_reached; i++) {
		guint32 v = sample->bfs->order[i];
		n += !sample->best[v] && (g->hosts[target] || g->hosts[v]);
	}
	return n;
}

guint64 guide_sample_stranded(GuideSample *sample, const guint32 *place)
{
	guint64 n = 0;
	for (guint32 c = 0; c < sample->graph->n_channels; c++)
		sample->at[place[c]] = c;
	for (guint32 i = 0; i < sample->n; i++) {
		guint32 bare = guide_sample_bare(sample, i);
		n += stranded(sample, sample->target[i]);
		n += bare == GRAPH_NONE ? 0 : stranded(sample, bare);
	}
	return n;
}
