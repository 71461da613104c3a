/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the pairs of switches without a path that ascends in an order of the channels; one of the two is an end, a
 * switch with hosts. Pairs are counted by their first and by their last switch. Those to blame are all switches that
 * lack a path to or from some end, or only those with nearly the most pairs. Paths are followed for 64 ends at once, a
 * bit for each, in one scan over the channels in their order.
 */
#include "core/guide/guide_lacks.h"

#include "core/base/union_find.h"

#include <string.h>

/* A switch has nearly the most pairs if it lacks at most one in so many of the most. */
#define NEARLY 8

void guide_lacks_init(GuideLacks *lacks, const Graph *graph, Arena *arena)
{
	gsize n = graph->n_switches + (gsize)1;
	*lacks = (GuideLacks){.graph = graph,
			      .some = {arena_new_array(arena, guint8, n), arena_new_array(arena, guint8, n)},
			      .blamed = arena_new_array(arena, guint8, n),
			      .is_end = arena_new_array(arena, guint8, n),
			      .part = arena_new_array(arena, guint32, n),
			      .reach = arena_new_array(arena, guint64, n),
			      .wanted = arena_new_array(arena, guint64, n),
			      .pairs = {arena_new_array(arena, guint32, n), arena_new_array(arena, guint32, n)}};
	if (!arena_check(arena, "switches without paths", NULL))
		return;
	union_find_reset(lacks->part, graph->n_switches);
	for (guint32 c = 0; c < graph->n_channels; c++)
		union_find_join(lacks->part, graph->from[c], graph->to[c]);
	union_find_number(lacks->part, graph->n_switches);
}

void guide_lacks_reset(GuideLacks *lacks)
{
	for (guint32 v = 0; v < lacks->graph->n_switches; v++)
		lacks->is_end[v] = lacks->graph->hosts[v] != 0;
}

/*
 * Sets lacks->reach and ->wanted for paths to the switches end[n], n <= 64, or from them (`from`). Paths to them are
 * found from their last channel back. O(channels).
 */
static void follow(GuideLacks *lacks, const guint32 *at, const guint32 *end, guint32 n, gboolean from)
{
	const Graph *g = lacks->graph;
	memset(lacks->reach, 0, g->n_switches * sizeof *lacks->reach);
	memset(lacks->wanted, 0, g->n_switches * sizeof *lacks->wanted);
	for (guint32 i = 0; i < n; i++) {
		lacks->reach[end[i]] = (guint64)1 << i;
		lacks->wanted[lacks->part[end[i]]] |= (guint64)1 << i;
	}
	for (guint32 i = 0; i < g->n_channels; i++) {
		guint32 c = at[from ? i : g->n_channels - 1 - i];
		lacks->reach[from ? g->to[c] : g->from[c]] |= lacks->reach[from ? g->from[c] : g->to[c]];
	}
}

/*
 * Counts the pairs without a path between the switches end[] and all others. Pairs of two ends are counted in one
 * direction only.
 */
static void count(GuideLacks *lacks, const guint32 *end, gboolean from)
{
	for (guint32 v = 0; v < lacks->graph->n_switches; v++) {
		guint64 bits = lacks->wanted[lacks->part[v]] & ~lacks->reach[v];
		lacks->some[from ? 1 : 0][v] |= bits != 0;
		if (from && lacks->is_end[v])
			continue;
		lacks->pairs[from ? 1 : 0][v] += (guint32)__builtin_popcountll(bits);
		for (; bits; bits &= bits - 1)
			lacks->pairs[from ? 0 : 1][end[__builtin_ctzll(bits)]]++;
	}
}

/* Counts all pairs without a path. */
static void count_all(GuideLacks *lacks, const guint32 *at)
{
	const Graph *g = lacks->graph;
	guint32 end[64], n = 0;
	for (guint i = 0; i < 2; i++) {
		memset(lacks->pairs[i], 0, g->n_switches * sizeof **lacks->pairs);
		memset(lacks->some[i], 0, g->n_switches);
	}
	for (guint32 v = 0; v < g->n_switches; v++) {
		if (lacks->is_end[v])
			end[n++] = v;
		if (n < G_N_ELEMENTS(end) && v + 1 < g->n_switches)
			continue;
		for (guint from = 0; n && from < 2; from++) {
			follow(lacks, at, end, n, from != 0);
			count(lacks, end, from != 0);
		}
		n = 0;
	}
}

gboolean guide_lacks_find(GuideLacks *lacks, const guint32 *at)
{
	guint32 n = lacks->graph->n_switches;
	count_all(lacks, at);
	for (guint i = 0; i < 2; i++) {
		lacks->most[i] = 0;
		for (guint32 v = 0; v < n; v++)
			lacks->most[i] = MAX(lacks->most[i], lacks->pairs[i][v]);
	}
	return lacks->most[0] != 0;
}

void guide_lacks_blame_all(GuideLacks *lacks, gboolean last)
{
	lacks->last = last;
	memcpy(lacks->blamed, lacks->some[last ? 1 : 0], lacks->graph->n_switches);
}

void guide_lacks_blame_worst(GuideLacks *lacks)
{
	guint side = lacks->most[1] > lacks->most[0];
	lacks->last = side != 0;
	for (guint32 v = 0; v < lacks->graph->n_switches; v++)
		lacks->blamed[v] = lacks->pairs[side][v] >= lacks->most[side] - lacks->most[side] / NEARLY;
}
