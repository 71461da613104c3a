/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Nearest pairs first: what goes farther often goes on as they do. */
#include "core/lanes/fit_hosts.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"
#include "core/lanes/fit_pairs.h"

/* One pair; LANES is no failure here. */
static gboolean serve(FitPairs *pairs, guint32 s, guint32 t, GError **error)
{
	GError *failure = NULL;
	if (fit_pairs_serve(pairs, s, t, TRUE, &failure))
		return TRUE;
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES)) {
		g_clear_error(&failure);
		return TRUE;
	}
	g_propagate_error(error, failure);
	return FALSE;
}

static gboolean serve_all(FitPairs *pairs, const Graph *graph, const guint8 *unproven, GError **error)
{
	gsize n = graph->n_switches;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	if (!bfs)
		return FALSE;
	for (guint32 t = 0; t < n; t++) {
		bfs_run(graph, t, bfs);
		for (guint32 i = 1; i < bfs->n_reached; i++) {
			guint32 s = bfs->order[i];
			if (s > t && unproven[s * n + t] && !serve(pairs, s, t, error))
				return FALSE;
		}
	}
	return TRUE;
}

gboolean fit_hosts(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		   guint64 *left, GError **error)
{
	gsize n = graph->n_switches;
	*left = 0;
	if (!layers->unproven)
		return TRUE;
	g_autoptr(FitLanes) lanes = fit_lanes_new(graph, LAYERS_OF_HOSTS, max_lanes, routes, layers, error);
	g_autoptr(FitPairs) pairs = lanes ? fit_pairs_new(lanes, hops, error) : NULL;
	if (!pairs || !serve_all(pairs, graph, layers->unproven, error))
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		*left += layers->unproven[i] && i / n > i % n;
	if (!*left)
		g_clear_pointer(&layers->unproven, g_free);
	routes_recount(graph, routes);
	return TRUE;
}
