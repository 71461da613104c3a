/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the topological order of the graph when a dependency of x on y is added that runs against it, or finds that it
 * would close a cycle. Two searches take turns: one goes forward from y, one backward from x, and neither leaves the
 * part of the order between the two. Where they meet there is a cycle. Where they do not, the places of all vertices
 * found are shared out again: the lower ones to what leads to x, in their order, the higher ones to what y leads to.
 */
#include "core/dependency/dependency.h"

#include <string.h>

/* Numbers a search takes: seen[] holds the first for what the search from y has met, the next for that from x. */
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

static gboolean meet(DependencyGraph *deps, guint32 from, guint32 to)
{
	deps->met_from = from;
	deps->met_to = to;
	return FALSE;
}

/* Visits what vertex x depends on directly and has a place up to `limit`. FALSE: met the other search. */
static gboolean go_after(DependencyGraph *deps, guint32 x, guint32 limit)
{
	guint32 n_vls = deps->n_vls, words = deps->words, c = x / n_vls, search = deps->search;
	guint32 first = deps->graph->first[deps->graph->to[c]];
	const guint64 *next = deps->next + (gsize)x * words;
	const guint32 *place = deps->place;
	const guint8 *vl = deps->state_vl;
	guint32 state = deps->turns->base[c]; /* + d: modulo 2^32, as cdg_turn() */
	guint32 *seen = deps->seen;
	for (guint32 w = 0; w < words; w++)
		for (guint64 bits = next[w]; bits; bits &= bits - 1) {
			guint32 d = first + w * 64 + (guint32)__builtin_ctzll(bits);
			guint32 z = d * n_vls + (vl ? vl[state + d] : 0);
			if (seen[z] == search || place[z] > limit)
				continue;
			if (seen[z] == search + 1)
				return meet(deps, x, z);
			seen[z] = search;
			deps->parent[z] = x;
			deps->after[deps->n_after++] = z;
		}
	return TRUE;
}

/*
 * Visits the vertices (b, any VL) that depend on vertex y directly, whose channel is number `at` of its switch. FALSE:
 * met the other search.
 */
static gboolean visit_before(DependencyGraph *deps, guint32 b, guint32 y, guint32 at, guint32 limit)
{
	guint32 n_vls = deps->n_vls, words = deps->words, search = deps->search, z = b * n_vls;
	const guint64 *next = deps->next + (gsize)z * words + at / 64;
	for (guint v = 0; v < n_vls; v++, z++, next += words) {
		if (!(*next >> at % 64 & 1) || deps->seen[z] == search + 1 || deps->place[z] < limit)
			continue;
		if (deps->seen[z] == search)
			return meet(deps, z, y);
		deps->seen[z] = search + 1;
		deps->parent[z] = y;
		deps->before[deps->n_before++] = z;
	}
	return TRUE;
}

/* Visits what depends on vertex y directly and has a place from `limit` on. FALSE: met the other search. */
static gboolean go_before(DependencyGraph *deps, guint32 y, guint32 limit)
{
	const Graph *graph = deps->graph;
	guint32 d = y / deps->n_vls, words = deps->words, first = graph->first[graph->from[d]];
	const guint64 *previous = deps->previous + (gsize)y * words;
	for (guint32 w = 0; w < words; w++)
		for (guint64 bits = previous[w]; bits; bits &= bits - 1) {
			guint32 b = graph->reverse[first + w * 64 + (guint32)__builtin_ctzll(bits)];
			if (!visit_before(deps, b, y, d - first, limit))
				return FALSE;
		}
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

/* Whether number i of n vertices found is to be visited; sets `*answer` where the limit of a search is reached. */
static gboolean may_go_on(const DependencyGraph *deps, guint32 i, guint32 n, OrderAnswer *answer)
{
	if (*answer != ORDER_FITS || i >= n)
		return FALSE;
	if (at_limit(deps, i))
		*answer = ORDER_LIMIT;
	return *answer == ORDER_FITS;
}

/* Fills `after` with y and what it leads to, `before` with x and what leads to it, of places from y's to x's. */
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

static void mark_places(DependencyGraph *deps, const guint32 *vertex, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		deps->placed[deps->place[vertex[i]] / 64] |= (guint64)1 << deps->place[vertex[i]] % 64;
}

/* The marked places from `first` to `last` in their order, without their marks. Returns how many. */
static guint32 list_places(DependencyGraph *deps, guint32 first, guint32 last, guint32 *list)
{
	guint32 n = 0;
	for (guint32 w = first / 64; w <= last / 64; w++) {
		for (guint64 bits = deps->placed[w]; bits; bits &= bits - 1)
			list[n++] = w * 64 + (guint32)__builtin_ctzll(bits);
		deps->placed[w] = 0;
	}
	return n;
}

/* The vertices between x and y that were found, in the order of their places. */
static guint32 *sort_found(DependencyGraph *deps, guint32 first, guint32 last, guint32 *vertex, guint32 n)
{
	mark_places(deps, vertex, n);
	list_places(deps, first, last, vertex);
	for (guint32 i = 0; i < n; i++)
		vertex[i] = deps->at[vertex[i]];
	return vertex;
}

static void reorder(DependencyGraph *deps, guint32 x, guint32 y)
{
	guint32 first = deps->place[y], last = deps->place[x], n = 0;
	const guint32 *before = sort_found(deps, first, last, deps->before, deps->n_before);
	const guint32 *after = sort_found(deps, first, last, deps->after, deps->n_after);
	mark_places(deps, before, deps->n_before);
	mark_places(deps, after, deps->n_after);
	list_places(deps, first, last, deps->pool);
	deps->n_reorders++;
	for (guint32 i = 0; i < deps->n_before; i++)
		dependency_set_place(deps, before[i], deps->pool[n++]);
	for (guint32 i = 0; i < deps->n_after; i++)
		dependency_set_place(deps, after[i], deps->pool[n++]);
}

static gboolean is_fresh(const DependencyGraph *deps, guint32 from, guint32 to)
{
	const Graph *graph = deps->graph;
	guint32 d = to / deps->n_vls, i = d - graph->first[graph->from[d]];
	return deps->fresh[(gsize)from * deps->words + i / 64] >> i % 64 & 1;
}

/* Whether the path from y to x that was found has dependencies of the log. */
static gboolean met_by_fresh(const DependencyGraph *deps, guint32 x, guint32 y)
{
	gboolean fresh = is_fresh(deps, deps->met_from, deps->met_to);
	for (guint32 z = deps->met_from; z != y && !fresh; z = deps->parent[z])
		fresh = is_fresh(deps, deps->parent[z], z);
	for (guint32 z = deps->met_to; z != x && !fresh; z = deps->parent[z])
		fresh = is_fresh(deps, z, deps->parent[z]);
	return fresh;
}

OrderAnswer dependency_order_fit(DependencyGraph *deps, guint32 x, guint32 y)
{
	OrderAnswer answer = dependency_witness_find(deps, x, y);
	if (answer != ORDER_FITS)
		return answer;
	answer = search(deps, x, y);
	deps->visited += deps->n_after + deps->n_before;
	if (answer == ORDER_CYCLE) {
		dependency_witness_keep(deps, x, y);
		answer = met_by_fresh(deps, x, y) ? ORDER_CYCLE : ORDER_KEPT_CYCLE;
	}
	if (answer == ORDER_FITS)
		reorder(deps, x, y);
	return answer;
}

/* ---- all at once */

/* What x depends on waits for one vertex less, x itself; what waits for none any more is next in the order. */
static guint32 leave(const DependencyGraph *deps, guint32 x, guint32 *waits, guint32 *order, guint32 n)
{
	guint32 c = x / deps->n_vls, first = deps->graph->first[deps->graph->to[c]];
	for (guint32 w = 0; w < deps->words; w++)
		for (guint64 bits = deps->next[(gsize)x * deps->words + w]; bits; bits &= bits - 1) {
			guint32 d = first + w * 64 + (guint32)__builtin_ctzll(bits);
			guint32 z = dependency_vertex(deps, d, dependency_state_vl(deps, c, d));
			if (!--waits[z])
				order[n++] = z;
		}
	return n;
}

/* Dependencies of others on y. */
static guint32 count_previous(const DependencyGraph *deps, guint32 y)
{
	const Graph *graph = deps->graph;
	guint32 d = y / deps->n_vls, first = graph->first[graph->from[d]], n = 0;
	for (guint32 w = 0; w < deps->words; w++)
		for (guint64 bits = deps->previous[(gsize)y * deps->words + w]; bits; bits &= bits - 1)
			for (guint v = 0; v < deps->n_vls; v++)
				n += (guint32)dependency_has(
					deps, graph->reverse[first + w * 64 + (guint32)__builtin_ctzll(bits)], v, d);
	return n;
}

/* Vertices that nothing unplaced comes before are placed next, one after the other, from those that stood first. */
gboolean dependency_sort(DependencyGraph *deps)
{
	guint32 *waits = deps->before, *order = deps->after, n = 0;
	for (guint32 y = 0; y < deps->n_vertices; y++)
		waits[y] = count_previous(deps, y);
	for (guint32 i = 0; i < deps->n_vertices; i++)
		if (!waits[deps->at[i]])
			order[n++] = deps->at[i];
	for (guint32 i = 0; i < n; i++)
		n = leave(deps, order[i], waits, order, n);
	deps->n_reorders++;
	for (guint32 i = 0; i < n; i++)
		dependency_set_place(deps, order[i], i);
	return n == deps->n_vertices;
}
