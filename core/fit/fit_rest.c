/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves the last pairs of hosts, which have no lane yet, by two methods: first fit_hosts(), then fit_room(), where
 * other pairs make room. What fit_room() does depends on what fit_hosts() leaves. Where pairs are left and there were
 * lanes to open, it goes on from there, if few are left: with minimal paths, at last with longer ones. Where pairs are
 * left and there were none to open, it begins anew, with paths of any length. Where no pair is left but some paths are
 * longer than minimal, it begins anew with minimal ones alone, and its result counts only if that serves all. Once no
 * looks (channels looked at) are left, fit_room() is not called.
 */
#include "core/fit/fit_rest.h"

#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"

/*
 * Pairs without a lane are served path by path up to one in FEW_LEFT; more take too long. Where links have different
 * numbers of lanes, so do more than MOST_LIMITED (pairs_list()).
 */
#define FEW_LEFT 3
#define MOST_LIMITED 100000

gboolean fit_rest_are_few(const Graph *graph, guint64 pairs)
{
	return pairs * FEW_LEFT <= (guint64)graph->n_switches * graph->n_switches &&
	       (!graph->lanes || pairs <= MOST_LIMITED);
}

/* Returns how many pairs are marked, both directions of a pair as one. */
static guint64 count_pairs(const Graph *graph, const Layers *layers)
{
	guint64 n = 0;
	for (gsize i = 0; i < (gsize)graph->n_switches * graph->n_switches; i++)
		n += layers->unproven[i] != 0;
	return n / 2;
}

gboolean fit_rest(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  guint64 *looks, guint64 *left, GError **error)
{
	gboolean has_unused = layers->n_layers < max_lanes;
	guint64 still = 0, pairs = count_pairs(graph, layers);
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	g_autoptr(Layers) lanes = before ? layers_copy(graph, layers, error) : NULL;
	if (!lanes || !fit_hosts(graph, hops, max_lanes, routes, layers, NULL, looks, left, error))
		return FALSE;
	if (!*looks || (!*left && !routes_nonminimal(graph, routes, hops)))
		return TRUE;
	if (*left && has_unused)
		return !fit_room_may_serve(*left, pairs) || fit_room(graph, hops, max_lanes, FIT_ROOM_MINIMAL_FIRST,
								     TRUE, routes, layers, looks, left, error);
	if (!fit_room(graph, hops, max_lanes, *left ? FIT_ROOM_ANY : FIT_ROOM_MINIMAL, FALSE, before, lanes, looks,
		      &still, error))
		return FALSE;
	/* Pairs that fit_room() leaves unserved are no reason to undo what leaves none. */
	if (still && !*left)
		return TRUE;
	*left = still;
	routes_swap(routes, before);
	layers_swap(layers, lanes);
	return TRUE;
}
