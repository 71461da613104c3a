/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the channel dependency graph of one virtual lane without a cycle. Its edges are turns, from a channel a into
 * the next channel b of some route; they are added and taken back here, and one that would close a cycle is refused.
 * All channels stand in a topological order. A turn against that order is settled as Pearce and Kelly do (cdg.h):
 * searches from b forwards (`after`) and from a backwards (`before`) look only at channels that stand between the two.
 * Where both meet, a cycle would close; else the places of all channels found are dealt out anew, `before` first.
 *
 * Also checks for a cycle in turns that are marked in a table, by a topological sort, and fills a graph with such
 * turns, by a depth-first search.
 */
#include "core/graph/cdg.h"

#include "core/base/error.h"
#include "core/base/number_sort.h"

#include <string.h>

CdgTurns *cdg_turns_new(const Graph *graph, GError **error)
{
	g_autoptr(CdgTurns) turns = g_new(CdgTurns, 1);
	turns->graph = graph;
	turns->first = g_try_new(guint32, graph->n_channels + 1);
	turns->base = g_try_new(guint32, graph->n_channels + 1);
	guint64 n = 0;
	for (guint32 c = 0; turns->first && turns->base && c < graph->n_channels; c++) {
		turns->first[c] = (guint32)n;
		/* May wrap around below 0: base[c] + b is right modulo 2^32. */
		turns->base[c] = (guint32)n - graph->first[graph->to[c]];
		n += graph->first[graph->to[c] + 1] - graph->first[graph->to[c]];
	}
	if (!turns->first || !turns->base || n >= G_MAXUINT32)
		return sssp_error_memory_null(error, "the channel dependency graph", n * sizeof(guint32));
	turns->first[graph->n_channels] = (guint32)n;
	return g_steal_pointer(&turns);
}

void cdg_turns_free(CdgTurns *turns)
{
	if (!turns)
		return;
	g_free(turns->first);
	g_free(turns->base);
	g_free(turns);
}

Cdg *cdg_new(const CdgTurns *turns, GError **error)
{
	g_autoptr(Cdg) cdg = g_new0(Cdg, 1);
	guint32 n = turns->graph->n_channels;
	cdg->turns = turns;
	cdg->arena = arena_new();
	cdg->count = arena_new_array0(cdg->arena, guint32, turns->first[n] + 1);
	cdg->place = arena_new_array(cdg->arena, guint32, n + 1);
	cdg->seen = arena_new_array0(cdg->arena, guint32, n + 1);
	cdg->after = arena_new_array(cdg->arena, guint32, n + 1);
	cdg->before = arena_new_array(cdg->arena, guint32, n + 1);
	cdg->sorted = arena_new_array(cdg->arena, guint64, 2 * (gsize)n + 1);
	cdg->scratch = arena_new_array(cdg->arena, guint64, 2 * (gsize)n + 1);
	if (!arena_check(cdg->arena, "a channel dependency graph", error))
		return NULL;
	for (guint32 c = 0; c < n; c++)
		cdg->place[c] = c;
	return g_steal_pointer(&cdg);
}

void cdg_free(Cdg *cdg)
{
	if (!cdg)
		return;
	arena_free(cdg->arena);
	g_free(cdg->refused);
	g_free(cdg);
}

/*
 * What the two sides of a search write into `seen`: its number if `after`, that plus 1 if `before`. As each search has
 * numbers of its own (next_search()), marks of earlier ones count as none, and `seen` need not be cleared.
 */
static guint32 seen_after(const Cdg *cdg)
{
	return cdg->search;
}
static guint32 seen_before(const Cdg *cdg)
{
	return cdg->search + 1;
}

/*
 * Collects what channel c depends on as far as it stands before `limit`. FALSE when the other side has met one of
 * these.
 */
static gboolean look_after(Cdg *cdg, guint32 c, guint32 limit)
{
	const Graph *g = cdg->turns->graph;
	guint32 turn = cdg->turns->first[c];
	for (guint32 next = g->first[g->to[c]]; next < g->first[g->to[c] + 1]; next++, turn++) {
		if (!cdg->count[turn] || cdg->seen[next] == seen_after(cdg) || cdg->place[next] > limit)
			continue;
		if (cdg->seen[next] == seen_before(cdg))
			return FALSE;
		cdg->seen[next] = seen_after(cdg);
		cdg->after[cdg->n_after++] = next;
	}
	return TRUE;
}

/*
 * Collects what depends on channel c as far as it stands after `limit`. FALSE when the other side has met one of these.
 */
static gboolean look_before(Cdg *cdg, guint32 c, guint32 limit)
{
	const Graph *g = cdg->turns->graph;
	guint32 v = g->from[c];
	for (guint32 out = g->first[v]; out < g->first[v + 1]; out++) {
		guint32 previous = g->reverse[out];
		if (cdg->seen[previous] == seen_before(cdg) || cdg->place[previous] < limit ||
		    !cdg->count[cdg_turn(cdg->turns, previous, c)])
			continue;
		if (cdg->seen[previous] == seen_after(cdg))
			return FALSE;
		cdg->seen[previous] = seen_before(cdg);
		cdg->before[cdg->n_before++] = previous;
	}
	return TRUE;
}

/*
 * Collects what b depends on, directly or not, and what depends on a, as far as it stands between the two in the order.
 * The two sides take turns, a channel each: where both are large, a cycle is met after few looks. FALSE: the sides
 * meet, so that the new dependency would close a cycle, or the limit is reached.
 */
static gboolean search(Cdg *cdg, guint32 a, guint32 b)
{
	guint32 i = 0, j = 0, last = cdg->place[a], first = cdg->place[b];
	guint32 most = cdg->search_limit ? cdg->search_limit : G_MAXUINT32;
	cdg->after[0] = b;
	cdg->before[0] = a;
	cdg->n_after = cdg->n_before = 1;
	cdg->seen[b] = seen_after(cdg);
	cdg->seen[a] = seen_before(cdg);
	while (i < cdg->n_after || j < cdg->n_before) {
		/* At the limit it is refused, but `closes` stays FALSE: no cycle was met. */
		if (i >= most || j >= most)
			return FALSE;
		cdg->closes = (i < cdg->n_after && !look_after(cdg, cdg->after[i++], last)) ||
			      (j < cdg->n_before && !look_before(cdg, cdg->before[j++], first));
		if (cdg->closes)
			return FALSE;
	}
	return TRUE;
}

/* Sorts channels by place: the high half of each number is the place, the low half the channel. */
static void sort_channels(const Cdg *cdg, const guint32 *channel, guint32 n, guint64 *sorted)
{
	for (guint32 i = 0; i < n; i++)
		sorted[i] = (guint64)cdg->place[channel[i]] << 32 | channel[i];
	number_sort(sorted, n, cdg->scratch);
}

/*
 * Gives the places of both sets together, ascending, first to the channels of `before`, then to those of `after`. Each
 * set keeps its own order. The lists are joined in `sorted`; their places are merged in `scratch`.
 */
static void reorder(Cdg *cdg)
{
	guint32 n = cdg->n_before + cdg->n_after;
	guint64 *before = cdg->sorted, *after = cdg->sorted + cdg->n_before, *all = cdg->scratch;
	sort_channels(cdg, cdg->before, cdg->n_before, before);
	sort_channels(cdg, cdg->after, cdg->n_after, after);
	number_merge(before, cdg->n_before, after, cdg->n_after, all);
	for (guint32 i = 0; i < n; i++)
		cdg->place[(guint32)cdg->sorted[i]] = (guint32)(all[i] >> 32);
}

/*
 * Takes the next two numbers for marks in `seen`. Before they run over at 2^32 (search becomes 0) they start anew, with
 * all marks cleared. 0 is no mark.
 */
static void next_search(Cdg *cdg)
{
	cdg->search += 2;
	if (cdg->search)
		return;
	memset(cdg->seen, 0, cdg->turns->graph->n_channels * sizeof(guint32));
	cdg->search = 2;
}

gboolean cdg_add(Cdg *cdg, guint32 a, guint32 b)
{
	guint32 *count = &cdg->count[cdg_turn(cdg->turns, a, b)];
	if (!*count && cdg->place[b] < cdg->place[a]) {
		next_search(cdg);
		cdg->closes = FALSE;
		gboolean fits = search(cdg, a, b);
		cdg->looked += cdg->n_after + cdg->n_before;
		if (!fits)
			return FALSE;
		reorder(cdg);
	}
	++*count;
	return TRUE;
}

/* Remembers a turn as refused; where memory is short it is not, and will be searched for again. */
static void remember(Cdg *cdg, guint32 turn)
{
	if (!cdg->refused)
		cdg->refused = g_try_malloc0(cdg->turns->first[cdg->turns->graph->n_channels] / 8 + 1);
	if (cdg->refused)
		cdg->refused[turn / 8] |= (guint8)(1u << turn % 8);
}

gboolean cdg_try(Cdg *cdg, guint32 a, guint32 b)
{
	guint32 turn = cdg_turn(cdg->turns, a, b);
	if (cdg->refused && cdg->refused[turn / 8] >> turn % 8 & 1)
		return FALSE;
	gboolean fits = cdg_add(cdg, a, b);
	/* A cycle may need turns on trial, which may go again: it is remembered only while there are none. */
	if (!fits && (cdg->closes ? !cdg->n_trials : cdg->remembers_limited))
		remember(cdg, turn);
	cdg->n_trials += fits ? 1 : 0;
	return fits;
}

void cdg_take_back(Cdg *cdg, guint32 turn)
{
	cdg->count[turn] = 0;
	cdg->n_trials--;
}

void cdg_remove(Cdg *cdg, guint32 a, guint32 b)
{
	/* The order stays: it is topological with fewer dependencies, too. */
	cdg->count[cdg_turn(cdg->turns, a, b)]--;
}

/* Takes channels that none of the others leads to, until there are none (A. Kahn 1962); returns how many it took. */
static guint32 sort_all(const CdgTurns *turns, const guint8 *used, guint32 *degree, guint32 *queue)
{
	const Graph *g = turns->graph;
	guint32 n = 0;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 *of = degree + g->first[g->to[c]];
		for (guint32 turn = turns->first[c], end = turns->first[c + 1]; turn < end; turn++)
			*of++ += used[turn] != 0;
	}
	for (guint32 c = 0; c < g->n_channels; c++)
		if (!degree[c])
			queue[n++] = c;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = queue[i], next = g->first[g->to[c]];
		for (guint32 turn = turns->first[c], end = turns->first[c + 1]; turn < end; turn++, next++)
			if (used[turn] && !--degree[next])
				queue[n++] = next;
	}
	return n;
}

void cdg_mark_tree(const CdgTurns *turns, const guint8 *in_tree, guint8 *used)
{
	const Graph *g = turns->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; in_tree[a] && b < g->first[g->to[a] + 1]; b++)
			if (in_tree[b] && b != g->reverse[a])
				used[cdg_turn(turns, a, b)] = 1;
}

gboolean cdg_is_acyclic(const CdgTurns *turns, const guint8 *used, GError **error)
{
	guint32 n = turns->graph->n_channels;
	g_autofree guint32 *degree = g_try_new0(guint32, n + 1);
	g_autofree guint32 *queue = g_try_new(guint32, n + 1);
	if (!degree || !queue)
		return sssp_error_memory(error, "a topological sort", n * sizeof(guint32));
	return sort_all(turns, used, degree, queue) == n;
}

/* ---- filling a graph at once */

typedef struct {
	const Cdg *cdg;
	guint32 *turn; /* [n_channels] the turn a channel on the path looks at next */
	guint32 *path; /* [n_channels] from where the search began to where it is */
	guint8 *state; /* [n_channels] 0: not met, 1: on the path, 2: done */
	guint32 n_done;
} DepthFirst;

/*
 * Searches all that channel c depends on, depth first, with a stack of its own (`path`) in place of recursion. Channels
 * get the places from the last one down as they are done (reverse postorder), so each stands before those that it
 * depends on. FALSE when there is a cycle: a turn leads back to a channel on the path.
 */
static gboolean descend(DepthFirst *s, guint32 c)
{
	const CdgTurns *turns = s->cdg->turns;
	const Graph *g = turns->graph;
	guint32 n = 0;
	s->path[n++] = c;
	s->state[c] = 1;
	s->turn[c] = turns->first[c];
	while (n) {
		/* Goes on with a's turns from where it left off. */
		guint32 a = s->path[n - 1], turn = s->turn[a];
		while (turn < turns->first[a + 1] && !s->cdg->count[turn])
			turn++;
		s->turn[a] = turn + 1;
		if (turn == turns->first[a + 1]) {
			s->state[a] = 2;
			s->cdg->place[a] = g->n_channels - ++s->n_done;
			n--;
			continue;
		}
		guint32 b = g->first[g->to[a]] + (turn - turns->first[a]);
		if (s->state[b] == 1)
			return FALSE;
		if (s->state[b] == 2)
			continue;
		s->path[n++] = b;
		s->state[b] = 1;
		s->turn[b] = turns->first[b];
	}
	return TRUE;
}

/*
 * Depth first, so that channels that depend on each other stand near each other: many fabrics have parts that do not
 * depend on each other (the planes of a fat tree), and dependencies added between two parts then move little.
 */
gboolean cdg_fill(Cdg *cdg, const guint8 *used, GError **error)
{
	guint32 n = cdg->turns->graph->n_channels;
	g_autofree guint8 *state = g_try_malloc0(n + 1);
	if (!state)
		return sssp_error_memory(error, "a channel dependency graph", n);
	/* `after` and `before` are free here: no search of cdg_add() runs. */
	DepthFirst search = {cdg, cdg->after, cdg->before, state, 0};
	g_clear_pointer(&cdg->refused, g_free);
	cdg->n_trials = 0;
	for (guint32 turn = 0; turn < cdg->turns->first[n]; turn++)
		cdg->count[turn] = used[turn] != 0;
	for (guint32 c = 0; c < n; c++)
		if (!state[c] && !descend(&search, c))
			return FALSE;
	return TRUE;
}

void cdg_arrange(Cdg *cdg, const guint32 *key)
{
	guint32 n = cdg->turns->graph->n_channels;
	for (guint32 c = 0; c < n; c++)
		cdg->sorted[c] = (guint64)key[c] << 32 | c;
	number_sort(cdg->sorted, n, cdg->scratch);
	for (guint32 i = 0; i < n; i++)
		cdg->place[(guint32)cdg->sorted[i]] = i;
}
