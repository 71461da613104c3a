/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Stores the virtual lanes (VLs) that switches choose by input and output port, and checks that routes on them close no
 * cycle. A dependency goes from a channel, on some VL, to the next channel, on the VL that this pair of channels has.
 * So a set of bits for each pair, the VLs of its first channel, tells all dependencies; these are sorted topologically.
 */
#include "core/graph/port_vls.h"

#include "core/base/error.h"

#include <string.h>

/* The length of state[] and sent[] together: the one stands behind the other. */
static gsize n_entries(const Graph *graph, const PortVls *vls)
{
	return vls->turns->first[graph->n_channels] + (gsize)graph->n_channels;
}

PortVls *port_vls_new(const Graph *graph, guint n_vls, GError **error)
{
	g_autoptr(PortVls) vls = g_new0(PortVls, 1);
	vls->n_vls = n_vls;
	vls->copies = 1;
	if (!(vls->turns = cdg_turns_new(graph, error)))
		return NULL;
	gsize n = n_entries(graph, vls);
	if (!(vls->state = g_try_malloc(n + 1)))
		return sssp_error_memory_null(error, "virtual lanes by ports", n);
	vls->sent = vls->state + vls->turns->first[graph->n_channels];
	memset(vls->state, PORT_VLS_NONE, n);
	return g_steal_pointer(&vls);
}

PortVls *port_vls_new_zero(const Graph *graph, guint n_vls, GError **error)
{
	PortVls *vls = port_vls_new(graph, n_vls, error);
	if (vls)
		memset(vls->state, 0, n_entries(graph, vls));
	return vls;
}

PortVls *port_vls_copy(const Graph *graph, const PortVls *vls, GError **error)
{
	PortVls *copy = port_vls_new(graph, vls->n_vls, error);
	if (!copy)
		return NULL;
	memcpy(copy->state, vls->state, n_entries(graph, vls));
	copy->fixed = vls->fixed;
	copy->copies = vls->copies;
	return copy;
}

void port_vls_free(PortVls *vls)
{
	if (!vls)
		return;
	cdg_turns_free(vls->turns);
	g_free(vls->state);
	g_free(vls);
}

void port_vls_reverse(const Graph *graph, PortVls *vls)
{
	gsize n = n_entries(graph, vls);
	for (gsize i = 0; i < n; i++)
		if (vls->state[i] < vls->n_vls)
			vls->state[i] = (guint8)(vls->n_vls - 1 - vls->state[i]);
}

/* ---- the proof */

typedef struct {
	const Graph *graph;
	const PortVls *vls;
	guint16 *used;   /* [states] VLs of the first channel on which the second follows, a bit each */
	guint16 *sent;   /* [n_channels] 1: the switch's own ports send over it; behind `used` */
	guint32 *met;    /* [n_switches] 1 + the destination whose routes were followed from there on */
	guint32 *before; /* [n_channels x VLs] dependencies on it that are not yet sorted */
	guint32 *ready;  /* [n_channels x VLs] list of those without any, in order */
	gboolean fits;   /* every packet has a VL that its link has */
} Proof;

/* Follows what v sends, up to where others to this destination were followed. */
static void follow(Proof *p, guint32 dest, const guint8 *row, guint32 v)
{
	const Graph *graph = p->graph;
	guint32 a = route_channel(graph, row, v);
	guint vl = a == GRAPH_NONE ? 0 : p->vls->sent[a];
	if (a != GRAPH_NONE)
		p->sent[a] = 1;
	for (gboolean known = FALSE; a != GRAPH_NONE && !known;) {
		guint32 b = route_channel(graph, row, graph->to[a]);
		p->fits &= vl < p->vls->n_vls && graph_has_lane(graph, a, vl);
		if (b == GRAPH_NONE || !p->fits)
			return;
		guint32 state = cdg_turn(p->vls->turns, a, b);
		known = p->met[graph->from[a]] == dest + 1;
		p->met[graph->from[a]] = dest + 1;
		p->used[state] |= (guint16)(1u << vl);
		a = b;
		vl = p->vls->state[state];
	}
}

/*
 * Counts in p->before the dependencies of vertex x, which is channel x / n_vls on VL x % n_vls (`count`); else takes
 * them away, and adds to p->ready, of n_ready so far, each vertex that has no more before it. Returns n_ready.
 */
static guint32 settle(Proof *p, guint32 x, gboolean count, guint32 n_ready)
{
	const Graph *graph = p->graph;
	guint32 n_vls = p->vls->n_vls, c = x / n_vls, w = graph->to[c];
	for (guint32 d = graph->first[w]; d < graph->first[w + 1]; d++) {
		guint32 state = cdg_turn(p->vls->turns, c, d), y = d * n_vls + p->vls->state[state];
		if (!(p->used[state] >> x % n_vls & 1))
			continue;
		if (count)
			p->before[y]++;
		else if (!--p->before[y])
			p->ready[n_ready++] = y;
	}
	return n_ready;
}

static gboolean is_acyclic(Proof *p)
{
	guint32 n = p->graph->n_channels * p->vls->n_vls, n_ready = 0;
	for (guint32 x = 0; x < n; x++)
		settle(p, x, TRUE, 0);
	for (guint32 x = 0; x < n; x++)
		if (!p->before[x])
			p->ready[n_ready++] = x;
	for (guint32 i = 0; i < n_ready; i++)
		n_ready = settle(p, p->ready[i], FALSE, n_ready);
	return n_ready == n;
}

/* Follows all that carries data. FALSE with SSSP_ERROR_MEMORY. */
static gboolean follow_all(Proof *p, Arena *arena, const Routes *routes, GError **error)
{
	const Graph *graph = p->graph;
	gsize vertices = (gsize)graph->n_channels * p->vls->n_vls + 1;
	p->fits = TRUE;
	p->used = arena_new_array0(arena, guint16, n_entries(graph, p->vls));
	p->met = arena_new_array0(arena, guint32, graph->n_switches + (gsize)1);
	p->before = arena_new_array0(arena, guint32, vertices);
	p->ready = arena_new_array(arena, guint32, vertices);
	if (!arena_check(arena, "the proof of virtual lanes", error))
		return FALSE;
	p->sent = p->used + p->vls->turns->first[graph->n_channels];
	for (guint32 d = 0; d < graph->n_dests && p->fits; d++)
		for (guint32 v = 0; v < graph->n_switches; v++)
			if (route_carries_data(graph, v, d))
				follow(p, d, routes_row(routes, d), v);
	return TRUE;
}

/* Whether all routes have VLs that their links have, and close no cycle on them. FALSE also with SSSP_ERROR_MEMORY. */
static gboolean is_free(Proof *p, Arena *arena, const Routes *routes, GError **error)
{
	return follow_all(p, arena, routes, error) && p->fits && is_acyclic(p);
}

gboolean port_vls_are_free(const Graph *graph, const Routes *routes, const PortVls *vls, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	Proof p = {.graph = graph, .vls = vls};
	return is_free(&p, arena, routes, error);
}

/* ---- fewer numbers */

/* Marks in used[] the VLs of what was followed. */
static void mark_used(const Proof *p, guint8 *used)
{
	gsize n = n_entries(p->graph, p->vls);
	for (gsize i = 0; i < n; i++)
		used[p->vls->state[i]] |= p->used[i] != 0;
}

gboolean port_vls_compact(const Graph *graph, const Routes *routes, PortVls *vls, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	Proof p = {.graph = graph, .vls = vls};
	guint8 used[G_MAXUINT8 + 1] = {0}, number[G_MAXUINT8 + 1];
	gsize entries = n_entries(graph, vls);
	guint n = 0;
	if (!is_free(&p, arena, routes, error))
		return FALSE;
	mark_used(&p, used);
	memset(number, PORT_VLS_NONE, sizeof number);
	for (guint vl = 0; vl < vls->n_vls; vl++)
		if (used[vl])
			number[vl] = (guint8)n++;
	for (gsize i = 0; i < entries; i++)
		vls->state[i] = number[vls->state[i]];
	vls->n_vls = MAX(n, 1);
	return TRUE;
}

/* Marks in used[] the VLs that packets have in a tree. */
static void mark_tree(const Graph *graph, const PortVls *vls, const guint8 *in_tree, guint8 *used)
{
	for (guint32 b = 0; b < graph->n_channels; b++) {
		guint32 first = graph->first[graph->to[b]], last = graph->first[graph->to[b] + 1];
		if (in_tree[b])
			used[vls->sent[b]] = 1;
		for (guint32 c = first; in_tree[b] && c < last; c++)
			if (in_tree[c] && c != graph->reverse[b])
				used[vls->state[cdg_turn(vls->turns, b, c)]] = 1;
	}
}

guint port_vls_needed(const Graph *graph, const Routes *routes, const guint8 *in_tree, const PortVls *vls,
		      GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	Proof p = {.graph = graph, .vls = vls};
	guint8 used[G_MAXUINT8 + 1] = {0};
	guint n = vls->n_vls;
	if (!follow_all(&p, arena, routes, error))
		return 0;
	mark_used(&p, used);
	if (in_tree)
		mark_tree(graph, vls, in_tree, used);
	while (n > 1 && !used[n - 1])
		n--;
	return n;
}
