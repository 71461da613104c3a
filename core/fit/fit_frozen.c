/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Marks frozen entries, those that proven routes use, with a bit for each switch and destination. A route is followed
 * up to the first switch whose entry is marked already. The entries for the destinations on a switch are marked when
 * one of these destinations is first asked for, as those of most switches never are. The routes of pairs that get a
 * lane later are added one by one.
 */
#include "core/fit/fit_frozen.h"

struct FitFrozen {
	const FitLanes *fit;
	guint8 *bits;      /* [n_dests][n_switches] bits */
	guint8 *looked_at; /* [n_switches] 1: entries for the destinations on the switch are marked */
};

FitFrozen *fit_frozen_new(const FitLanes *fit, Arena *arena)
{
	gsize n = fit->graph->n_switches;
	FitFrozen *f = arena_new_array(arena, FitFrozen, 1);
	if (!f)
		return NULL;
	f->fit = fit;
	f->bits = arena_new_array0(arena, guint8, (fit->graph->n_dests * n >> 3) + 1);
	f->looked_at = arena_new_array0(arena, guint8, n);
	return f;
}

static gsize bit_of(const FitFrozen *f, guint32 dest, guint32 v)
{
	return (gsize)dest * f->fit->graph->n_switches + v;
}

static gboolean is_marked(const FitFrozen *f, guint32 dest, guint32 v)
{
	gsize bit = bit_of(f, dest, v);
	return f->bits[bit >> 3] >> (bit & 7) & 1;
}

/* Freezes the entries of the route from v, as far as a switch whose entry is frozen already. */
static void freeze(const FitFrozen *f, guint32 dest, guint32 v)
{
	const Graph *g = f->fit->graph;
	const guint8 *row = routes_row(f->fit->routes, dest);
	for (guint32 c; !is_marked(f, dest, v) && (c = route_channel(g, row, v)) != GRAPH_NONE; v = g->to[c]) {
		gsize bit = bit_of(f, dest, v);
		f->bits[bit >> 3] |= (guint8)(1u << (bit & 7));
	}
}

/* Whether a pair has a lane in which its routes are proven, so that they must stay as they are. */
static gboolean is_proven(const FitFrozen *f, guint32 s, guint32 t)
{
	const Graph *g = f->fit->graph;
	gboolean counts = f->fit->scope == LAYERS_OF_HOSTS ? pair_of_hosts(g, s, t) : pair_carries_data(g, s, t);
	return counts && !f->fit->layers->unproven[(gsize)s * g->n_switches + t];
}

/* Freezes all routes to switch t but those of unproven pairs, once. */
static void look_at(FitFrozen *f, guint32 t)
{
	if (f->looked_at[t])
		return;
	f->looked_at[t] = 1;
	for (guint32 i = f->fit->first[t]; i < fit_lanes_end(f->fit, t); i++)
		for (guint32 v = 0; v < f->fit->graph->n_switches; v++)
			if (is_proven(f, v, t))
				freeze(f, f->fit->tree[i], v);
}

gboolean fit_frozen_at(FitFrozen *f, guint32 dest, guint32 v)
{
	look_at(f, f->fit->graph->dests[dest].vertex);
	return is_marked(f, dest, v);
}

void fit_frozen_add(FitFrozen *f, guint32 v, guint32 target)
{
	look_at(f, target);
	for (guint32 i = f->fit->first[target]; i < fit_lanes_end(f->fit, target); i++)
		freeze(f, f->fit->tree[i], v);
}
