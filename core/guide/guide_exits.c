/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reserves channels for switches that an order of the channels leaves without a path to some switch with hosts, or from
 * one. Such switches that are joined form a region. One channel out of it, and within it a tree of channels that leads
 * there, become the first of the order: a path may begin with them, and none can come to them later, so no packets but
 * those of the region itself cross them, and from the region's exit on they have all paths that the switch there has.
 * In the same way channels that lead into a region become the last. As others lose the reserved channels, they may lack
 * paths now; so all is looked at again.
 */
#include "core/guide/guide_exits.h"

#include "core/base/error.h"
#include "core/guide/guide_sample.h"

#include <string.h>

/* Destinations by which the loads of channels are estimated. */
#define TARGETS 64

/* So many times lacking paths are looked for at most. */
#define ROUNDS 16

typedef struct {
	const Graph *graph;
	guint32 *at;         /* [n_channels] channels by place */
	const guint64 *load; /* [n_channels] that paths in the order at the beginning make */
	guint32 *part;       /* [n_switches] a number for each set of switches that cables join */
	guint64 *reach;      /* [n_switches] bits: of 64 switches with hosts, those that a path joins it with */
	guint64 *wanted;     /* [n_switches] by part: bits of the 64 switches in it */
	guint8 *lacks;       /* [n_switches] 1: has no path to (from) some switch with hosts */
	guint32 *hops;       /* [n_switches] in a region, from its first switch; GRAPH_NONE: not in a region so far */
	guint32 *list;       /* [n_switches] a region, nearest first */
	guint32 n_regions;   /* so far, in all rounds */
	guint32 *reserved;   /* [n_reserved] channels, in the order that paths take them */
	guint32 n_reserved;
	guint8 *is_reserved; /* [n_channels] scratch */
	guint32 *others;     /* [n_channels] scratch */
} Exits;

/* Numbers the parts of the fabric. O(channels). */
static void find_parts(Exits *e)
{
	const Graph *g = e->graph;
	memset(e->part, 0xff, g->n_switches * sizeof *e->part);
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint32 n = 0;
		if (e->part[v] != GRAPH_NONE)
			continue;
		e->part[v] = v;
		e->list[n++] = v;
		for (guint32 i = 0; i < n; i++)
			for (guint32 c = g->first[e->list[i]]; c < g->first[e->list[i] + 1]; c++)
				if (e->part[g->to[c]] == GRAPH_NONE) {
					e->part[g->to[c]] = v;
					e->list[n++] = g->to[c];
				}
	}
}

/* Sets e->lacks for paths to the switches host[n], n <= 64, or from them (`into`). O(channels). */
static void find_lacks(Exits *e, const guint32 *host, guint32 n, gboolean into)
{
	const Graph *g = e->graph;
	memset(e->reach, 0, g->n_switches * sizeof *e->reach);
	memset(e->wanted, 0, g->n_switches * sizeof *e->wanted);
	for (guint32 i = 0; i < n; i++) {
		e->reach[host[i]] = (guint64)1 << i;
		e->wanted[e->part[host[i]]] |= (guint64)1 << i;
	}
	for (guint32 i = 0; i < g->n_channels; i++) {
		guint32 c = e->at[into ? i : g->n_channels - 1 - i];
		e->reach[into ? g->to[c] : g->from[c]] |= e->reach[into ? g->from[c] : g->to[c]];
	}
	for (guint32 v = 0; v < g->n_switches; v++)
		e->lacks[v] |= (e->wanted[e->part[v]] & ~e->reach[v]) != 0;
}

/* Lists the region of switch v in e->list, nearest first; how many. */
static guint32 list_region(Exits *e, guint32 v)
{
	const Graph *g = e->graph;
	guint32 n = 0;
	e->list[n++] = v;
	e->hops[v] = 0;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[e->list[i]]; c < g->first[e->list[i] + 1]; c++)
			if (e->lacks[g->to[c]] && e->hops[g->to[c]] == GRAPH_NONE) {
				e->hops[g->to[c]] = e->hops[e->list[i]] + 1;
				e->list[n++] = g->to[c];
			}
	return n;
}

/* Sets `*found` to how many channels lead out of the region list[n]; returns number `at` of them, or GRAPH_NONE. */
static guint32 find_exit(const Exits *e, guint32 n, guint32 at, guint32 *found)
{
	const Graph *g = e->graph;
	*found = 0;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[e->list[i]]; c < g->first[e->list[i] + 1]; c++)
			if (!e->lacks[g->to[c]] && (*found)++ == at)
				return c;
	return GRAPH_NONE;
}

/*
 * One of the channels out of the region list[n], for each region at another place among them, so that no part of the
 * fabric loses many; GRAPH_NONE: there is none.
 */
static guint32 choose_exit(const Exits *e, guint32 n)
{
	guint32 found, golden = e->n_regions * 0x9e3779b1u;
	find_exit(e, n, GRAPH_NONE, &found);
	return find_exit(e, n, (guint32)((guint64)golden * found >> 32), &found);
}

/* The channel towards the first switch of its region, or back (`into`), that carries least; v's end of it. */
static guint32 channel_inward(const Exits *e, guint32 v, gboolean into)
{
	const Graph *g = e->graph;
	guint32 best = GRAPH_NONE;
	guint64 least = G_MAXUINT64;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		guint64 load = e->load[into ? g->reverse[c] : c];
		if (!e->lacks[g->to[c]] || e->hops[g->to[c]] + 1 != e->hops[v] || load >= least)
			continue;
		least = load;
		best = c;
	}
	return best;
}

/* Reserves channels for the region of switch v: out of it, or into it. Without an exit it is left as it is. */
static void reserve(Exits *e, guint32 v, gboolean into)
{
	const Graph *g = e->graph;
	guint32 n = list_region(e, v), out = choose_exit(e, n);
	if (out == GRAPH_NONE)
		return;
	for (guint32 i = 0; i < n; i++)
		e->hops[e->list[i]] = GRAPH_NONE;
	e->n_regions++;
	list_region(e, g->from[out]);
	if (into)
		e->reserved[e->n_reserved++] = g->reverse[out];
	for (guint32 i = 1; i < n; i++) {
		guint32 c = channel_inward(e, e->list[into ? i : n - i], into);
		e->reserved[e->n_reserved++] = into ? g->reverse[c] : c;
	}
	if (!into)
		e->reserved[e->n_reserved++] = out;
}

/* Finds the switches that lack paths, and reserves channels for them. O(channels x switches with hosts / 64). */
static void reserve_all(Exits *e, gboolean into)
{
	const Graph *g = e->graph;
	guint32 host[64], n = 0;
	memset(e->lacks, 0, g->n_switches);
	memset(e->hops, 0xff, g->n_switches * sizeof *e->hops);
	e->n_reserved = 0;
	for (guint32 v = 0; v < g->n_switches; v++) {
		if (g->hosts[v])
			host[n++] = v;
		if (n == G_N_ELEMENTS(host) || v + 1 == g->n_switches) {
			find_lacks(e, host, n, into);
			n = 0;
		}
	}
	for (guint32 v = 0; v < g->n_switches; v++)
		if (e->lacks[v] && e->hops[v] == GRAPH_NONE)
			reserve(e, v, into);
}

/* Moves the reserved channels to the beginning of the order, or to its end. O(channels). */
static void move_reserved(Exits *e, gboolean into)
{
	const Graph *g = e->graph;
	guint32 n = e->n_reserved, left = 0;
	memset(e->is_reserved, 0, g->n_channels);
	for (guint32 i = 0; i < n; i++)
		e->is_reserved[e->reserved[i]] = 1;
	for (guint32 i = 0; i < g->n_channels; i++)
		if (!e->is_reserved[e->at[i]])
			e->others[left++] = e->at[i];
	memcpy(e->at + (into ? 0 : n), e->others, left * sizeof *e->at);
	memcpy(e->at + (into ? left : 0), e->reserved, n * sizeof *e->at);
}

/* Changes the order until no switch lacks paths but those that no exit can be found for. Whether it was changed. */
static gboolean complete(Exits *e)
{
	gboolean changed = FALSE, more = TRUE;
	for (guint round = 0; more && round < ROUNDS; round++) {
		more = FALSE;
		for (guint into = 0; into < 2; into++) {
			reserve_all(e, into != 0);
			move_reserved(e, into != 0);
			more |= e->n_reserved > 0;
		}
		changed |= more;
	}
	return changed;
}

static Guide *guide_of(const Guide *from, const Exits *e, GError **error)
{
	const Graph *graph = e->graph;
	Guide *guide = g_new0(Guide, 1);
	*guide = (Guide){.n_classes = from->n_classes, .covered = from->covered, .kind = from->kind};
	guide->place = g_try_new(guint32, graph->n_channels + (gsize)1);
	guide->rank = g_try_new(guint32, graph->n_channels + (gsize)1);
	if (!guide->place || !guide->rank) {
		guide_free(guide);
		sssp_error_memory(error, "a guide", graph->n_channels * sizeof *guide->place);
		return NULL;
	}
	for (guint32 i = 0; i < graph->n_channels; i++) {
		guint32 c = e->at[i], before = i ? e->at[i - 1] : c;
		guide->place[c] = i;
		guide->rank[c] = i && from->rank[before] == from->rank[c] ? guide->rank[before] : i;
	}
	return guide;
}

Guide *guide_complete(const Guide *guide, const Graph *graph, gboolean *changed, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_auto(GuideSample) sample = {0};
	gsize n = graph->n_switches + (gsize)1, m = graph->n_channels + n;
	Exits e = {.graph = graph,
		   .at = arena_new_array(arena, guint32, m),
		   .part = arena_new_array(arena, guint32, n),
		   .reach = arena_new_array(arena, guint64, n),
		   .wanted = arena_new_array(arena, guint64, n),
		   .lacks = arena_new_array(arena, guint8, n),
		   .hops = arena_new_array(arena, guint32, n),
		   .list = arena_new_array(arena, guint32, n),
		   .reserved = arena_new_array(arena, guint32, m),
		   .is_reserved = arena_new_array(arena, guint8, m),
		   .others = arena_new_array(arena, guint32, m)};
	if (!arena_check(arena, "an order of channels", error) || !guide_sample_init(&sample, graph, TARGETS, error))
		return NULL;
	guide_sample_load(&sample, guide->place);
	e.load = sample.load;
	for (guint32 c = 0; c < graph->n_channels; c++)
		e.at[guide->place[c]] = c;
	find_parts(&e);
	*changed = complete(&e);
	return guide_of(guide, &e, error);
}
