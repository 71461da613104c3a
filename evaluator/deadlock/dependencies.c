/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the channel dependency graph and finds cycles in it. A node is a channel on a virtual lane. The edges of a node
 * are bits, in one flat array for all nodes. Nodes on cycles are found by Tarjan's search for strongly connected
 * components, one shortest cycle by a search breadth first. Both searches use stacks of their own, as recursion would
 * be too deep.
 */
#include "evaluator/deadlock/dependencies.h"

#include "core/base/error.h"

#include <string.h>

#define NONE G_MAXUINT32

Dependencies *dependencies_new(const Paths *p, guint n_lanes, GError **error)
{
	g_autoptr(Dependencies) d = g_new0(Dependencies, 1);
	d->paths = p;
	d->n_lanes = n_lanes;
	d->n_nodes = p->n_channels * n_lanes;
	d->offset = g_try_new(gsize, p->n_channels + 1);
	d->words = g_try_new(guint32, p->n_channels + 1);
	for (guint32 c = 0; d->offset && d->words && c < p->n_channels; c++) {
		guint32 followers = p->first[p->to[c] + 1] - p->first[p->to[c]];
		d->words[c] = (followers * n_lanes + 63) / 64;
		d->offset[c] = d->n_words;
		d->n_words += (gsize)d->words[c] * n_lanes;
	}
	d->bits = g_try_new0(guint64, d->n_words + 1);
	if (d->offset && d->words && d->bits)
		return g_steal_pointer(&d);
	return sssp_error_memory_null(error, "channel dependencies", d->n_words * sizeof(guint64));
}

void dependencies_free(Dependencies *d)
{
	if (!d)
		return;
	g_free(d->offset);
	g_free(d->words);
	g_free(d->bits);
	g_free(d);
}

static guint64 *row_of(const Dependencies *d, guint32 node)
{
	guint32 channel = node / d->n_lanes;
	return d->bits + d->offset[channel] + (gsize)(node % d->n_lanes) * d->words[channel];
}

/* The node of the first bit in a node's row: the first lane of the first channel that leaves the switch it leads to. */
static guint32 first_follower(const Dependencies *d, guint32 node)
{
	return d->paths->first[d->paths->to[node / d->n_lanes]] * d->n_lanes;
}

void dependencies_add(Dependencies *d, guint32 from, guint32 to)
{
	guint32 bit = to - first_follower(d, from);
	row_of(d, from)[bit / 64] |= G_GUINT64_CONSTANT(1) << (bit % 64);
}

guint32 dependencies_next(const Dependencies *d, guint32 node, guint32 at)
{
	const guint64 *row = row_of(d, node);
	guint32 base = first_follower(d, node), words = d->words[node / d->n_lanes];
	guint32 bit = at > base ? at - base : 0;
	for (guint32 word = bit / 64; word < words; word++, bit = word * 64) {
		guint64 rest = row[word] >> (bit % 64);
		if (rest)
			return base + bit + (guint32)__builtin_ctzll(rest);
	}
	return NONE;
}

/* The state of Tarjan's search. knot[] doubles as the mark of finished nodes until the end. */
typedef struct {
	const Dependencies *d;
	guint32 *number; /* [n_nodes] order of discovery, from 1; 0 not seen yet */
	guint32 *low;    /* [n_nodes] lowest number reached */
	guint32 *open;   /* nodes whose component is not complete */
	guint32 *trail;  /* nodes being visited, each a successor of the one before */
	guint32 *at;     /* [n_nodes] successor to look at next */
	guint32 *knot;   /* [n_nodes] NONE while open or not seen */
	guint32 n_open, n_trail, n_numbers, n_knots;
} Tarjan;

static void discover(Tarjan *t, guint32 node)
{
	t->number[node] = t->low[node] = ++t->n_numbers;
	t->at[node] = 0;
	t->open[t->n_open++] = node;
	t->trail[t->n_trail++] = node;
}

/* Closes the component whose first node is `node`: its nodes are the last ones of open[]. */
static void close_component(Tarjan *t, guint32 node)
{
	guint32 last = t->n_open, first = last;
	while (t->open[--first] != node)
		;
	gboolean cyclic = last - first > 1 || dependencies_next(t->d, node, node) == node;
	guint32 knot = cyclic ? ++t->n_knots : 0;
	for (guint32 i = first; i < last; i++)
		t->knot[t->open[i]] = knot;
	t->n_open = first;
}

static void search_from(Tarjan *t, guint32 start)
{
	discover(t, start);
	while (t->n_trail) {
		guint32 node = t->trail[t->n_trail - 1];
		guint32 next = dependencies_next(t->d, node, t->at[node]);
		if (next != NONE) {
			t->at[node] = next + 1;
			if (!t->number[next])
				discover(t, next);
			else if (t->knot[next] == NONE)
				t->low[node] = MIN(t->low[node], t->number[next]);
			continue;
		}
		t->n_trail--;
		if (t->low[node] == t->number[node])
			close_component(t, node);
		if (t->n_trail) {
			guint32 parent = t->trail[t->n_trail - 1];
			t->low[parent] = MIN(t->low[parent], t->low[node]);
		}
	}
}

guint32 *dependencies_knots(const Dependencies *d, GError **error)
{
	gsize n = d->n_nodes;
	/* five arrays in one: number, low, open, trail, at */
	g_autofree guint32 *work = g_try_new0(guint32, 5 * n + 1);
	guint32 *knot = g_try_new(guint32, n + 1);
	if (!work || !knot) {
		g_free(knot);
		return sssp_error_memory_null(error, "the search for cycles", 6 * n * sizeof(guint32));
	}
	memset(knot, 0xff, n * sizeof(guint32));
	Tarjan t = {.d = d,
		    .number = work,
		    .low = work + n,
		    .open = work + 2 * n,
		    .trail = work + 3 * n,
		    .at = work + 4 * n,
		    .knot = knot};
	for (guint32 node = 0; node < n; node++)
		if (!t.number[node])
			search_from(&t, node);
	return knot;
}

/*
 * Searches breadth first inside the knot of `start` for an edge back to `start`; returns the node that this edge
 * leaves. before[] gets the predecessor of each node that was seen.
 */
static guint32 find_back(const Dependencies *d, const guint32 *knots, guint32 start, guint32 *before, guint32 *queue)
{
	guint32 head = 0, tail = 0;
	queue[tail++] = start;
	while (head < tail) {
		guint32 node = queue[head++], next = 0;
		while ((next = dependencies_next(d, node, next)) != NONE) {
			if (next == start)
				return node;
			if (knots[next] == knots[start] && before[next] == NONE) {
				before[next] = node;
				queue[tail++] = next;
			}
			next++;
		}
	}
	g_assert_not_reached(); /* every node of a knot is on a cycle */
}

static void reverse(GArray *array)
{
	guint32 *nodes = (guint32 *)(void *)array->data;
	for (guint i = 0, j = array->len; i + 1 < j; i++) {
		guint32 held = nodes[i];
		nodes[i] = nodes[--j];
		nodes[j] = held;
	}
}

GArray *dependencies_cycle(const Dependencies *d, const guint32 *knots, GError **error)
{
	g_autofree guint32 *before = g_try_new(guint32, (gsize)d->n_nodes + 1);
	g_autofree guint32 *queue = g_try_new(guint32, (gsize)d->n_nodes + 1);
	guint32 start = 0;
	if (!before || !queue)
		return sssp_error_memory_null(error, "a cycle", 2 * (gsize)d->n_nodes * sizeof(guint32));
	GArray *cycle = g_array_new(FALSE, FALSE, sizeof(guint32));
	while (start < d->n_nodes && !knots[start])
		start++;
	if (start == d->n_nodes)
		return cycle;
	memset(before, 0xff, (gsize)d->n_nodes * sizeof(guint32));
	for (guint32 node = find_back(d, knots, start, before, queue); node != NONE; node = before[node])
		g_array_append_val(cycle, node);
	reverse(cycle);
	return cycle;
}
