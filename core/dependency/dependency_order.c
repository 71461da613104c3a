/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps an order of the graph that every dependency runs along, or finds that one would close a cycle. Searches from
 * both ends of a dependency that runs against the order, as far as the other end's place, by turns: where they meet a
 * cycle would close; where one has come to its end first there is none, and the other only collects. The places of all
 * that was found are shared out again: first to what must come before, then to what must come after.
 */
#include "core/dependency/dependency.h"

#include "core/base/number_sort.h"

#include <string.h>

/* What a search has met bears its number, of the search from the other end the next. */
#define MARKS 2

/* Search numbers start anew before they run over, with nothing marked. */
static void next_search(DependencyGraph *deps)
{
	if (deps->search < G_MAXUINT32 - 2 * MARKS) {
		deps->search += MARKS;
		return;
	}
	memset(deps->seen, 0, deps->n_vertices * sizeof *deps->seen);
	deps->search = MARKS;
}

static gboolean at_limit(const DependencyGraph *deps, guint32 i)
{
	return deps->search_limit && i >= deps->search_limit;
}

/* Goes on from vertex x to what depends directly, as far as it stands before `limit`. FALSE: met the other search. */
static gboolean go_after(DependencyGraph *deps, guint32 x, guint32 limit)
{
	guint32 c = x / deps->n_vls, first = deps->graph->first[deps->graph->to[c]];
	for (guint32 w = 0; w < deps->words; w++)
		for (guint64 bits = deps->next[(gsize)x * deps->words + w]; bits; bits &= bits - 1) {
			guint32 d = first + w * 64 + (guint32)__builtin_ctzll(bits);
			guint32 z = dependency_vertex(deps, d, dependency_state_vl(deps, c, d));
			if (deps->seen[z] == deps->search || deps->place[z] > limit)
				continue;
			if (deps->seen[z] == deps->search + 1)
				return FALSE;
			deps->seen[z] = deps->search;
			deps->after[deps->n_after++] = z;
		}
	return TRUE;
}

/* Visits (b, any VL) that depend on a vertex by way of channel d. FALSE: met the other search. */
static gboolean visit_before(DependencyGraph *deps, guint32 b, guint32 d, guint32 limit)
{
	for (guint v = 0; v < deps->n_vls; v++) {
		guint32 z = dependency_vertex(deps, b, v);
		if (deps->seen[z] == deps->search + 1 || deps->place[z] < limit || !dependency_has(deps, b, v, d))
			continue;
		if (deps->seen[z] == deps->search)
			return FALSE;
		deps->seen[z] = deps->search + 1;
		deps->before[deps->n_before++] = z;
	}
	return TRUE;
}

/* Goes on from vertex y to what depends on it directly, as far as it stands after `limit`. FALSE: met the other search. */
static gboolean go_before(DependencyGraph *deps, guint32 y, guint32 limit)
{
	const Graph *graph = deps->graph;
	guint32 d = y / deps->n_vls, first = graph->first[graph->from[d]];
	for (guint32 w = 0; w < deps->words; w++)
		for (guint64 bits = deps->previous[(gsize)y * deps->words + w]; bits; bits &= bits - 1)
			if (!visit_before(deps, graph->reverse[first + w * 64 + (guint32)__builtin_ctzll(bits)], d,
					  limit))
				return FALSE;
	return TRUE;
}

static void begin(DependencyGraph *deps, guint32 x, guint32 y)
{
	next_search(deps);
	deps->n_after = deps->n_before = 1;
	deps->after[0] = y;
	deps->before[0] = x;
	deps->seen[y] = deps->search;
	deps->seen[x] = deps->search + 1;
}

/* The next of n that were found, unless it is beyond the limit. */
static gboolean may_go_on(const DependencyGraph *deps, guint32 i, guint32 n, OrderAnswer *answer)
{
	if (*answer != ORDER_FITS || i >= n)
		return FALSE;
	if (at_limit(deps, i))
		*answer = ORDER_LIMIT;
	return *answer == ORDER_FITS;
}

/* Collects y and what it depends on before x in the order, x and what depends on it after y, directly or not. */
static OrderAnswer search(DependencyGraph *deps, guint32 x, guint32 y)
{
	guint32 last = deps->place[x], first = deps->place[y], i = 0, k = 0;
	OrderAnswer answer = ORDER_FITS;
	begin(deps, x, y);
	while (answer == ORDER_FITS && (i < deps->n_after || k < deps->n_before)) {
		if (may_go_on(deps, i, deps->n_after, &answer) && !go_after(deps, deps->after[i++], last))
			answer = ORDER_CYCLE;
		if (may_go_on(deps, k, deps->n_before, &answer) && !go_before(deps, deps->before[k++], first))
			answer = ORDER_CYCLE;
	}
	return answer;
}

/* Vertices in the order of their places, which come first in each number. */
static void sort_vertices(DependencyGraph *deps, const guint32 *vertex, guint32 n, guint64 *sorted)
{
	for (guint32 i = 0; i < n; i++)
		sorted[i] = (guint64)deps->place[vertex[i]] << 32 | vertex[i];
	number_sort(sorted, n, deps->scratch);
}

static void reorder(DependencyGraph *deps)
{
	guint64 *before = deps->sorted, *after = before + deps->n_before, *all = deps->scratch;
	sort_vertices(deps, deps->before, deps->n_before, before);
	sort_vertices(deps, deps->after, deps->n_after, after);
	number_merge(before, deps->n_before, after, deps->n_after, all);
	for (guint32 i = 0; i < deps->n_before + deps->n_after; i++)
		deps->place[(guint32)deps->sorted[i]] = (guint32)(all[i] >> 32);
}

OrderAnswer dependency_order_fit(DependencyGraph *deps, guint32 x, guint32 y)
{
	OrderAnswer answer = search(deps, x, y);
	deps->visited += deps->n_after + deps->n_before;
	if (answer == ORDER_FITS)
		reorder(deps);
	return answer;
}
