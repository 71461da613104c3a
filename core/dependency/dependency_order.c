/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Searches from both ends of a dependency that runs against the order, as far as the other end's place, and shares the
 * places of what they found out again: first to what must come before, then to what must come after.
 */
#include "core/dependency/dependency.h"

#include "core/base/number_sort.h"

#include <string.h>

/* Search numbers start anew before they run over, with nothing marked. */
static void next_search(DependencyGraph *deps)
{
	if (++deps->search)
		return;
	memset(deps->seen, 0, deps->n_vertices * sizeof *deps->seen);
	deps->search = 1;
}

static gboolean at_limit(const DependencyGraph *deps, guint32 i)
{
	return deps->search_limit && i >= deps->search_limit;
}

/* Collects y and what it depends on, directly or not, as far as it stands before x. */
static OrderAnswer search_after(DependencyGraph *deps, guint32 y, guint32 limit)
{
	const Graph *graph = deps->graph;
	deps->n_after = 1;
	deps->after[0] = y;
	deps->seen[y] = deps->search;
	for (guint32 i = 0; i < deps->n_after; i++) {
		if (at_limit(deps, i))
			return ORDER_LIMIT;
		guint32 x = deps->after[i], c = x / deps->n_vls, first = graph->first[graph->to[c]];
		for (guint32 w = 0; w < deps->words; w++)
			for (guint64 bits = deps->next[(gsize)x * deps->words + w]; bits; bits &= bits - 1) {
				guint32 d = first + w * 64 + (guint32)__builtin_ctzll(bits);
				guint32 z = dependency_vertex(deps, d, dependency_state_vl(deps, c, d));
				if (deps->seen[z] == deps->search || deps->place[z] > limit)
					continue;
				if (deps->place[z] == limit)
					return ORDER_CYCLE;
				deps->seen[z] = deps->search;
				deps->after[deps->n_after++] = z;
			}
	}
	return ORDER_FITS;
}

/* Visits (b, any VL) that depend on vertex y by way of channel d. */
static void visit_before(DependencyGraph *deps, guint32 b, guint32 d, guint32 limit)
{
	for (guint v = 0; v < deps->n_vls; v++) {
		guint32 z = dependency_vertex(deps, b, v);
		if (!dependency_has(deps, b, v, d) || deps->seen[z] == deps->search || deps->place[z] < limit)
			continue;
		deps->seen[z] = deps->search;
		deps->before[deps->n_before++] = z;
	}
}

/* Collects x and what depends on it, directly or not, as far as it stands after y. */
static OrderAnswer search_before(DependencyGraph *deps, guint32 x, guint32 limit)
{
	const Graph *graph = deps->graph;
	deps->n_before = 1;
	deps->before[0] = x;
	deps->seen[x] = deps->search;
	for (guint32 i = 0; i < deps->n_before; i++) {
		if (at_limit(deps, i))
			return ORDER_LIMIT;
		guint32 y = deps->before[i], d = y / deps->n_vls, first = graph->first[graph->from[d]];
		for (guint32 w = 0; w < deps->words; w++)
			for (guint64 bits = deps->previous[(gsize)y * deps->words + w]; bits; bits &= bits - 1)
				visit_before(deps, graph->reverse[first + w * 64 + (guint32)__builtin_ctzll(bits)], d,
					     limit);
	}
	return ORDER_FITS;
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
	next_search(deps);
	deps->n_before = 0;
	OrderAnswer answer = search_after(deps, y, deps->place[x]);
	if (answer == ORDER_FITS)
		answer = search_before(deps, x, deps->place[y]);
	deps->visited += deps->n_after + deps->n_before;
	if (answer == ORDER_FITS)
		reorder(deps);
	return answer;
}
