/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries to give lanes to pairs of switches with hosts, once each (fit_pairs_serve()). pairs_list() lists them by target
 * switch, the nearest to it first, as longer routes often go on along theirs; before all these come pairs that cross
 * links with few lanes. The round ends early when the limit of looks is reached.
 */
#include "core/fit/fit_round.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"

#include <string.h>

/* Whether some route between hosts of a pair crosses a channel that has fewer than n_lanes lanes. */
static gboolean is_limited(const Graph *graph, const Routes *routes, Pair pair, guint n_lanes)
{
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint32 v = graph->dests[d].vertex, from = v == pair.s ? pair.t : pair.s;
		if (graph->dests[d].is_host && (v == pair.s || v == pair.t) &&
		    !route_has_lane(graph, routes_row(routes, d), from, n_lanes - 1))
			return TRUE;
	}
	return FALSE;
}

static guint64 looked_at(const FitLanes *lanes)
{
	guint64 looked = 0;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		looked += lanes->lane[lane] ? lanes->lane[lane]->looked : 0;
	return looked;
}

void pairs_clear(Pairs *pairs)
{
	g_free(pairs->pair);
	g_free(pairs->scratch);
}

gboolean pairs_list(const Graph *graph, const Routes *routes, const Layers *layers, Pairs *pairs, GError **error)
{
	gsize n = graph->n_switches;
	guint64 marked = 0;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	if (!bfs)
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		marked += layers->unproven[i];
	pairs->pair = g_try_new(Pair, marked + 1);
	pairs->scratch = g_try_new(Pair, marked + 1);
	if (!pairs->pair || !pairs->scratch)
		return sssp_error_memory(error, "pairs of switches", marked * sizeof(Pair));
	for (guint32 t = 0; t < n; t++) {
		bfs_run(graph, t, bfs);
		for (guint32 i = 1; i < bfs->n_reached; i++) {
			guint32 s = bfs->order[i];
			if (s >= t && layers->unproven[s * n + t])
				pairs->pair[pairs->n++] = (Pair){s, t};
		}
	}
	guint64 limited = 0;
	for (guint64 i = 0, others = 0; graph->lanes && i < pairs->n; i++) {
		gboolean first = is_limited(graph, routes, pairs->pair[i], layers->n_layers);
		if (first)
			pairs->pair[limited++] = pairs->pair[i];
		else
			pairs->scratch[others++] = pairs->pair[i];
	}
	if (graph->lanes)
		memcpy(pairs->pair + limited, pairs->scratch, (pairs->n - limited) * sizeof(Pair));
	return TRUE;
}

guint64 pairs_move_marked(const Pairs *pairs, const guint8 *marks, guint8 value, guint64 front, gsize n)
{
	guint64 others = 0;
	for (guint64 i = front; i < pairs->n; i++) {
		Pair pair = pairs->pair[i];
		if (marks[pair.s * n + pair.t] == value)
			pairs->pair[front++] = pair;
		else
			pairs->scratch[others++] = pair;
	}
	memcpy(pairs->pair + front, pairs->scratch, others * sizeof(Pair));
	return front;
}

gboolean fit_round(const Graph *graph, const guint8 *hops, const FitOptions *options, const Pairs *pairs,
		   Routes *routes, Layers *layers, guint64 *looks, GError **error)
{
	g_autoptr(FitLanes) lanes = fit_lanes_new(graph, hops, LAYERS_OF_HOSTS, options, routes, layers, error);
	g_autoptr(FitPairs) fit = lanes ? fit_pairs_new(lanes, error) : NULL;
	if (!fit)
		return FALSE;
	for (guint64 i = 0; i < pairs->n && looked_at(lanes) < *looks; i++)
		if (!fit_pairs_serve(fit, pairs->pair[i].s, pairs->pair[i].t, TRUE, error))
			return FALSE;
	*looks -= MIN(looked_at(lanes), *looks);
	return TRUE;
}
