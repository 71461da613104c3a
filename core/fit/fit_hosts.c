/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Nearest pairs first: what goes farther often goes on as they do. */
#include "core/fit/fit_hosts.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"
#include "core/fit/fit_pairs.h"

#include <string.h>

/* Rounds while fewer than one pair in FEW_FAILED fails. */
#define ROUNDS 3
#define FEW_FAILED 8

/* Whether some route of a pair crosses a channel that has fewer lanes than there are. */
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

/* Pairs of switches in the order in which they are served. */
typedef struct {
	guint32 *s, *t;
	guint64 n;
} Pairs;

static void pairs_clear(Pairs *pairs)
{
	g_free(pairs->s);
	g_free(pairs->t);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pairs, pairs_clear)

static gboolean list_pairs(const Graph *graph, const guint8 *marks, Pairs *pairs, GError **error)
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

/* Moves pairs that are marked to the front; returns how many. */
static guint64 move_marked(const Pairs *pairs, const guint8 *marked, gsize n)
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

/* Moves pairs to the front that no other lanes will do for than those that all links have. */
static gboolean move_limited(const Graph *graph, const Routes *routes, guint n_lanes, const Pairs *pairs,
			     GError **error)
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
	move_marked(pairs, limited, n);
	return TRUE;
}

static gboolean serve_all(const Graph *graph, const guint8 *hops, guint max_lanes, const Pairs *pairs, Routes *routes,
			  Layers *layers, FitKeep *keep, guint64 *effort, GError **error)
{
	g_autoptr(FitLanes) lanes = fit_lanes_new(graph, hops, LAYERS_OF_HOSTS, max_lanes, routes, layers, error);
	g_autoptr(FitPairs) fit = lanes ? fit_pairs_new(lanes, hops, error) : NULL;
	if (!fit)
		return FALSE;
	fit_pairs_keep(fit, keep);
	for (guint64 i = 0; i < pairs->n && looked_at(lanes) < *effort; i++)
		if (!serve(fit, pairs->s[i], pairs->t[i], error))
			return FALSE;
	*effort -= MIN(looked_at(lanes), *effort);
	return TRUE;
}

/* Round after round from the same beginning, those first that failed before. */
static gboolean serve_rounds(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
			     FitKeep *keep, guint64 *effort, guint64 *left, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *failed = g_try_malloc0(n * n + 1);
	if (!failed)
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint round = 0; round < ROUNDS; round++) {
		g_auto(Pairs) pairs = {NULL, NULL, 0};
		g_autoptr(Routes) trial = routes_copy(graph, routes, error);
		g_autoptr(Layers) lanes = trial ? layers_copy(graph, layers, error) : NULL;
		if (!lanes || !list_pairs(graph, layers->unproven, &pairs, error) ||
		    !move_limited(graph, routes, layers->n_layers, &pairs, error))
			return FALSE;
		move_marked(&pairs, failed, n);
		if (keep)
			keep->longer = 0;
		if (keep && keep->moved)
			memset(keep->moved, 0, n * n);
		if (!serve_all(graph, hops, max_lanes, &pairs, trial, lanes, keep, effort, error))
			return FALSE;
		memcpy(failed, lanes->unproven, n * n);
		*left = move_marked(&pairs, failed, n);
		if (!*left || round + 1 == ROUNDS || !*effort || *left * FEW_FAILED > pairs.n) {
			routes_swap(routes, trial);
			layers_swap(layers, lanes);
			break;
		}
	}
	return TRUE;
}

gboolean fit_hosts(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		   FitKeep *keep, guint64 *effort, guint64 *left, GError **error)
{
	*left = 0;
	if (!layers->unproven)
		return TRUE;
	if (!serve_rounds(graph, hops, max_lanes, routes, layers, keep, effort, left, error))
		return FALSE;
	if (!*left)
		g_clear_pointer(&layers->unproven, g_free);
	routes_recount(graph, routes);
	return TRUE;
}
