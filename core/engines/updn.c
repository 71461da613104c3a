/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes Up / Down routes, which go up towards a root switch first and then only down, so that one lane is enough
 * (updown.h). Each switch spreads its LIDs evenly over its ports on such routes (port_counts.h). This file chooses the
 * roots.
 *
 * Roots that a user asks for are taken; else the switches whose nearest host is farthest away, which are the top of a
 * tree; where these leave pairs without a legal path, the switches whose farthest host is nearest, which are its
 * middle. Two roots may have no legal path to each other, nor may hosts behind them. If pairs are still left, each
 * piece of the fabric keeps one root: its most central switch, one of those asked for if there are any.
 */
#include "core/engines/engine.h"
#include "core/base/arena.h"
#include "core/base/by_keys.h"
#include "core/engines/port_counts.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* [n_switches][n_switches] */
	guint32 *piece;     /* [n_switches] first switch of the piece of the graph that a switch is in */
	guint32 *nearest;   /* [n_switches] hops to the nearest switch with hosts, 0 where there is none */
	guint32 *central;   /* [n_switches] GRAPH_FAR less the hops to the farthest one */
	guint64 *sum;       /* [n_switches] hops to all hosts */
	guint8 *root;       /* [n_switches] */
	Arena *arena;       /* holds the arrays; the caller's */
} Places;

static void measure(Places *p, guint32 v)
{
	guint32 n = p->graph->n_switches, nearest = GRAPH_FAR, farthest = 0;
	const guint8 *hops = p->hops + (gsize)v * n;
	p->piece[v] = GRAPH_NONE;
	for (guint32 w = 0; w < n; w++) {
		if (hops[w] == GRAPH_FAR)
			continue;
		p->piece[v] = MIN(p->piece[v], w);
		if (!p->graph->hosts[w])
			continue;
		nearest = MIN(nearest, hops[w]);
		farthest = MAX(farthest, hops[w]);
		p->sum[v] += (guint64)hops[w] * p->graph->hosts[w];
	}
	p->nearest[v] = nearest == GRAPH_FAR ? 0 : nearest;
	p->central[v] = GRAPH_FAR - farthest;
}

static gboolean places_fill(Places *p, GError **error)
{
	gsize n = (gsize)p->graph->n_switches + 1;
	p->piece = arena_new_array0(p->arena, guint32, n);
	p->nearest = arena_new_array0(p->arena, guint32, n);
	p->central = arena_new_array0(p->arena, guint32, n);
	p->sum = arena_new_array0(p->arena, guint64, n);
	p->root = arena_new_array0(p->arena, guint8, n);
	if (!arena_check(p->arena, "roots", error))
		return FALSE;
	for (guint32 v = 0; v < p->graph->n_switches; v++)
		measure(p, v);
	return TRUE;
}

/* ---- roots */

/* Marks in each piece the switches for which a value is the highest. */
static void mark_highest(Places *p, const guint32 *value)
{
	for (guint32 v = 0; v < p->graph->n_switches; v++) {
		guint32 most = 0;
		for (guint32 w = 0; w < p->graph->n_switches; w++)
			if (p->piece[w] == p->piece[v])
				most = MAX(most, value[w]);
		p->root[v] = value[v] == most;
	}
}

/* Whether switch a is a better only root than b. */
static gboolean is_more_central(const Places *p, guint32 a, guint32 b)
{
	return BY_KEYS({p->central[b], p->central[a]}, {p->sum[a], p->sum[b]}, {a, b}) < 0;
}

/* Leaves one root in each piece, the most central of those marked there, of all where none is. */
static void keep_one(Places *p)
{
	for (guint32 piece = 0; piece < p->graph->n_switches; piece++) {
		guint32 best = GRAPH_NONE;
		if (p->piece[piece] != piece)
			continue;
		for (guint32 v = piece; v < p->graph->n_switches; v++)
			if (p->piece[v] == piece && (best == GRAPH_NONE || p->root[v] > p->root[best] ||
						     (p->root[v] == p->root[best] && is_more_central(p, v, best))))
				best = v;
		for (guint32 v = piece; v < p->graph->n_switches; v++)
			if (p->piece[v] == piece)
				p->root[v] = v == best;
	}
}

/* Orders the switches by the marked roots. TRUE if all pairs that exchange data have legal paths. */
static gboolean serves_all(const Places *p, Updown *updown, Bfs *legal)
{
	updown_order(updown, p->root);
	for (guint32 t = 0; t < p->graph->n_switches; t++)
		if (updown_find_legal(updown, t, legal))
			return FALSE;
	return TRUE;
}

static void choose_order(Places *p, Updown *updown, Bfs *legal)
{
	if (p->graph->root)
		memcpy(p->root, p->graph->root, p->graph->n_switches);
	else
		mark_highest(p, p->nearest);
	if (serves_all(p, updown, legal))
		return;
	if (!p->graph->root) {
		mark_highest(p, p->central);
		if (serves_all(p, updown, legal))
			return;
		memset(p->root, 0, p->graph->n_switches);
	}
	keep_one(p);
	updown_order(updown, p->root);
}

static gboolean compute(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	(void)passes;
	g_autofree guint8 *hops = graph_hops(graph, error);
	g_autoptr(Arena) arena = arena_new();
	Places places = {.graph = graph, .hops = hops, .arena = arena};
	g_autoptr(Bfs) legal = NULL;
	g_autoptr(Updown) updown = NULL;
	if (!hops || !places_fill(&places, error) || !(legal = bfs_new(graph, error)) ||
	    !(updown = updown_new(graph, error)))
		return FALSE;
	choose_order(&places, updown, legal);
	return port_counts_route(graph, updown, routes, error);
}

const RouteEngine engine_updn = {
	.name = "updn",
	.summary = "up towards a root, then down: one lane, some routes not minimal (see --roots)",
	.compute = compute,
};
