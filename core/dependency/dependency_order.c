/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Changes the topological order of the dependency graph for a new dependency of vertex x on y, or finds that it would
 * close a cycle. Now y stands before x, but has to stand after it. A cycle that is remembered (dependency_witness.c) is
 * looked at first. Then two searches take turns: one goes forward from y, one backward from x, and neither leaves the
 * part of the order between the two, as no path from y to x does. Where they meet there is such a path, so a cycle.
 *
 * If they end without that, and neither has found more than deps->few vertices, the places of all vertices found are
 * shared out again: the lower ones to what leads to x, in their order, the higher ones to what y leads to. If one
 * search has found more, it need not end once the other has: each search alone would find a path, so there is no cycle.
 * Then the vertices of the search that found fewer move past all others between x and y: as a rule a handful, where the
 * other search would visit thousands.
 *
 * dependency_sort() orders the whole graph at once.
 */
#include "core/dependency/dependency_order.h"

#include "core/dependency/dependency_witness.h"

#include <string.h>

/* So many vertices change their places in the time of one visit. */
#define MOVES_A_VISIT 64

/* Two searches take two numbers: seen[] holds the first for what that from y has met, the next for that from x. */
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

/* Notes the dependency over which the searches met. Returns FALSE. */
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
	guint32 state = deps->turns->base[c]; /* + d: the number of state (c, d), modulo 2^32, as cdg_turn() */
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

/* Puts y into the search forward, x into the one backward. */
static void begin(DependencyGraph *deps, guint32 x, guint32 y)
{
	next_search(deps);
	deps->n_after = deps->n_before = 1;
	deps->after[0] = y;
	deps->before[0] = x;
	deps->seen[y] = deps->search;
	deps->seen[x] = deps->search + 1;
}

/* Visits vertex number i of each search that has so many. FALSE: they met. */
static gboolean step(DependencyGraph *deps, guint32 i, guint32 first, guint32 last)
{
	return (i >= deps->n_after || go_after(deps, deps->after[i], last)) &&
	       (i >= deps->n_before || go_before(deps, deps->before[i], first));
}

/*
 * Fills `after` with y and what it leads to, `before` with x and what leads to it, of places from y's to x's: all of
 * the one that has fewer, and all of the other if that is at most deps->few. FALSE: the searches met.
 */
static gboolean search(DependencyGraph *deps, guint32 x, guint32 y)
{
	guint32 last = deps->place[x], first = deps->place[y], i = 0;
	begin(deps, x, y);
	for (; i < MIN(deps->n_after, deps->n_before) || (i < deps->few && i < MAX(deps->n_after, deps->n_before)); i++)
		if (!step(deps, i, first, last))
			return FALSE;
	return TRUE;
}

/* Marks the places of vertex[n] as bits, to list them in order without a sort. */
static void mark_places(DependencyGraph *deps, const guint32 *vertex, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		deps->placed[deps->place[vertex[i]] / 64] |= (guint64)1 << deps->place[vertex[i]] % 64;
}

/* The marked places from `first` to `last` in their order, without their marks. */
static void list_places(DependencyGraph *deps, guint32 first, guint32 last, guint32 *list)
{
	guint32 n = 0;
	for (guint32 w = first / 64; w <= last / 64; w++) {
		for (guint64 bits = deps->placed[w]; bits; bits &= bits - 1)
			list[n++] = w * 64 + (guint32)__builtin_ctzll(bits);
		deps->placed[w] = 0;
	}
}

/* Sorts the vertices that a search has found by their places, which are from `first` to `last`. */
static void sort_found(DependencyGraph *deps, guint32 first, guint32 last, guint32 *vertex, guint32 n)
{
	mark_places(deps, vertex, n);
	list_places(deps, first, last, vertex);
	for (guint32 i = 0; i < n; i++)
		vertex[i] = deps->at[vertex[i]];
}

/* Shares the places of all vertices found out again: what leads to x has the lower ones, what y leads to the others. */
static void share_places(DependencyGraph *deps, guint32 first, guint32 last)
{
	guint32 n = 0;
	sort_found(deps, first, last, deps->before, deps->n_before);
	sort_found(deps, first, last, deps->after, deps->n_after);
	mark_places(deps, deps->before, deps->n_before);
	mark_places(deps, deps->after, deps->n_after);
	list_places(deps, first, last, deps->pool);
	for (guint32 i = 0; i < deps->n_before; i++)
		dependency_set_place(deps, deps->before[i], deps->pool[n++]);
	for (guint32 i = 0; i < deps->n_after; i++)
		dependency_set_place(deps, deps->after[i], deps->pool[n++]);
}

/* Moves the vertices found from y behind x, and the others between both to lower places. */
static void move_behind(DependencyGraph *deps, guint32 first, guint32 last)
{
	guint32 to = first, next = 0;
	sort_found(deps, first, last, deps->after, deps->n_after);
	for (guint32 from = first; from <= last; from++) {
		if (next < deps->n_after && deps->at[from] == deps->after[next])
			next++;
		else
			dependency_set_place(deps, deps->at[from], to++);
	}
	for (guint32 i = 0; i < deps->n_after; i++)
		dependency_set_place(deps, deps->after[i], to++);
}

/* Moves the vertices found from x before y, and the others between both to higher places. */
static void move_before(DependencyGraph *deps, guint32 first, guint32 last)
{
	guint32 to = last + 1, next = deps->n_before;
	sort_found(deps, first, last, deps->before, deps->n_before);
	for (guint32 from = last + 1; from-- > first;) {
		if (next && deps->at[from] == deps->before[next - 1])
			next--;
		else
			dependency_set_place(deps, deps->at[from], --to);
	}
	for (guint32 i = deps->n_before; i-- > 0;)
		dependency_set_place(deps, deps->before[i], --to);
}

/* Has x stand before y. A search that found more than deps->few vertices may not have found all. */
static void reorder(DependencyGraph *deps, guint32 x, guint32 y)
{
	guint32 first = deps->place[y], last = deps->place[x];
	deps->n_reorders++;
	if (MAX(deps->n_after, deps->n_before) <= deps->few) {
		share_places(deps, first, last);
		return;
	}
	deps->visited += (last - first) / MOVES_A_VISIT;
	if (deps->n_after < deps->n_before)
		move_behind(deps, first, last);
	else
		move_before(deps, first, last);
}

/* Whether the path from y to x that was found has dependencies of the log. */
static gboolean met_by_fresh(const DependencyGraph *deps, guint32 x, guint32 y)
{
	gboolean fresh = dependency_is_fresh(deps, deps->met_from, deps->met_to / deps->n_vls);
	for (guint32 z = deps->met_from; z != y && !fresh; z = deps->parent[z])
		fresh = dependency_is_fresh(deps, deps->parent[z], z / deps->n_vls);
	for (guint32 z = deps->met_to; z != x && !fresh; z = deps->parent[z])
		fresh = dependency_is_fresh(deps, z, deps->parent[z] / deps->n_vls);
	return fresh;
}

OrderAnswer dependency_order_fit(DependencyGraph *deps, guint32 x, guint32 y)
{
	OrderAnswer answer = dependency_witness_find(deps, x, y);
	if (answer != ORDER_FITS)
		return answer;
	gboolean fits = search(deps, x, y);
	deps->visited += deps->n_after + deps->n_before;
	if (fits) {
		reorder(deps, x, y);
		return ORDER_FITS;
	}
	dependency_witness_keep(deps, x, y);
	return met_by_fresh(deps, x, y) ? ORDER_CYCLE : ORDER_KEPT_CYCLE;
}

/* ---- all at once */

/* Lists the vertices that x depends on directly. Returns how many they are. */
static guint32 list_next(const DependencyGraph *deps, guint32 x, guint32 *list)
{
	guint32 c = x / deps->n_vls, first = deps->graph->first[deps->graph->to[c]], n = 0;
	for (guint32 w = 0; w < deps->words; w++)
		for (guint64 bits = deps->next[(gsize)x * deps->words + w]; bits; bits &= bits - 1) {
			guint32 d = first + w * 64 + (guint32)__builtin_ctzll(bits);
			list[n++] = dependency_vertex(deps, d, dependency_state_vl(deps, c, d));
		}
	return n;
}

/* Kahn's topological sort: vertices that wait for no unplaced one are placed next, in the order in which they stood. */
gboolean dependency_sort(DependencyGraph *deps)
{
	guint32 *waits = deps->before, *order = deps->after, *list = deps->pool, n = 0;
	memset(waits, 0, deps->n_vertices * sizeof *waits);
	for (guint32 x = 0; x < deps->n_vertices; x++)
		for (guint32 i = list_next(deps, x, list); i-- > 0;)
			waits[list[i]]++;
	for (guint32 i = 0; i < deps->n_vertices; i++)
		if (!waits[deps->at[i]])
			order[n++] = deps->at[i];
	for (guint32 i = 0; i < n; i++)
		for (guint32 k = 0, many = list_next(deps, order[i], list); k < many; k++)
			if (!--waits[list[k]])
				order[n++] = list[k];
	deps->n_reorders++;
	for (guint32 i = 0; i < n; i++)
		dependency_set_place(deps, order[i], i);
	return n == deps->n_vertices;
}
