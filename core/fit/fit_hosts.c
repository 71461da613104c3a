/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Nearest pairs first: what goes farther often goes on as they do. */
#include "core/fit/fit_hosts.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"
#include "core/fit/fit_pairs.h"

#include <string.h>

/* Rounds while fewer than one pair in FEW_FAILED fails. */
#define ROUNDS 24
#define FEW_FAILED 2

/* Given up when so many rounds in a row left no fewer than the best. */
#define IN_VAIN 6
/* Channels that a search for a cycle looks at before it gives up. */
#define SEARCH_LIMIT 1000

enum { SERVED, LEFT, FREED }; /* layers->unproven meanwhile */

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

/* Those first that failed most often, else in the order that there is. */
static void order_pairs(Pairs *pairs, const guint8 *failed, gsize n)
{
	guint64 front = 0;
	for (guint times = ROUNDS; times; times--)
		for (guint64 i = front; i < pairs->n; i++) {
			guint32 s = pairs->s[i], t = pairs->t[i];
			if (failed[s * n + t] != times)
				continue;
			memmove(pairs->s + front + 1, pairs->s + front, (i - front) * sizeof(guint32));
			memmove(pairs->t + front + 1, pairs->t + front, (i - front) * sizeof(guint32));
			pairs->s[front] = s;
			pairs->t[front++] = t;
		}
}

/* Moves pairs that are marked to the front. */
static void move_marked(const Pairs *pairs, const guint8 *marked, gsize n)
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

static gboolean serve_all(const Graph *graph, const guint8 *hops, const FitHosts *options, const Pairs *pairs,
			  Routes *routes, Layers *layers, guint64 *effort, GError **error)
{
	g_autoptr(FitLanes) lanes =
		fit_lanes_new(graph, hops, LAYERS_OF_HOSTS, options->max_lanes, routes, layers, error);
	g_autoptr(FitPairs) fit = lanes ? fit_pairs_new(lanes, hops, error) : NULL;
	if (!fit)
		return FALSE;
	lanes->minimal = options->minimal;
	lanes->search_limit = SEARCH_LIMIT;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		lanes->lane[lane]->search_limit = SEARCH_LIMIT;
	for (guint64 i = 0; i < pairs->n && looked_at(lanes) < *effort; i++)
		if (!serve(fit, pairs->s[i], pairs->t[i], error))
			return FALSE;
	*effort -= MIN(looked_at(lanes), *effort);
	return TRUE;
}

/* ---- rounds */

static guint64 count_left(const Graph *graph, const guint8 *marks, guint8 *failed)
{
	gsize n = graph->n_switches;
	guint64 left = 0;
	for (gsize i = 0; i < n * n; i++)
		if (marks[i]) {
			left += i / n > i % n;
			failed[i]++;
		}
	return left;
}

static gboolean comes_by(const Graph *graph, const guint8 *row, guint32 v, guint32 w)
{
	for (guint32 c; v != w && (c = route_channel(graph, row, v)) != GRAPH_NONE;)
		v = graph->to[c];
	return v == w;
}

/* The switch that the way from v reaches after some steps, the last one before it ends. */
static guint32 ahead(const Graph *graph, const guint8 *row, guint32 v, guint steps)
{
	guint32 c = route_channel(graph, row, v);
	for (; c != GRAPH_NONE && row[graph->to[c]] != 0 && steps; steps--) {
		v = graph->to[c];
		c = route_channel(graph, row, v);
	}
	return v;
}

/*
 * Whoever comes by at s on the way to hosts on t is served anew, too; after further failures whoever comes by where
 * that way goes on.
 */
static void free_upstream(const Graph *graph, const Routes *routes, guint32 s, guint32 t, guint times, guint8 *marks)
{
	gsize n = graph->n_switches;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const guint8 *row = routes_row(routes, d);
		if (!graph->dests[d].is_host || graph->dests[d].vertex != t)
			continue;
		guint32 at = ahead(graph, row, s, times / 2);
		for (guint32 u = 0; u < n; u++)
			if (u != t && !marks[u * n + t] && graph->hosts[u] && comes_by(graph, row, u, at))
				marks[u * n + t] = marks[t * n + u] = FREED;
	}
}

static void free_all(const Graph *graph, const Routes *routes, const guint8 *failed, guint8 *marks)
{
	gsize n = graph->n_switches;
	for (gsize i = 0; i < n * n; i++)
		if (marks[i] == LEFT)
			free_upstream(graph, routes, (guint32)(i / n), (guint32)(i % n), failed[i] - 1u, marks);
	for (gsize i = 0; i < n * n; i++)
		marks[i] = marks[i] ? LEFT : SERVED;
}

/* Those that are left come first in the next round, and what stood in their way makes room. */
static gboolean serve_rounds(const Graph *graph, const guint8 *hops, const FitHosts *options, Routes *routes,
			     Layers *layers, guint64 *effort, guint64 *left, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *failed = g_try_malloc0(n * n + 1);
	if (!failed)
		return sssp_error_memory(error, "pairs of switches", n * n);
	guint64 least = G_MAXUINT64;
	guint vain = 0;
	for (guint round = 0; round < ROUNDS; round++) {
		g_auto(Pairs) pairs = {NULL, NULL, 0};
		if (round)
			free_all(graph, routes, failed, layers->unproven);
		if (!list_pairs(graph, layers->unproven, &pairs, error) ||
		    !move_limited(graph, routes, layers->n_layers, &pairs, error))
			return FALSE;
		order_pairs(&pairs, failed, n);
		if (!serve_all(graph, hops, options, &pairs, routes, layers, effort, error))
			return FALSE;
		*left = count_left(graph, layers->unproven, failed);
		vain = *left < least ? 0 : vain + 1;
		least = MIN(least, *left);
		if (!*left || !*effort || vain == IN_VAIN || (!round && *left * FEW_FAILED > pairs.n))
			break;
	}
	return TRUE;
}

gboolean fit_hosts_as(const Graph *graph, const guint8 *hops, const FitHosts *options, Routes *routes, Layers *layers,
		      guint64 *effort, guint64 *left, GError **error)
{
	*left = 0;
	if (!layers->unproven)
		return TRUE;
	if (!serve_rounds(graph, hops, options, routes, layers, effort, left, error))
		return FALSE;
	if (!*left)
		g_clear_pointer(&layers->unproven, g_free);
	routes_recount(graph, routes);
	return TRUE;
}

gboolean fit_hosts(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		   guint64 *effort, guint64 *left, GError **error)
{
	FitHosts options = {.max_lanes = max_lanes};
	return fit_hosts_as(graph, hops, &options, routes, layers, effort, left, error);
}
