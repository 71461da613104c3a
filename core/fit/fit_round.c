/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Tries pairs of switches once each. The nearest come first, as longer routes often go on along theirs. */
#include "core/fit/fit_round.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"

#include <string.h>

/* Whether some route between hosts of a pair crosses a channel that has fewer than n_lanes lanes. */
static gboolean is_limited(const Graph *graph, const Routes *routes, guint32 s, guint32 t, guint n_lanes)
{
	for (guint32 d = 0; graph->lanes && d < graph->n_dests; d++) {
		guint32 v = graph->dests[d].vertex, from = v == s ? t : s;
		if (graph->dests[d].is_host && (v == s || v == t) &&
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
	g_free(pairs->s);
	g_free(pairs->t);
}

gboolean pairs_list(const Graph *graph, const guint8 *marks, Pairs *pairs, GError **error)
{
	gsize n = graph->n_switches;
	guint64 marked = 0;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	if (!bfs)
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		marked += marks[i];
	pairs->s = g_try_new(guint32, marked + 1);
	pairs->t = g_try_new(guint32, marked + 1);
	if (!pairs->s || !pairs->t)
		return sssp_error_memory(error, "pairs of switches", marked * 2 * sizeof(guint32));
	for (guint32 t = 0; t < n; t++) {
		bfs_run(graph, t, bfs);
		for (guint32 i = 1; i < bfs->n_reached; i++) {
			guint32 s = bfs->order[i];
			if (s < t || !marks[s * n + t])
				continue;
			pairs->s[pairs->n] = s;
			pairs->t[pairs->n++] = t;
		}
	}
	return TRUE;
}

guint64 pairs_move_marked(const Pairs *pairs, const guint8 *marked, gsize n)
{
	guint64 front = 0;
	for (guint64 i = 0; i < pairs->n; i++) {
		guint32 s = pairs->s[i], t = pairs->t[i];
		if (!marked[s * n + t])
			continue;
		memmove(pairs->s + front + 1, pairs->s + front, (i - front) * sizeof(guint32));
		memmove(pairs->t + front + 1, pairs->t + front, (i - front) * sizeof(guint32));
		pairs->s[front] = s;
		pairs->t[front++] = t;
	}
	return front;
}

gboolean pairs_move_limited(const Graph *graph, const Routes *routes, guint n_lanes, const Pairs *pairs, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *limited = graph->lanes ? g_try_malloc0(n * n + 1) : NULL;
	if (!graph->lanes)
		return TRUE;
	if (!limited)
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint64 i = 0; i < pairs->n; i++)
		limited[pairs->s[i] * n + pairs->t[i]] =
			is_limited(graph, routes, pairs->s[i], pairs->t[i], n_lanes) ? 1 : 0;
	pairs_move_marked(pairs, limited, n);
	return TRUE;
}

gboolean fit_round(const Graph *graph, const guint8 *hops, const FitOptions *options, const Pairs *pairs,
		   Routes *routes, Layers *layers, guint64 *looks, GError **error)
{
	g_autoptr(FitLanes) lanes = fit_lanes_new(graph, hops, LAYERS_OF_HOSTS, options, routes, layers, error);
	g_autoptr(FitPairs) fit = lanes ? fit_pairs_new(lanes, error) : NULL;
	if (!fit)
		return FALSE;
	for (guint64 i = 0; i < pairs->n && looked_at(lanes) < *looks; i++)
		if (!fit_pairs_serve(fit, pairs->s[i], pairs->t[i], TRUE, error))
			return FALSE;
	*looks -= MIN(looked_at(lanes), *looks);
	return TRUE;
}
