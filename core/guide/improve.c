/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves channels to better places in an order, one by one, where more traffic of hosts goes on to later channels. Flows
 * of all pairs of hosts over turns (a channel and the next) say how much is gained. The best place of a channel depends
 * only on the channels before and behind it on paths, so it moves between two of these. Keys, the places during a
 * round, are fractions; they become whole numbers again after it.
 */
#include "core/guide/improve.h"

#include "core/base/arena.h"
#include "core/graph/cdg.h"

#include <string.h>

/*
 * Most turns looked at in all; most rounds; most rounds in a row without gain, the first of all being one; passes over
 * all channels in a round.
 */
#define BUDGET 5000000
#define ROUNDS 24
#define IDLE_ROUNDS 5
#define PASSES 2
/* What a pair of hosts counts; a pair without an ascending path counts BOOST times as much. */
#define UNIT 64
#define BOOST 3

typedef struct {
	double key;
	gint64 gain; /* flow that ascends when a channel moves from before it to behind it */
} Mark;

typedef struct {
	GuideSample *sample;
	const Graph *graph;
	const CdgTurns *turns;
	guint32 *place;         /* [n_channels] the order that is worked on */
	guint8 *descents;       /* [n_channels] of the best path that begins with it */
	guint64 *over;          /* [n_channels] flow */
	guint64 *flow;          /* [turns] */
	double *key;            /* [n_channels] */
	guint32 *sorted;        /* [n_channels] */
	Mark *mark;             /* [2 x most channels of a switch] */
	guint64 looked, served; /* turns; pairs with an ascending path in the present order */
} Improve;

/* What a path that goes on with `next` after c costs. */
static guint descents_by(const Improve *m, guint32 c, guint32 next)
{
	return m->descents[next] + (m->place[next] < m->place[c] ? 1u : 0u);
}

/* The minimal channels of the switch that c leads to, *n of them. */
static const guint32 *after(const Improve *m, guint32 c, guint32 *n)
{
	const Bfs *bfs = m->sample->bfs;
	guint32 i = bfs->place[m->graph->to[c]];
	*n = bfs->first[i + 1] - bfs->first[i];
	return bfs->channel + bfs->first[i];
}

static void count_descents(Improve *m)
{
	const Bfs *bfs = m->sample->bfs;
	for (guint32 k = 0; k < bfs->first[bfs->n_reached]; k++) {
		guint32 c = bfs->channel[k], n;
		const guint32 *next = after(m, c, &n);
		guint best = n ? GRAPH_FAR : 0;
		for (guint32 j = 0; j < n; j++)
			best = MIN(best, descents_by(m, c, next[j]));
		m->descents[c] = (guint8)best;
		m->over[c] = 0;
		m->looked += n;
	}
}

/* Hands the flow over channel c on to the best channels behind it. */
static void hand_on(Improve *m, guint32 c)
{
	guint32 n, good = 0;
	const guint32 *next = after(m, c, &n);
	for (guint32 j = 0; j < n; j++)
		good += descents_by(m, c, next[j]) == m->descents[c];
	for (guint32 j = 0; j < n; j++)
		if (descents_by(m, c, next[j]) == m->descents[c]) {
			m->flow[cdg_turn(m->turns, c, next[j])] += m->over[c] / good;
			m->over[next[j]] += m->over[c] / good;
		}
}

static void spread_from(Improve *m, guint32 i, guint64 hosts)
{
	const Bfs *bfs = m->sample->bfs;
	guint32 good = 0;
	guint best = GRAPH_FAR;
	for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
		guint descents = m->descents[bfs->channel[k]];
		good = descents < best ? 1 : good + (descents == best);
		best = MIN(best, descents);
	}
	guint64 pairs = hosts * m->graph->hosts[bfs->order[i]], own = pairs * UNIT * (best ? BOOST : 1);
	m->served += best ? 0 : pairs;
	for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
		guint32 c = bfs->channel[k];
		m->over[c] += m->descents[c] == best ? own / good : 0;
		if (m->over[c])
			hand_on(m, c);
	}
}

/* Returns what the order covers. */
static double spread_all(Improve *m)
{
	const GuideSample *sample = m->sample;
	m->served = 0;
	memset(m->flow, 0, m->turns->first[m->graph->n_channels] * sizeof *m->flow);
	for (guint32 i = 0; i < sample->n; i++) {
		bfs_run(m->graph, sample->target[i], sample->bfs);
		bfs_lay_out(m->graph, sample->bfs);
		count_descents(m);
		for (guint32 k = sample->bfs->n_reached; k-- > 1;)
			spread_from(m, k, m->graph->hosts[sample->target[i]]);
	}
	return sample->pairs ? (double)m->served / (double)sample->pairs : 1;
}

/* Keeps the marks ascending. */
static guint add_mark(Improve *m, guint n, guint32 c, gint64 gain)
{
	guint i = n;
	if (!gain)
		return n;
	for (; i && m->mark[i - 1].key > m->key[c]; i--)
		m->mark[i] = m->mark[i - 1];
	m->mark[i] = (Mark){m->key[c], gain};
	return n + 1;
}

static guint collect_marks(Improve *m, guint32 c)
{
	const Graph *g = m->graph;
	guint n = 0;
	for (guint32 next = g->first[g->to[c]]; next < g->first[g->to[c] + 1]; next++)
		n = add_mark(m, n, next, -(gint64)m->flow[cdg_turn(m->turns, c, next)]);
	for (guint32 out = g->first[g->from[c]]; out < g->first[g->from[c] + 1]; out++)
		n = add_mark(m, n, g->reverse[out], (gint64)m->flow[cdg_turn(m->turns, g->reverse[out], c)]);
	return n;
}

/* Moves a channel to where it gains most, if that is more than where it is. */
static void sift(Improve *m, guint32 c)
{
	guint n = collect_marks(m, c), best_gap = 0;
	gint64 gain = 0, here = 0, best = 0;
	for (guint i = 0; i < n; i++) {
		gain += m->mark[i].gain;
		here = m->mark[i].key < m->key[c] ? gain : here;
		if (gain > best) {
			best = gain;
			best_gap = i + 1;
		}
	}
	if (best <= here)
		return;
	double low = best_gap ? m->mark[best_gap - 1].key : m->mark[0].key - 2;
	double high = best_gap < n ? m->mark[best_gap].key : m->mark[n - 1].key + 2;
	m->key[c] = low + (high - low) / 2;
}

static gint compare_keys(gconstpointer a, gconstpointer b, gpointer keys)
{
	guint32 i = *(const guint32 *)a, j = *(const guint32 *)b;
	const double *key = keys;
	if (key[i] != key[j])
		return key[i] < key[j] ? -1 : 1;
	return i < j ? -1 : i > j;
}

static void sift_all(Improve *m)
{
	guint32 n = m->graph->n_channels;
	for (guint32 c = 0; c < n; c++) {
		m->key[c] = m->place[c];
		m->sorted[m->place[c]] = c;
	}
	for (guint pass = 0; pass < PASSES; pass++)
		for (guint32 i = 0; i < n; i++)
			sift(m, m->sorted[i]);
	g_qsort_with_data(m->sorted, (gint)n, sizeof *m->sorted, compare_keys, m->key);
	for (guint32 i = 0; i < n; i++)
		m->place[m->sorted[i]] = i;
}

static gboolean allocate(Improve *m, Arena *arena, GError **error)
{
	const Graph *g = m->graph;
	guint32 n = g->n_channels + 1, most = 0;
	for (guint32 v = 0; v < g->n_switches; v++)
		most = MAX(most, g->first[v + 1] - g->first[v]);
	m->place = arena_new_array(arena, guint32, n);
	m->descents = arena_new_array(arena, guint8, n);
	m->over = arena_new_array(arena, guint64, n);
	m->flow = arena_new_array(arena, guint64, m->turns->first[n - 1] + (gsize)1);
	m->key = arena_new_array(arena, double, n);
	m->sorted = arena_new_array(arena, guint32, n);
	m->mark = arena_new_array(arena, Mark, 2 * (gsize)most + 1);
	return arena_check(arena, "a better order of channels", error);
}

gboolean guide_improve(GuideSample *sample, guint32 *place, double *covered, GError **error)
{
	gsize bytes = sample->graph->n_channels * sizeof *place;
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(CdgTurns) turns = cdg_turns_new(sample->graph, error);
	Improve m = {.sample = sample, .graph = sample->graph, .turns = turns};
	if (!turns || !allocate(&m, arena, error))
		return FALSE;
	memcpy(m.place, place, bytes);
	for (guint round = 0, idle = 0; round < ROUNDS && idle < IDLE_ROUNDS && m.looked < BUDGET; round++) {
		double now = spread_all(&m);
		idle = now > *covered ? 0 : idle + 1;
		if (now > *covered) {
			*covered = now;
			memcpy(place, m.place, bytes);
		}
		sift_all(&m);
	}
	return TRUE;
}
