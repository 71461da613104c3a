/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The best channel of all is the root of a tournament tree: when a neighbour gets its place, one path up is played
 * again.
 */
#include "core/lanes/channel_order.h"

#include "core/base/error.h"

/* Channels that cannot be next: placed already, or something fixed must come before them. */
#define OUT -1.0

typedef struct {
	const CdgTurns *turns;
	const Graph *graph;
	guint64 *flow;        /* [turns] with that of the mirror */
	const guint32 *fixed; /* [turns] or NULL */
	guint64 *in, *out;    /* [n_channels] flow from and to channels that have no place yet */
	guint32 *n_fixed;     /* [n_channels] fixed turns from such channels */
	guint8 *placed;       /* [n_channels] */
	double *score;        /* [n_channels] */
	guint32 *winner;      /* tournament: [1] the best of all, [i] the better of [2i] and [2i + 1] */
	guint32 leaves;       /* a power of two; the leaf of channel c is winner[leaves + c] */
} Order;

static guint32 better(const Order *o, guint32 a, guint32 b)
{
	if (a == GRAPH_NONE || b == GRAPH_NONE)
		return a == GRAPH_NONE ? b : a;
	return o->score[b] > o->score[a] ? b : a;
}

static double score_of(const Order *o, guint32 c)
{
	if (o->placed[c] || o->n_fixed[c])
		return OUT;
	return o->in[c] ? (double)o->out[c] / (double)o->in[c] : G_MAXDOUBLE;
}

static void update(Order *o, guint32 c)
{
	double score = score_of(o, c);
	if (score == o->score[c])
		return;
	o->score[c] = score;
	for (guint32 i = (o->leaves + c) / 2; i; i /= 2)
		o->winner[i] = better(o, o->winner[2 * i], o->winner[2 * i + 1]);
}

static gboolean is_fixed(const Order *o, guint32 turn)
{
	return o->fixed && o->fixed[turn];
}

/* Takes the flows of a channel that got its place out of those of its neighbours. */
static void withdraw(Order *o, guint32 c)
{
	const Graph *g = o->graph;
	guint32 turn = o->turns->first[c];
	for (guint32 next = g->first[g->to[c]]; next < g->first[g->to[c] + 1]; next++, turn++) {
		if (o->placed[next])
			continue;
		o->in[next] -= o->flow[turn];
		o->n_fixed[next] -= is_fixed(o, turn) ? 1 : 0;
		update(o, next);
	}
	for (guint32 out = g->first[g->from[c]]; out < g->first[g->from[c] + 1]; out++) {
		guint32 previous = g->reverse[out];
		if (o->placed[previous])
			continue;
		o->out[previous] -= o->flow[cdg_turn(o->turns, previous, c)];
		update(o, previous);
	}
}

static guint32 mirror_of(const Order *o, guint32 a, guint32 b)
{
	return cdg_turn(o->turns, o->graph->reverse[b], o->graph->reverse[a]);
}

static void prepare(Order *o, const guint64 *flow, gboolean mirrored)
{
	const Graph *g = o->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++) {
			guint32 turn = cdg_turn(o->turns, a, b);
			if (g->reverse[a] == b)
				continue;
			o->flow[turn] = flow[turn] + (mirrored ? flow[mirror_of(o, a, b)] : 0);
			o->out[a] += o->flow[turn];
			o->in[b] += o->flow[turn];
			o->n_fixed[b] += is_fixed(o, turn) ? 1 : 0;
		}
	for (guint32 c = 0; c < o->leaves; c++)
		o->winner[o->leaves + c] = c < g->n_channels ? c : GRAPH_NONE;
	for (guint32 c = 0; c < g->n_channels; c++)
		o->score[c] = score_of(o, c);
	for (guint32 i = o->leaves - 1; i; i--)
		o->winner[i] = better(o, o->winner[2 * i], o->winner[2 * i + 1]);
}

static void put(Order *o, guint32 c, guint32 at, guint32 *place)
{
	place[c] = at;
	o->placed[c] = 1;
	update(o, c);
	withdraw(o, c);
}

/* Mirrored, both ends of the order grow towards each other. */
static void place_all(Order *o, gboolean mirrored, guint32 *place)
{
	guint32 n = o->graph->n_channels;
	for (guint32 low = 0; low < (mirrored ? n / 2 : n); low++) {
		guint32 c = o->winner[1];
		put(o, c, low, place);
		if (mirrored)
			put(o, o->graph->reverse[c], n - 1 - low, place);
	}
}

gboolean channel_order_find(const CdgTurns *turns, const guint64 *flow, const guint32 *fixed, gboolean mirrored,
			    guint32 *place, GError **error)
{
	guint32 n = turns->graph->n_channels, leaves = 1;
	while (leaves < n)
		leaves *= 2;
	g_autofree guint64 *flows = g_try_new0(guint64, turns->first[n] + 1);
	g_autofree guint64 *sums = g_try_new0(guint64, 2 * (gsize)n + 1);
	g_autofree guint32 *n_fixed = g_try_new0(guint32, n + 1);
	g_autofree guint8 *placed = g_try_malloc0(n + 1);
	g_autofree double *score = g_try_new0(double, n + 1);
	g_autofree guint32 *winner = g_try_new(guint32, 2 * (gsize)leaves + 1);
	if (!flows || !sums || !n_fixed || !placed || !score || !winner)
		return sssp_error_memory(error, "an order of channels", turns->first[n] * sizeof(guint64));
	Order order = {.turns = turns,
		       .graph = turns->graph,
		       .flow = flows,
		       .fixed = fixed,
		       .in = sums,
		       .out = sums + n,
		       .n_fixed = n_fixed,
		       .placed = placed,
		       .score = score,
		       .winner = winner,
		       .leaves = leaves};
	if (n) {
		prepare(&order, flow, mirrored);
		place_all(&order, mirrored, place);
	}
	return TRUE;
}
