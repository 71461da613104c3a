/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves pairs of hosts that have no lane, in rounds, each of which begins with the result of the one before. In all
 * rounds but the first, pairs whose paths cross those of pairs without a lane are taken off their lanes, and served
 * anew after them. Pairs that failed most often come first. When rounds gain too little, pairs may get more than
 * before: longer paths, then new paths that change a lane's order. The rounds end when all pairs are served, when too
 * many are left after the first, when rounds gain too little and nothing more may be allowed, or when no looks are
 * left.
 */
#include "core/fit/fit_room.h"

#include "core/base/error.h"
#include "core/fit/fit_round.h"

/* Most rounds. */
#define ROUNDS 100
/* No second round if the first leaves more than one pair in FEW_FAILED; or more than MANY pairs, and one in MANY. */
#define FEW_FAILED 2
#define MANY 16
/*
 * Rounds in a row after which pairs may get more than before, or are given up: those that left no fewer pairs. Rounds
 * with minimal paths, where longer ones may follow, have to halve them.
 */
#define IN_VAIN 8
#define IN_VAIN_HALVING 3
/*
 * FitOptions.free is set when at most so many pairs are left: to find whole new paths that change the order of a lane
 * takes long.
 */
#define FEW 16
/* Channels that a search for a cycle looks at before it gives up. */
#define SEARCH_LIMIT 1000

enum { SERVED, LEFT, FREED }; /* values of layers->unproven in this file: FREED is taken off its lane */

/* Returns how many unordered pairs are marked, and counts in failed[][] that they were once more. */
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

/* Whether the route from v in a row crosses switch w, or begins there. */
static gboolean comes_by(const Graph *graph, const guint8 *row, guint32 v, guint32 w)
{
	for (guint32 c; v != w && (c = route_channel(graph, row, v)) != GRAPH_NONE;)
		v = graph->to[c];
	return v == w;
}

/* Returns the switch that the route from v reaches after so many steps, or the last one before the target. */
static guint32 ahead(const Graph *graph, const guint8 *row, guint32 v, guint steps)
{
	for (guint32 c; steps && (c = route_channel(graph, row, v)) != GRAPH_NONE && row[graph->to[c]] != 0; steps--)
		v = graph->to[c];
	return v;
}

/*
 * Marks as FREED the pairs whose paths to hosts on t cross s; after each two further failures (`times`), those whose
 * paths cross the next switch on the path from s instead.
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

/*
 * Takes off their lanes the pairs whose paths cross those of the pairs left, and marks all of them as LEFT. Takes off
 * the looks that this is worth.
 */
static void free_all(const Graph *graph, const Routes *routes, const guint8 *failed, guint8 *marks, guint64 *looks)
{
	gsize n = graph->n_switches;
	for (gsize i = 0; i < n * n && *looks; i++)
		if (marks[i] == LEFT) {
			free_upstream(graph, routes, (guint32)(i / n), (guint32)(i % n), failed[i] - 1u, marks);
			*looks -= MIN(*looks, n);
		}
	for (gsize i = 0; i < n * n; i++)
		marks[i] = marks[i] ? LEFT : SERVED;
}

/*
 * Does one round. In all rounds but the first, the pairs whose paths cross those of the pairs left are taken off their
 * lanes. Fills *pairs_served with how many pairs were to be served. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean one_round(const Graph *graph, const guint8 *hops, const FitOptions *options, const guint8 *failed,
			  guint round, Routes *routes, Layers *layers, guint64 *looks, guint64 *pairs_served,
			  GError **error)
{
	g_auto(Pairs) pairs = {.n = 0};
	guint64 front = 0;
	if (round)
		free_all(graph, routes, failed, layers->unproven, looks);
	if (!pairs_list(graph, routes, layers, &pairs, error))
		return FALSE;
	*pairs_served = pairs.n;
	/* Those that failed most often come first; in this round at most `round` times, or once more. */
	for (guint8 times = (guint8)(round + 1); times; times--)
		front = pairs_move_marked(&pairs, failed, times, front, graph->n_switches);
	return fit_round(graph, hops, options, &pairs, routes, layers, looks, error);
}

gboolean fit_room_may_serve(guint64 left, guint64 pairs)
{
	return left * FEW_FAILED <= pairs && (left <= MANY || left * MANY <= pairs);
}

/* What became of the rounds so far. */
typedef struct {
	guint64 least; /* pairs left at best */
	guint vain;    /* rounds in a row that left not enough fewer */
} Progress;

/*
 * Whether further rounds that allow no more would not pay, after one that left so many pairs; `halving`: they have to
 * halve them.
 */
static gboolean is_stuck(Progress *p, gboolean halving, guint64 left)
{
	gboolean fewer = halving ? 2 * left <= p->least : left < p->least;
	p->vain = fewer ? 0 : p->vain + 1;
	p->least = MIN(p->least, left);
	return p->vain >= (halving ? IN_VAIN_HALVING : IN_VAIN);
}

/*
 * Allows pairs what no round so far allowed: longer paths, as a few of these are better than none, and last the paths
 * that take longest to find. FALSE: nothing more may be allowed.
 */
static gboolean allow_more(FitOptions *options, FitRoomPaths paths, guint64 left)
{
	if (paths == FIT_ROOM_MINIMAL || options->free || (!options->minimal && left > FEW))
		return FALSE;
	options->free = !options->minimal;
	options->minimal = FALSE;
	return TRUE;
}

gboolean fit_room(const Graph *graph, const guint8 *hops, guint max_lanes, FitRoomPaths paths, gboolean tried,
		  Routes *routes, Layers *layers, guint64 *looks, guint64 *left, GError **error)
{
	gsize n = graph->n_switches;
	FitOptions options = {
		.max_lanes = max_lanes, .far = TRUE, .minimal = paths != FIT_ROOM_ANY, .search_limit = SEARCH_LIMIT};
	Progress progress = {.least = G_MAXUINT64};
	guint64 served = 0;
	g_autofree guint8 *failed = g_try_malloc0(n * n + 1);
	if (!failed)
		return sssp_error_memory(error, "pairs of switches", n * n);
	if (tried)
		progress.least = count_left(graph, layers->unproven, failed);
	for (guint round = tried ? 1 : 0; round < ROUNDS; round++) {
		if (!one_round(graph, hops, &options, failed, round, routes, layers, looks, &served, error))
			return FALSE;
		*left = count_left(graph, layers->unproven, failed);
		if (!*left || !*looks || (!round && !fit_room_may_serve(*left, served)))
			break;
		if (!is_stuck(&progress, options.minimal && paths == FIT_ROOM_MINIMAL_FIRST, *left))
			continue;
		if (!allow_more(&options, paths, *left))
			break;
		progress.vain = 0;
	}
	if (!*left)
		g_clear_pointer(&layers->unproven, g_free);
	routes_recount(graph, routes);
	return TRUE;
}
