/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps those minimal channels that obey the ranks. What a route may still do from a switch on (climb, or only descend)
 * is known before those farther off are looked at.
 */
#include "core/graph/ranks.h"

#include "core/base/error.h"
#include "core/graph/routes.h"

enum { STUCK, CLIMBS, DESCENDS };

/* What a route that starts with channel c may do from its end on. */
static guint8 direction_over(const Graph *graph, const guint32 *rank, const guint8 *direction, guint32 c)
{
	guint8 beyond = direction[graph->to[c]];
	if (rank[graph->to[c]] > rank[graph->from[c]])
		return beyond == STUCK ? STUCK : CLIMBS;
	return beyond == DESCENDS ? DESCENDS : STUCK;
}

/* Whether a switch with that direction of its own may use a channel that leads that direction. */
static gboolean is_good(guint8 own, guint8 over)
{
	return own == STUCK || (own == CLIMBS && over != STUCK) || over == own;
}

/* Whether some switch one hop farther off would come down to v: only then v's own route must not climb. */
static gboolean is_passed_downwards(const Graph *graph, const guint32 *rank, const Bfs *bfs, guint32 v)
{
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
		if (bfs->hops[graph->to[c]] == bfs->hops[v] + 1 && rank[graph->to[c]] > rank[v])
			return TRUE;
	return FALSE;
}

gboolean ranks_restrict(const Graph *graph, const guint32 *rank, Bfs *bfs, guint8 *direction)
{
	guint32 target = bfs->order[0], n = 0, begin = 0;
	gboolean served = TRUE;
	direction[target] = DESCENDS;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], end = bfs->first[i + 1];
		direction[v] = STUCK;
		for (guint32 k = begin; k < end; k++)
			direction[v] = MAX(direction[v], direction_over(graph, rank, direction, bfs->channel[k]));
		if (direction[v] == DESCENDS && !is_passed_downwards(graph, rank, bfs, v))
			direction[v] = CLIMBS;
		served = served && (direction[v] != STUCK || !pair_of_hosts(graph, v, target));
		bfs->first[i] = n;
		for (guint32 k = begin; k < end; k++)
			if (is_good(direction[v], direction_over(graph, rank, direction, bfs->channel[k])))
				bfs->channel[n++] = bfs->channel[k];
		begin = end;
	}
	bfs->first[bfs->n_reached] = n;
	return served;
}

gboolean ranks_serve(const Graph *graph, const guint32 *rank, gboolean *served, GError **error)
{
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autofree guint8 *direction = g_try_malloc(graph->n_switches + 1);
	if (!bfs)
		return FALSE;
	if (!direction)
		return sssp_error_memory(error, "ranks", graph->n_switches);
	*served = TRUE;
	for (guint32 target = 0; *served && target < graph->n_switches; target++) {
		bfs_run(graph, target, bfs);
		*served = ranks_restrict(graph, rank, bfs, direction);
	}
	return TRUE;
}
