/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reserves channels for switches that an order of the channels leaves without an ascending path to some other switch,
 * or from one. guide_lacks.h finds these switches: they are blamed. Blamed switches that are joined form a region. One
 * channel out of the region (the exit), and a tree of channels inside it that leads there, become the first of the
 * order. A path can begin with them, but none can come to them later, so only packets of the region cross them. Behind
 * the exit, these packets have all paths that the switch there has. Channels that lead into a region become the last of
 * the order likewise (`into`). Other switches lose the reserved channels and may lack paths then, so all is repeated in
 * rounds.
 */
#include "core/guide/guide_exits.h"

#include "core/base/by_keys.h"
#include "core/guide/guide_lacks.h"
#include "core/guide/guide_sample.h"

#include <string.h>

/* Destinations by which the loads of channels are estimated. */
#define TARGETS 64

/* Trees of regions get so much deeper in each pass (grow()). */
#define DEEPER 2

/* Limits of one method: rounds, and the channels that they follow paths over, for 64 ends each time. */
#define ROUNDS 300
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 28)

typedef struct {
	const Graph *graph;
	gboolean worst_first; /* the method: see complete() */
	guint32 *at;          /* [n_channels] channels by place */
	const guint64 *load;  /* [n_channels] that paths in the order at the beginning make */
	GuideLacks lacks;
	guint32 *parent; /* [n_switches] channel to the parent in the region's tree (root: any); GRAPH_NONE: in none */
	guint32 *depth;  /* [n_switches] in that tree */
	guint32 *lost;   /* [n_switches] channels from or to it by which regions beside it are left or entered */
	guint32 *list;   /* [n_switches] a region, parents first */
	guint32 n_regions;   /* so far, in all rounds */
	guint32 *reserved;   /* [n_reserved] channels, in the order that paths take them */
	guint32 n_reserved;  /* in this round */
	guint8 *is_reserved; /* [n_channels] 1: in this round or before */
	guint8 *is_moved;    /* [n_channels] scratch */
} Exits;

/* Returns more than any load for a channel that the method does not want to reserve twice, else 0. */
static guint64 repeat_cost(const Exits *e, guint32 c)
{
	return e->worst_first && e->is_reserved[c] ? G_MAXUINT64 / 2 : 0;
}

/* Returns the channel from switch v to its neighbour `other` that carries least, or (`into`) whose reverse does. */
static guint32 channel_between(const Exits *e, guint32 v, guint32 other, gboolean into)
{
	const Graph *g = e->graph;
	guint32 best = GRAPH_NONE;
	guint64 least = G_MAXUINT64;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		guint32 used = into ? g->reverse[c] : c;
		guint64 cost = e->load[used] + repeat_cost(e, used);
		if (g->to[c] != other || cost >= least)
			continue;
		least = cost;
		best = c;
	}
	return best;
}

/*
 * Gives list[i] one of its neighbours in the region that have no parent as a child. Returns how many are listed then.
 */
static guint32 add_child(Exits *e, guint32 i, guint32 n, gboolean into)
{
	const Graph *g = e->graph;
	guint32 v = e->list[i];
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		guint32 child = g->to[c];
		if (!e->lacks.blamed[child] || e->parent[child] != GRAPH_NONE)
			continue;
		e->parent[child] = channel_between(e, child, v, into);
		e->depth[child] = e->depth[v] + 1;
		e->list[n++] = child;
		break;
	}
	return n;
}

/*
 * Grows a tree over the region of its root, switch v, in e->list and e->parent. Returns how many switches it has. Other
 * switches lose the channels between a switch and its children, and are to keep some. So each switch gets one child
 * before any gets another, except where paths get too long.
 */
static guint32 grow(Exits *e, guint32 v, gboolean into)
{
	guint32 n = 1, before = 0, deepest = 0;
	e->depth[v] = 0;
	e->list[0] = v;
	e->parent[v] = e->graph->first[v];
	while (n > before) {
		before = n;
		deepest += DEEPER;
		for (guint32 i = 0; i < n; i++)
			if (e->depth[e->list[i]] < deepest)
				n = add_child(e, i, n, into);
	}
	return n;
}

/* The costs of a channel, the most important first. */
typedef struct {
	guint64 repeat;
	guint32 pairs, lost; /* of the switch behind the exit */
	guint64 load;
	guint32 spread; /* differs by region, to spread equals */
} Cost;

static gboolean is_less(const Cost *a, const Cost *b)
{
	return BY_KEYS({a->repeat, b->repeat}, {a->pairs, b->pairs}, {a->lost, b->lost}, {a->load, b->load},
		       {a->spread, b->spread}) < 0;
}

/*
 * Returns a channel out of the region list[n], or into it: to the switch with fewest pairs without a path; among equals
 * the one that has lost fewest channels so far, then the channel that carries least, then another one for each region.
 * GRAPH_NONE: there is none.
 */
static guint32 choose_exit(const Exits *e, guint32 n, gboolean into)
{
	const Graph *g = e->graph;
	guint32 best = GRAPH_NONE;
	Cost least = {0};
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[e->list[i]]; c < g->first[e->list[i] + 1]; c++) {
			guint32 used = into ? g->reverse[c] : c, v = g->to[c];
			Cost cost = {repeat_cost(e, used), e->lacks.pairs[into ? 1 : 0][v], e->lost[v], e->load[used],
				     (c + e->n_regions) * 0x9e3779b1u};
			if (e->lacks.blamed[v] || (best != GRAPH_NONE && !is_less(&cost, &least)))
				continue;
			least = cost;
			best = c;
		}
	return best;
}

/*
 * Reserves channels for the region of switch v: out of it, or into it. A first tree lists the region, a second one has
 * its root at the exit. The switch behind the exit counts as one with hosts from now on if the region has some: their
 * packets need its paths. Without an exit the region is left as it is.
 */
static void reserve(Exits *e, guint32 v, gboolean into)
{
	const Graph *g = e->graph;
	guint32 n = grow(e, v, into), out = choose_exit(e, n, into);
	if (out == GRAPH_NONE)
		return;
	for (guint32 i = 0; i < n; i++)
		e->parent[e->list[i]] = GRAPH_NONE;
	e->n_regions++;
	e->lost[g->to[out]]++;
	n = grow(e, g->from[out], into);
	for (guint32 i = 0; i < n; i++)
		e->lacks.is_end[g->to[out]] |= e->lacks.is_end[e->list[i]];
	if (into)
		e->reserved[e->n_reserved++] = g->reverse[out];
	for (guint32 i = 1; i < n; i++) {
		guint32 c = e->parent[e->list[into ? i : n - i]];
		e->reserved[e->n_reserved++] = into ? g->reverse[c] : c;
	}
	if (!into)
		e->reserved[e->n_reserved++] = out;
}

/* Reserves channels for the regions of the switches that are to blame. */
static void reserve_all(Exits *e, gboolean into)
{
	const Graph *g = e->graph;
	memset(e->parent, 0xff, g->n_switches * sizeof *e->parent);
	e->n_reserved = 0;
	for (guint32 v = 0; v < g->n_switches; v++)
		if (e->lacks.blamed[v] && e->parent[v] == GRAPH_NONE)
			reserve(e, v, into);
}

/* Moves the channels reserved in this round to the beginning of the order, or to its end. O(channels). */
static void move_reserved(Exits *e, gboolean into)
{
	const Graph *g = e->graph;
	guint32 n = e->n_reserved, left = 0;
	memset(e->is_moved, 0, g->n_channels);
	for (guint32 i = 0; i < n; i++)
		e->is_moved[e->reserved[i]] = e->is_reserved[e->reserved[i]] = 1;
	for (guint32 i = 0; i < g->n_channels; i++)
		if (!e->is_moved[e->at[i]])
			e->at[left++] = e->at[i];
	memmove(e->at + (into ? 0 : n), e->at, left * sizeof *e->at);
	memcpy(e->at + (into ? left : 0), e->reserved, n * sizeof *e->at);
}

/* Before the first round: the order of a guide, no channel reserved. */
static void begin(Exits *e, const Guide *guide)
{
	const Graph *g = e->graph;
	for (guint32 c = 0; c < g->n_channels; c++)
		e->at[guide->place[c]] = c;
	memset(e->is_reserved, 0, g->n_channels);
	memset(e->lost, 0, g->n_switches * sizeof *e->lost);
	e->n_regions = 0;
	guide_lacks_reset(&e->lacks);
}

/*
 * Changes the order of a guide until no switch lacks a path. FALSE if that is not reached. In each round all switches
 * that lack one get channels, out of regions and into them in turn; that takes few rounds, and in most fabrics few
 * channels. With e->worst_first only the switches with nearly the most pairs get some, and no channel is chosen twice
 * where there is another; that may succeed where the first method does not, as where all switches lack some path.
 */
static gboolean complete(Exits *e, const Guide *guide)
{
	guint64 looks = 0, a_round = (guint64)e->graph->n_channels * (e->graph->n_switches / 64 + 1);
	guint in_vain = 0;
	begin(e, guide);
	for (guint round = 0; round < ROUNDS && looks < MOST_LOOKS && in_vain < 2; round++, looks += a_round) {
		if (!guide_lacks_find(&e->lacks, e->at))
			return TRUE;
		if (e->worst_first)
			guide_lacks_blame_worst(&e->lacks);
		else
			guide_lacks_blame_all(&e->lacks, round % 2 != 0);
		reserve_all(e, e->lacks.last);
		move_reserved(e, e->lacks.last);
		in_vain = e->n_reserved ? 0 : in_vain + 1;
	}
	return !guide_lacks_find(&e->lacks, e->at);
}

/* The guide with the order found, and the part of pairs that have a shortest path in it. */
static Guide *guide_of(const Guide *from, const Exits *e, GuideSample *sample, GError **error)
{
	const Graph *graph = e->graph;
	g_autoptr(Guide) guide = g_new0(Guide, 1);
	*guide = (Guide){.n_classes = from->n_classes, .kind = from->kind, .arena = arena_new()};
	guide->place = arena_new_array(guide->arena, guint32, graph->n_channels);
	guide->rank = arena_new_array(guide->arena, guint32, graph->n_channels);
	if (!arena_check(guide->arena, "a guide", error))
		return NULL;
	for (guint32 i = 0; i < graph->n_channels; i++) {
		guint32 c = e->at[i], before = i ? e->at[i - 1] : c;
		guide->place[c] = i;
		gboolean alike = i && !e->is_reserved[c] && !e->is_reserved[before];
		guide->rank[c] = alike && from->rank[before] == from->rank[c] ? guide->rank[before] : i;
	}
	guide->covered = guide_sample_covered(sample, guide->place);
	return g_steal_pointer(&guide);
}

gboolean guide_complete(const Guide *guide, const Graph *graph, Guide **completed, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_auto(GuideSample) sample = {0};
	g_autoptr(Guide) best = NULL;
	gsize n = graph->n_switches + (gsize)1, m = graph->n_channels + n;
	Exits e = {.graph = graph,
		   .at = arena_new_array(arena, guint32, m),
		   .parent = arena_new_array(arena, guint32, n),
		   .depth = arena_new_array(arena, guint32, n),
		   .lost = arena_new_array(arena, guint32, n),
		   .list = arena_new_array(arena, guint32, n),
		   .reserved = arena_new_array(arena, guint32, m),
		   .is_reserved = arena_new_array(arena, guint8, m),
		   .is_moved = arena_new_array(arena, guint8, m)};
	guide_lacks_init(&e.lacks, graph, arena);
	if (!arena_check(arena, "an order of channels", error) || !guide_sample_init(&sample, graph, TARGETS, error))
		return FALSE;
	guide_sample_load(&sample, guide->place);
	e.load = sample.load;
	for (guint method = 0; method < 2; method++) {
		e.worst_first = method == 1;
		if (!complete(&e, guide))
			continue;
		g_autoptr(Guide) found = guide_of(guide, &e, &sample, error);
		if (!found)
			return FALSE;
		if (!best || found->covered > best->covered) {
			g_clear_pointer(&best, guide_free);
			best = g_steal_pointer(&found);
		}
		if (!e.n_regions)
			break; /* it was complete */
	}
	*completed = g_steal_pointer(&best);
	return TRUE;
}
