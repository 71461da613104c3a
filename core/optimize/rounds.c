/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the flows of a communication pattern, each in a known round, and counts those of a round that share a channel.
 * A flow is a host that sends to a LID. A counting sort puts flows with the same destination and first switch together
 * (a cell), as a change of routes moves them together. The caller's list (`send`) has the flows by round, as the
 * computation of bandwidth reads them. Adding (guint32)-1 to a count takes one off.
 */
#include "core/optimize/rounds.h"

#include "core/base/error.h"

#define LIDS 65536

/* ---- as it begins */

static gboolean make_room(Rounds *r, GError **error)
{
	gsize cells = (gsize)r->n_dests * r->graph->n_switches, loads = (gsize)r->graph->n_channels * r->n_rounds;
	r->begin = arena_new_array0(r->arena, guint32, r->n_rounds + 1);
	r->first = arena_new_array0(r->arena, guint32, cells + 2);
	r->round = arena_new_array(r->arena, guint32, r->n);
	r->unavoidable = arena_new_array(r->arena, guint32, r->n_rounds);
	r->load = arena_new_array0(r->arena, guint32, loads);
	return arena_check(r->arena, "a pattern", error);
}

/*
 * Fills r->dest with those that somebody sends to; number[n_dests of the graph], G_MAXUINT32 at first, gets the index
 * in it of each. In between 0 marks those that have none yet.
 */
static gboolean list_dests(Rounds *r, guint32 *number, GError **error)
{
	const Graph *g = r->graph;
	r->dest = arena_new_array(r->arena, guint32, g->n_dests);
	if (!arena_check(r->arena, "a pattern", error))
		return FALSE;
	for (guint32 k = 0; k < r->n; k++)
		if (graph_dest(g, r->send[k].target) != GRAPH_NONE)
			number[graph_dest(g, r->send[k].target)] = 0;
	for (guint32 d = 0; d < g->n_dests; d++)
		if (number[d] == 0) {
			number[d] = r->n_dests;
			r->dest[r->n_dests++] = d;
		}
	return TRUE;
}

/* Whether source and target are both in the graph: a host may be cabled to nothing. */
static gboolean both_ends_exist(const Rounds *r, const OptimizeSend *send)
{
	return graph_dest(r->graph, send->source) != GRAPH_NONE && graph_dest(r->graph, send->target) != GRAPH_NONE;
}

/* The index in r->first of the flows that a send is one of: those to its destination from its source's switch. */
static gsize cell_of(const Rounds *r, const guint32 *number, const OptimizeSend *send)
{
	const Graph *g = r->graph;
	guint32 to = graph_dest(g, send->target), from = g->dests[graph_dest(g, send->source)].vertex;
	return (gsize)number[to] * g->n_switches + from;
}

/*
 * Fills first, round, begin and most, by a counting sort. Flows of cell i are counted in first[i + 2]; sums make
 * first[i + 1] the index where cell i begins; each flow placed moves it on, at last to where cell i + 1 begins. In each
 * cell rounds ascend, as they do in `send`.
 */
static void sort(Rounds *r, const guint32 *number)
{
	gsize cells = (gsize)r->n_dests * r->graph->n_switches;
	for (guint32 k = 0; k < r->n; k++) {
		if (both_ends_exist(r, &r->send[k]))
			r->first[cell_of(r, number, &r->send[k]) + 2]++;
		r->begin[r->send[k].round + 1]++;
	}
	for (gsize i = 2; i < cells + 2; i++)
		r->first[i] += r->first[i - 1];
	for (guint32 round = 0; round < r->n_rounds; round++)
		r->begin[round + 1] += r->begin[round];
	for (guint32 k = 0; k < r->n; k++)
		if (both_ends_exist(r, &r->send[k]))
			r->round[r->first[cell_of(r, number, &r->send[k]) + 1]++] = r->send[k].round;
	for (guint32 i = 0; i < r->n_dests; i++)
		r->most = MAX(r->most, rounds_first(r, i + 1, 0) - rounds_first(r, i, 0));
}

/* Counts a round's flows by source in out[LID] and by target in in[LID]; sign -1 takes them back. */
static void count_ends(const Rounds *r, guint32 round, guint32 *out, guint32 *in, gint32 sign)
{
	for (guint32 k = r->begin[round]; k < r->begin[round + 1]; k++) {
		out[r->send[k].source] += (guint32)sign;
		in[r->send[k].target] += (guint32)sign;
	}
}

/*
 * Fills r->unavoidable with F of each round (rounds.h): the least, over its flows, of the larger number of flows at
 * their two ends. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean find_unavoidable(Rounds *r, GError **error)
{
	g_autofree guint32 *out = g_try_new0(guint32, LIDS), *in = g_try_new0(guint32, LIDS);
	if (!out || !in)
		return sssp_error_memory(error, "a pattern", 2 * LIDS * sizeof(guint32));
	for (guint32 round = 0; round < r->n_rounds; round++) {
		count_ends(r, round, out, in, 1);
		r->unavoidable[round] = G_MAXUINT32;
		for (guint32 k = r->begin[round]; k < r->begin[round + 1]; k++)
			r->unavoidable[round] =
				MIN(r->unavoidable[round], MAX(out[r->send[k].source], in[r->send[k].target]));
		count_ends(r, round, out, in, -1);
	}
	return TRUE;
}

Rounds *rounds_new(const Graph *graph, const OptimizeSend *send, gsize n, GError **error)
{
	g_autoptr(Rounds) r = g_new0(Rounds, 1);
	g_autofree guint32 *number = g_try_new(guint32, graph->n_dests + 1);
	r->arena = arena_new();
	r->graph = graph;
	r->send = send;
	r->n = (guint32)n;
	r->n_rounds = n ? send[n - 1].round + 1 : 0;
	if (!number || n > G_MAXINT32)
		return sssp_error_memory_null(error, "a pattern", n * sizeof *send);
	memset(number, 0xff, graph->n_dests * sizeof *number);
	if (!list_dests(r, number, error) || !make_room(r, error))
		return NULL;
	sort(r, number);
	return find_unavoidable(r, error) ? g_steal_pointer(&r) : NULL;
}

void rounds_free(Rounds *rounds)
{
	if (!rounds)
		return;
	arena_free(rounds->arena);
	g_free(rounds);
}

/* ---- what is on channels */

void rounds_shift(Rounds *r, guint32 channel, const guint32 *round, guint32 n, gint32 sign)
{
	guint32 *load = r->load + (gsize)channel * r->n_rounds;
	for (guint32 k = 0; k < n; k++)
		load[round[k]] += (guint32)sign;
}

/* Conflicts of `load` flows, of which `unavoidable` (F) are at no cost: L (L - 1) / 2 with L = load - F + 1. */
static gint64 count_conflicts(gint64 load, gint64 unavoidable)
{
	gint64 above = load - unavoidable;
	return above > 0 ? above * (above + 1) / 2 : 0;
}

gint64 rounds_price(const Rounds *r, guint32 channel, const guint32 *round, guint32 n, gint32 sign)
{
	const guint32 *load = r->load + (gsize)channel * r->n_rounds;
	gint64 sum = 0;
	for (guint32 k = 0, end; k < n; k = end) {
		gint64 have = load[round[k]], unavoidable = r->unavoidable[round[k]];
		/* All flows of one round together: round[k] .. round[end - 1]. */
		for (end = k + 1; end < n && round[end] == round[k]; end++)
			;
		sum += count_conflicts(have + sign * (gint64)(end - k), unavoidable) -
		       count_conflicts(have, unavoidable);
	}
	return sum;
}

double rounds_squares(const Rounds *r)
{
	gsize n = (gsize)r->graph->n_channels * r->n_rounds;
	double sum = 0;
	for (gsize i = 0; i < n; i++)
		sum += (double)r->load[i] * r->load[i];
	return sum;
}

/* ---- bandwidth */

typedef struct {
	const Rounds *rounds;
	const Routes *routes;
	guint32 *load, *out, *in; /* flows of the round at hand by channel, by source and by target LID */
} Sample;

/*
 * Adds a flow to the loads of its path (sign 1), takes it off (-1), or leaves them (0). Returns the flows on its
 * fullest channel, source and target included; 0: the flow does not arrive.
 */
static guint32 follow(const Sample *s, const OptimizeSend *send, gint32 sign)
{
	const Graph *g = s->rounds->graph;
	if (!both_ends_exist(s->rounds, send))
		return 0;
	guint32 d = graph_dest(g, send->target), v = g->dests[graph_dest(g, send->source)].vertex;
	const guint8 *row = routes_row(s->routes, d);
	guint32 worst = MAX(s->out[send->source], s->in[send->target]);
	for (guint32 c; (c = route_channel(g, row, v)) != GRAPH_NONE; v = g->to[c]) {
		s->load[c] += (guint32)sign;
		worst = MAX(worst, s->load[c]);
	}
	return v == g->dests[d].vertex ? worst : 0;
}

static double round_bandwidth(const Sample *s, guint32 round)
{
	const Rounds *r = s->rounds;
	guint32 begin = r->begin[round], end = r->begin[round + 1];
	double sum = 0;
	count_ends(r, round, s->out, s->in, 1);
	for (guint32 k = begin; k < end; k++)
		follow(s, &r->send[k], 1);
	for (guint32 k = begin; k < end; k++) {
		guint32 worst = follow(s, &r->send[k], 0);
		guint32 ends = MAX(s->out[r->send[k].source], s->in[r->send[k].target]);
		sum += worst ? (double)(r->relative ? ends : 1) / worst : 0;
	}
	for (guint32 k = begin; k < end; k++)
		follow(s, &r->send[k], -1);
	count_ends(r, round, s->out, s->in, -1);
	return sum / MAX(end - begin, 1);
}

gboolean rounds_bandwidth(const Rounds *r, const Routes *routes, StopCheck *stop, double *value, GError **error)
{
	g_autofree guint32 *load = g_try_new0(guint32, r->graph->n_channels + 1);
	g_autofree guint32 *out = g_try_new0(guint32, LIDS), *in = g_try_new0(guint32, LIDS);
	const Sample sample = {r, routes, load, out, in};
	if (!load || !out || !in)
		return sssp_error_memory(error, "a pattern", 2 * LIDS * sizeof(guint32));
	double sum = 0;
	for (guint32 round = 0; round < r->n_rounds; round++) {
		if (stop_wanted(stop))
			return FALSE;
		sum += round_bandwidth(&sample, round);
	}
	*value = r->n_rounds ? sum / r->n_rounds : 1;
	return TRUE;
}
