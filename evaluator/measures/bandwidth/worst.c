/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the channel over which the greatest number of streams of one permutation (each endpoint sends once and receives
 * once) can go. A first pass over all routes counts for each channel how many endpoints can send over it and how many
 * receive: the smaller is a bound. Channels are then looked at in the order of their bounds, highest first. A maximum
 * matching of senders and receivers gives the exact number of each, until the next bound is no better than what was
 * found. The routes over these channels are gathered in further passes, each for the next few channels (a batch). Later
 * batches are larger, since the first one often suffices.
 */
#include "evaluator/measures/bandwidth/worst.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "evaluator/measures/bandwidth/worst_match.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BATCH (1 << 16) /* routes */
#define LAST_BATCH (1 << 23)  /* routes, 8 bytes each */

typedef struct {
	guint32 channel, bound;
	guint64 routes; /* (switch, endpoint) over it */
} Candidate;

typedef struct {
	guint32 receiver, sender; /* endpoint, row */
} Route;

typedef struct {
	const Paths *paths;
	guint32 only; /* the channel asked for, or PATHS_NONE */
	PathTree *tree;
	WorstFacts *facts;
	Candidate *candidate; /* [n_candidates] highest bound first */
	guint32 n_candidates;
	guint32 *slot; /* [n_channels] index in the batch, PATHS_NONE when not in it */
	gsize *end;    /* [batch] where the routes of a channel end so far */
	Route *route;  /* [routes of the batch] */
	Match *match;
	guint32 *first, *sender; /* the problem of one channel */
	guint32 *endpoint;       /* [n_receivers] of that problem */
} Work;

static guint32 lid_of(const Paths *p, guint32 endpoint)
{
	return p->fabric->ports[p->fabric->endpoints[endpoint]].lid;
}

/* Calls `visit` for each channel on each route from a switch with endpoints to `receiver`. */
static void walk(Work *w, guint32 receiver, void (*visit)(Work *w, guint32 channel, guint32 row, guint32 receiver))
{
	const Paths *p = w->paths;
	path_tree_fill(w->tree, p, lid_of(p, receiver));
	for (guint32 i = 0; i < w->tree->n_arriving; i++) {
		guint32 start = w->tree->order[i];
		if (p->hosts[start])
			for (guint32 row = start, c; (c = w->tree->channel[row]) != PATHS_NONE; row = p->to[c])
				visit(w, c, start, receiver);
	}
}

static void walk_all(Work *w, void (*visit)(Work *w, guint32 channel, guint32 row, guint32 receiver))
{
	for (guint32 i = 0; i < w->paths->n_part; i++)
		walk(w, w->paths->part[i], visit);
}

/* ---- the bounds */

typedef struct {
	Work work; /* first: visits get a pointer to it */
	guint32 *receivers, *senders, *last;
	guint64 *routes;
	guint8 *seen; /* [n_channels][rows8] bits: a switch has sent over a channel */
	gsize rows8;
} Census;

static void count(Work *w, guint32 channel, guint32 row, guint32 receiver)
{
	Census *census = (Census *)w;
	guint8 *seen = &census->seen[channel * census->rows8 + row / 8], bit = (guint8)(1 << row % 8);
	census->routes[channel]++;
	if (census->last[channel] != receiver)
		census->receivers[channel]++;
	census->last[channel] = receiver;
	if (!(*seen & bit))
		census->senders[channel] += w->paths->hosts[row];
	*seen |= bit;
}

static int compare(const void *a, const void *b)
{
	const Candidate *ca = a, *cb = b;
	return BY_KEYS({cb->bound, ca->bound}, {ca->channel, cb->channel});
}

static void choose(Work *w, const Census *census)
{
	for (guint32 c = 0; c < w->paths->n_channels; c++)
		if (census->routes[c] && (w->only == PATHS_NONE || w->only == c))
			w->candidate[w->n_candidates++] =
				(Candidate){c, MIN(census->receivers[c], census->senders[c]), census->routes[c]};
	if (w->n_candidates)
		qsort(w->candidate, w->n_candidates, sizeof *w->candidate, compare);
	w->facts->n_channels = w->n_candidates;
}

static gboolean find_candidates(Work *w, GError **error)
{
	gsize n = (gsize)w->paths->n_channels + 1, rows8 = w->paths->n_rows / 8 + 1;
	g_autofree guint32 *receivers = g_try_new0(guint32, n);
	g_autofree guint32 *senders = g_try_new0(guint32, n);
	g_autofree guint32 *last = g_try_new(guint32, n);
	g_autofree guint64 *routes = g_try_new0(guint64, n);
	g_autofree guint8 *seen = g_try_malloc0_n(n, rows8);
	if (!receivers || !senders || !last || !routes || !seen)
		return sssp_error_memory(error, "counting who uses a channel", n * (rows8 + 20));
	memset(last, 0xff, n * sizeof(guint32));
	Census census = {*w, receivers, senders, last, routes, seen, rows8};
	walk_all(&census.work, count);
	choose(w, &census);
	return TRUE;
}

/* ---- the matchings */

static void gather(Work *w, guint32 channel, guint32 row, guint32 receiver)
{
	if (w->slot[channel] != PATHS_NONE)
		w->route[w->end[w->slot[channel]]++] = (Route){receiver, row};
}

/* The routes over a channel, which stand in the order of receivers, as a problem; then its solution. */
static guint32 solve(Work *w, const Route *route, gsize n)
{
	guint32 receivers = 0;
	for (gsize i = 0; i < n; i++) {
		if (i == 0 || route[i].receiver != route[i - 1].receiver) {
			w->endpoint[receivers] = route[i].receiver;
			w->first[receivers++] = (guint32)i;
		}
		w->sender[i] = route[i].sender;
	}
	w->first[receivers] = (guint32)n;
	w->match->n_receivers = receivers;
	w->match->first = w->first;
	w->match->sender = w->sender;
	w->facts->n_solved++;
	return match_solve(w->match);
}

/* Keeps the solution at hand: the endpoints of a switch take its places in the order of their LIDs. */
static gboolean keep(Work *w, guint32 channel, guint32 congestion, GError **error)
{
	const Paths *p = w->paths;
	const Match *m = w->match;
	WorstFacts *facts = w->facts;
	g_autofree guint32 *used = g_try_new0(guint32, p->n_rows + 1);
	g_free(facts->source);
	g_free(facts->target);
	facts->source = g_try_new(guint32, (gsize)congestion + 1);
	facts->target = g_try_new(guint32, (gsize)congestion + 1);
	if (!used || !facts->source || !facts->target)
		return sssp_error_memory(error, "a permutation", 2 * (gsize)congestion * sizeof(guint32));
	guint32 n = 0;
	for (guint32 i = 0; i < p->n_part; i++) {
		guint32 e = p->part[i], row = p->endpoint_row[e];
		if (used[row] == m->taken[row])
			continue;
		facts->source[n] = e;
		facts->target[n++] = w->endpoint[m->receiver[m->place[row] + used[row]++]];
	}
	facts->channel = channel;
	facts->congestion = congestion;
	return TRUE;
}

/* Gathers the routes over the candidates from..to - 1. */
static gboolean gather_batch(Work *w, guint32 from, guint32 to, GError **error)
{
	gsize n = 0, most = 0;
	for (guint32 i = from; i < to; i++) {
		w->slot[w->candidate[i].channel] = i - from;
		w->end[i - from] = n;
		n += w->candidate[i].routes;
		most = MAX(most, w->candidate[i].routes);
	}
	g_free(w->route);
	g_free(w->sender);
	w->route = g_try_new(Route, n + 1);
	w->sender = g_try_new(guint32, most + 1);
	if (!w->route || !w->sender)
		return sssp_error_memory(error, "the routes over some channels", n * sizeof(Route));
	walk_all(w, gather);
	for (guint32 i = from; i < to; i++)
		w->slot[w->candidate[i].channel] = PATHS_NONE;
	return TRUE;
}

static gboolean solve_batch(Work *w, guint32 from, guint32 to, GError **error)
{
	for (guint32 i = from; i < to && w->candidate[i].bound > w->facts->congestion; i++) {
		gsize routes = w->candidate[i].routes;
		guint32 size = solve(w, w->route + w->end[i - from] - routes, routes);
		if (size > w->facts->congestion && !keep(w, w->candidate[i].channel, size, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean find_worst(Work *w, GError **error)
{
	guint64 room = FIRST_BATCH;
	for (guint32 from = 0, to; from < w->n_candidates && w->candidate[from].bound > w->facts->congestion;
	     from = to) {
		guint64 routes = w->candidate[from].routes;
		for (to = from + 1; to < w->n_candidates && routes + w->candidate[to].routes <= room; to++)
			routes += w->candidate[to].routes;
		if (!gather_batch(w, from, to, error) || !solve_batch(w, from, to, error))
			return FALSE;
		room = MIN(room * 4, LAST_BATCH);
	}
	return TRUE;
}

static gboolean prepare(Work *w, GError **error)
{
	gsize channels = (gsize)w->paths->n_channels + 1, endpoints = (gsize)w->paths->fabric->n_endpoints + 1;
	w->facts = g_new0(WorstFacts, 1);
	w->facts->channel = PATHS_NONE;
	w->tree = path_tree_new(w->paths, error);
	w->match = w->tree ? match_new(w->paths->n_rows, w->paths->hosts, (guint32)endpoints, error) : NULL;
	if (!w->match)
		return FALSE;
	w->candidate = g_try_new(Candidate, channels);
	w->slot = g_try_new(guint32, channels);
	w->end = g_try_new(gsize, channels);
	w->first = g_try_new(guint32, endpoints);
	w->endpoint = g_try_new(guint32, endpoints);
	if (!w->candidate || !w->slot || !w->end || !w->first || !w->endpoint)
		return sssp_error_memory(error, "candidates for the worst channel", channels * sizeof(Candidate));
	memset(w->slot, 0xff, channels * sizeof(guint32));
	return TRUE;
}

static void clear(Work *w)
{
	path_tree_free(w->tree);
	match_free(w->match);
	worst_facts_free(w->facts);
	g_free(w->candidate);
	g_free(w->slot);
	g_free(w->end);
	g_free(w->route);
	g_free(w->first);
	g_free(w->sender);
	g_free(w->endpoint);
}

WorstFacts *worst_facts_new(const Paths *paths, guint32 channel, GError **error)
{
	Work w = {.paths = paths, .only = channel};
	WorstFacts *facts = NULL;
	if (prepare(&w, error) && find_candidates(&w, error) && find_worst(&w, error))
		facts = g_steal_pointer(&w.facts);
	clear(&w);
	return facts;
}

void worst_facts_free(WorstFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->source);
	g_free(facts->target);
	g_free(facts);
}
