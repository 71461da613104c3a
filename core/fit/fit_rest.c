/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves the last pairs of hosts, which have no lane yet, by two methods. fit_hosts() comes first. Where it leaves a few
 * pairs unserved, fit_room() goes on from there: other pairs make room for them, and at last they get longer paths.
 * Where fit_hosts() serves all, some of them by longer paths, fit_room() tries to serve all by minimal paths.
 */
#include "core/fit/fit_rest.h"

#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"

/* Pairs without a lane are served path by path up to one in FEW_LEFT; more take too long. */
#define FEW_LEFT 3

gboolean fit_rest_are_few(const Graph *graph, guint64 pairs)
{
	return pairs * FEW_LEFT <= (guint64)graph->n_switches * graph->n_switches;
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
	guint64 still = 0, pairs = count_pairs(graph, layers);
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	g_autoptr(Layers) lanes = before ? layers_copy(graph, layers, error) : NULL;
	if (!lanes || !fit_hosts(graph, hops, max_lanes, routes, layers, NULL, looks, left, error))
		return FALSE;
	if (!*looks || (!*left && !routes_nonminimal(graph, routes, hops)))
		return TRUE;
	if (*left)
		return !fit_room_may_serve(*left, pairs) || fit_room(graph, hops, max_lanes, FIT_ROOM_MINIMAL_FIRST,
								     TRUE, routes, layers, looks, left, error);
	/* All are served. Perhaps they can be by minimal paths, if others make room. */
	if (!fit_room(graph, hops, max_lanes, FIT_ROOM_MINIMAL, FALSE, before, lanes, looks, &still, error))
		return FALSE;
	if (!still) {
		routes_swap(routes, before);
		layers_swap(layers, lanes);
	}
	return TRUE;
}
