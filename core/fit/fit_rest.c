/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves the last pairs of hosts by two methods from the same beginning: by the second where the first leaves some
 * unserved, or gives them longer routes.
 */
#include "core/fit/fit_rest.h"

#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"

/* Channels that searches of the last pairs may look at, path by path; and where others make room for them. */
#define FIT_EFFORT 30000000
#define ROOM_EFFORT 40000000

/* So few pairs without a lane, one in so many, are served path by path, and not more than take about a second. */
#define FEW_LEFT 4
#define MOST_LEFT 20000

/* Channels that are looked at for a lane for one pair, as part of all. */
#define CHANNELS_A_PAIR 0.2
/* Where lanes for them take more than this part of the effort there is, fewer by this factor are few. */
#define DEAR 0.5
#define DEAR_PART 2

gboolean fit_rest_are_few(const Graph *graph, guint64 pairs)
{
	guint64 all = (guint64)graph->n_switches * graph->n_switches;
	double effort = CHANNELS_A_PAIR * (double)pairs * graph->n_channels / FIT_EFFORT;
	guint64 counted = effort > DEAR ? DEAR_PART * pairs : pairs;
	return counted * FEW_LEFT <= all && counted <= MOST_LEFT;
}

/* From what there was before, with room made; kept unless only this leaves some. */
static gboolean fit_with_room(const Graph *graph, const guint8 *hops, guint max_lanes, gboolean minimal,
			      const Routes *before, const Layers *lanes, Routes *routes, Layers *layers, guint64 *left,
			      GError **error)
{
	guint64 effort = ROOM_EFFORT, still = 0;
	g_autoptr(Routes) trial = routes_copy(graph, before, error);
	g_autoptr(Layers) trial_lanes = trial ? layers_copy(graph, lanes, error) : NULL;
	if (!trial_lanes || !fit_room(graph, hops, max_lanes, minimal, trial, trial_lanes, &effort, &still, error))
		return FALSE;
	if (still && !*left)
		return TRUE;
	*left = still;
	routes_swap(routes, trial);
	layers_swap(layers, trial_lanes);
	return TRUE;
}

gboolean fit_rest(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  guint64 *left, GError **error)
{
	guint64 effort = FIT_EFFORT;
	gboolean free = layers->n_layers < max_lanes;
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	g_autoptr(Layers) lanes = before ? layers_copy(graph, layers, error) : NULL;
	if (!lanes || !fit_hosts(graph, hops, max_lanes, routes, layers, NULL, &effort, left, error))
		return FALSE;
	if (!*left && !routes_nonminimal(graph, routes, hops))
		return TRUE;
	return fit_with_room(graph, hops, max_lanes, free || !*left, before, lanes, routes, layers, left, error);
}
