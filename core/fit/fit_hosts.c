/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves the last pairs of hosts, those in layers->unproven, which have no lane yet. Each round tries all of them once
 * (fit_round.h), and begins with the same routes and lanes; pairs that failed in a round come first in the next. The
 * result of the round in which the fewest failed is taken over.
 */
#include "core/fit/fit_hosts.h"

#include "core/base/error.h"
#include "core/fit/fit_round.h"

#include <string.h>

/* Most rounds; there is no further one if more than one pair in FEW_FAILED failed. */
#define ROUNDS 3
#define FEW_FAILED 8

gboolean fit_hosts(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		   FitKeep *keep, guint64 *looks, guint64 *left, GError **error)
{
	gsize n = graph->n_switches;
	FitOptions options = {.max_lanes = max_lanes, .keep = keep};
	guint64 longer = 0;
	g_autoptr(Routes) best = NULL;
	g_autoptr(Layers) best_lanes = NULL;
	g_autofree guint8 *failed = g_try_malloc0(n * n + 1);
	if (!failed)
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint round = 0; round < ROUNDS; round++) {
		g_auto(Pairs) pairs = {.n = 0};
		g_autoptr(Routes) trial = routes_copy(graph, routes, error);
		g_autoptr(Layers) lanes = trial ? layers_copy(graph, layers, error) : NULL;
		if (!lanes || !pairs_list(graph, routes, layers, &pairs, error))
			return FALSE;
		pairs_move_marked(&pairs, failed, 1, 0, n);
		if (keep)
			keep->longer = 0;
		if (!fit_round(graph, hops, &options, &pairs, trial, lanes, looks, error))
			return FALSE;
		memcpy(failed, lanes->unproven, n * n);
		guint64 failures = pairs_move_marked(&pairs, failed, 1, 0, n);
		if (!best || failures < *left) {
			routes_free(best);
			layers_free(best_lanes);
			best = g_steal_pointer(&trial);
			best_lanes = g_steal_pointer(&lanes);
			longer = keep ? keep->longer : 0;
			*left = failures;
		}
		if (!failures || !*looks || failures * FEW_FAILED > pairs.n)
			break;
	}
	routes_swap(routes, best);
	layers_swap(layers, best_lanes);
	if (keep)
		keep->longer = longer;
	if (!*left)
		g_clear_pointer(&layers->unproven, g_free);
	routes_recount(graph, routes);
	return TRUE;
}
