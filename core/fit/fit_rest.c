/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves the last pairs of hosts, which have no lane yet, by two methods from the same routes. fit_hosts() comes first.
 * Where it leaves some unserved, or gives them paths longer than minimal, fit_room() follows, if looks are left: there
 * other pairs make room. fit_room() in turn may make paths longer only where fit_hosts() has left pairs unserved and
 * all lanes were in use before.
 */
#include "core/fit/fit_rest.h"

#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"

/* Pairs without a lane are served path by path up to one in FEW_LEFT, and up to MOST_LEFT; more take too long. */
#define FEW_LEFT 3
#define MOST_LEFT 100000

gboolean fit_rest_are_few(const Graph *graph, guint64 pairs)
{
	guint64 all = (guint64)graph->n_switches * graph->n_switches;
	return pairs * FEW_LEFT <= all && pairs <= MOST_LEFT;
}

gboolean fit_rest(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  guint64 *looks, guint64 *left, GError **error)
{
	gboolean has_unused = layers->n_layers < max_lanes;
	guint64 still = 0;
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	g_autoptr(Layers) lanes = before ? layers_copy(graph, layers, error) : NULL;
	if (!lanes || !fit_hosts(graph, hops, max_lanes, routes, layers, NULL, looks, left, error))
		return FALSE;
	if (!*looks || (!*left && !routes_nonminimal(graph, routes, hops)))
		return TRUE;
	gboolean minimal = has_unused || !*left;
	if (!fit_room(graph, hops, max_lanes, minimal, before, lanes, looks, &still, error))
		return FALSE;
	/* Pairs that fit_room() leaves unserved are no reason to undo what leaves none. */
	if (still && !*left)
		return TRUE;
	*left = still;
	routes_swap(routes, before);
	layers_swap(layers, lanes);
	return TRUE;
}
