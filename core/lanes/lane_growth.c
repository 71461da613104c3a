/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A turn comes into the set and the dependency graph at once, with its mirror, or into neither. */
#include "core/lanes/lane_growth.h"

#include "core/graph/spanning_tree.h"

gboolean growth_allow(Growth *growth, guint32 a, guint32 b)
{
	const Graph *g = growth->graph;
	LaneMask *turn = &growth->lanes->allowed[cdg_turn(growth->lanes->turns, a, b)];
	if (*turn & growth->bit)
		return TRUE;
	if (g->reverse[a] == b || !cdg_add(growth->cdg, a, b))
		return FALSE;
	guint32 ma = g->reverse[b], mb = g->reverse[a];
	if (growth->mirrored && (ma != a || mb != b)) {
		if (!cdg_add(growth->cdg, ma, mb)) {
			cdg_remove(growth->cdg, a, b);
			return FALSE;
		}
		growth->lanes->allowed[cdg_turn(growth->lanes->turns, ma, mb)] |= growth->bit;
	}
	*turn |= growth->bit;
	return TRUE;
}

static void forbid(Growth *growth, guint32 a, guint32 b)
{
	const Graph *g = growth->graph;
	guint32 ma = g->reverse[b], mb = g->reverse[a];
	cdg_remove(growth->cdg, a, b);
	growth->lanes->allowed[cdg_turn(growth->lanes->turns, a, b)] &= (LaneMask)~growth->bit;
	if (!growth->mirrored || (ma == a && mb == b))
		return;
	cdg_remove(growth->cdg, ma, mb);
	growth->lanes->allowed[cdg_turn(growth->lanes->turns, ma, mb)] &= (LaneMask)~growth->bit;
}

static gboolean is_allowed(const Growth *growth, guint32 a, guint32 b)
{
	return (lane_set_turn(growth->lanes, a, b) & growth->bit) != 0;
}

/* A tree has no cycle of channels but U-turns. */
gboolean growth_allow_tree(Growth *growth, GError **error)
{
	const Graph *g = growth->graph;
	g_autofree guint8 *in_tree = spanning_tree_find(g, growth->plan->hops, error);
	if (!in_tree)
		return FALSE;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; in_tree[a] && b < g->first[g->to[a] + 1]; b++)
			if (in_tree[b])
				growth_allow(growth, a, b);
	return TRUE;
}

guint growth_draw_route(const Growth *growth, guint32 s, guint32 t, GRand *rand, guint32 *route)
{
	const Graph *g = growth->graph;
	gsize n = g->n_switches;
	guint length = 0;
	for (guint32 v = s; v != t; v = g->to[route[length++]]) {
		guint nearer = growth->plan->hops[v * n + t] - 1u, seen = 0;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
			if (growth->plan->hops[g->to[c] * n + t] == nearer &&
			    g_rand_int_range(rand, 0, (gint)++seen) == 0)
				route[length] = c;
	}
	return length;
}

gboolean growth_allow_route(Growth *growth, const guint32 *route, guint length)
{
	guint8 was[GRAPH_FAR];
	for (guint i = 0; i + 1 < length; i++) {
		was[i] = is_allowed(growth, route[i], route[i + 1]) ? 1 : 0;
		if (growth_allow(growth, route[i], route[i + 1]))
			continue;
		while (i-- > 0)
			if (!was[i])
				forbid(growth, route[i], route[i + 1]);
		return FALSE;
	}
	return TRUE;
}
