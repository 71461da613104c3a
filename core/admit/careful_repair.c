/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives a path to a switch w that was left without one, for want of a channel that closes no cycle in the dependency
 * graph. A neighbour u of w takes another channel, such that neither the path of w over u nor any other path through u
 * closes a cycle. The paths through u may become longer, so channels of u to a switch that is as near as the present
 * one are tried first. Only active switches count (careful.h): others have no dependencies in the graph.
 */
#include "core/admit/careful_repair.h"

#include "core/admit/careful_step.h"

/*
 * Adds the dependencies of packets, those of switch y and those that come to it, that leave y by channel a and go on by
 * the channel that the next switch has now. FALSE: one closes a cycle; those added before it stay.
 */
static gboolean connect_input(Careful *careful, guint32 y, guint32 a)
{
	const Graph *graph = careful->graph;
	guint32 b = careful->next[graph->to[a]];
	if (!dependency_add_hop(careful->deps, a, b, careful->next[graph->to[b]]))
		return FALSE;
	if (!dependency_send(careful->deps, a, b))
		return FALSE;
	for (guint32 c = graph->first[y]; c < graph->first[y + 1]; c++) {
		guint32 z = graph->to[c], in = graph->reverse[c];
		if (careful->active[z] && careful->next[z] == in && !dependency_add_hop(careful->deps, in, a, b))
			return FALSE;
	}
	return TRUE;
}

/* Has switch u, which has a path, take channel c instead. FALSE, with nothing changed: that closes a cycle. */
static gboolean switch_channel(Careful *careful, guint32 u, guint32 c)
{
	const Graph *graph = careful->graph;
	CarefulMark mark = careful_mark(careful);
	guint32 before = careful->next[u];
	careful->next[u] = c;
	gboolean fits = careful_add_path(careful, c);
	for (guint32 k = graph->first[u]; fits && k < graph->first[u + 1]; k++) {
		guint32 y = graph->to[k], a = graph->reverse[k];
		if (careful->active[y] && careful->next[y] == a)
			fits = connect_input(careful, y, a);
	}
	if (fits)
		return TRUE;
	careful->next[u] = before;
	return careful_return(careful, mark); /* FALSE */
}

/*
 * Gives switch w a path over its channel b: the switch u that b leads to takes another channel, to a switch with so
 * many hops, with `clear` one whose path crosses none of careful->avoid. FALSE, with nothing changed: no channel of u
 * serves.
 */
static gboolean route_through_neighbour(Careful *careful, guint32 w, guint32 b, guint hops, gboolean clear)
{
	const Graph *graph = careful->graph;
	guint32 u = graph->to[b], before = careful->next[u];
	CarefulMark mark = careful_mark(careful);
	for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
		guint32 x = graph->to[c];
		if (c == before || careful->hops[x] != hops || careful_comes_through(careful, x, u) ||
		    (clear && !careful_is_clear(careful, x)) || !switch_channel(careful, u, c))
			continue;
		if (careful_take(careful, w, b))
			return TRUE;
		careful->next[u] = before;
		careful_return(careful, mark);
	}
	return FALSE;
}

gboolean careful_make_room(Careful *careful, guint32 w, guint32 b, gboolean clear)
{
	guint32 u = careful->graph->to[b];
	return u != careful->target && careful->active[u] &&
	       route_through_neighbour(careful, w, b, careful->hops[u] - 1u, clear);
}

#define FARTHER 4 /* hops that a neighbour's new path may have more than its present one */

gboolean careful_repair(Careful *careful, guint32 w)
{
	const Graph *graph = careful->graph;
	for (guint farther = 0; farther <= FARTHER; farther++)
		for (guint32 b = graph->first[w]; b < graph->first[w + 1] && !careful_is_over(careful); b++) {
			guint32 u = graph->to[b];
			guint hops = careful->hops[u];
			if (u != careful->target && hops < GRAPH_FAR - 2 - FARTHER && careful->active[u] &&
			    route_through_neighbour(careful, w, b, hops - 1 + farther, FALSE))
				return TRUE;
		}
	return FALSE;
}
