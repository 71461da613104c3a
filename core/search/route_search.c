/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Minimal routes are settled from the target back, all lanes at once; longer ones breadth-first, a lane at a time. */
#include "core/search/route_search.h"

#include "core/base/arena.h"

RouteSearch *route_search_new(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			      GError **error)
{
	g_autoptr(RouteSearch) search = g_new0(RouteSearch, 1);
	search->arena = arena_new();
	search->graph = graph;
	search->hops = hops;
	search->lanes = lanes;
	search->covered = covered;
	search->queue = arena_new_array(search->arena, guint32, graph->n_switches + 1);
	search->queued = arena_new_array0(search->arena, guint8, (gsize)graph->n_switches + 1);
	search->reach = arena_new_array0(search->arena, LaneMask, graph->n_channels + 1);
	search->previous = arena_new_array(search->arena, guint32, graph->n_channels + 1);
	search->line = arena_new_array(search->arena, guint32, graph->n_channels + 1);
	return arena_check(search->arena, "a search for lanes", error) ? g_steal_pointer(&search) : NULL;
}

void route_search_free(RouteSearch *search)
{
	if (!search)
		return;
	arena_free(search->arena);
	g_free(search);
}

/* Whether channel c is a step towards the target that no pin forbids. */
static gboolean may_take(const RouteSearch *s, const RouteQuery *q, guint32 c)
{
	const Graph *g = s->graph;
	gsize n = g->n_switches;
	guint32 v = g->from[c], w = g->to[c];
	return s->hops[w * n + q->target] + 1u == s->hops[v * n + q->target] &&
	       (q->pins[v] == GRAPH_NONE || q->pins[v] == c) &&
	       (!q->back || q->back[w] == GRAPH_NONE || q->back[w] == g->reverse[c]);
}

/* Adds what was looked at to what all searches on these lanes looked at. */
static void count_effort(const RouteSearch *s, guint64 looked)
{
	s->lanes->effort->looked += looked;
}

/* The switches on the way, farthest from the target first. */
static guint32 collect(RouteSearch *s, const RouteQuery *q)
{
	const Graph *g = s->graph;
	guint32 n = 0;
	s->queue[n++] = q->source;
	s->queued[q->source] = 1;
	for (guint32 i = 0; i < n; i++)
		for (guint32 v = s->queue[i], c = g->first[v]; c < g->first[v + 1]; c++)
			if (!s->queued[g->to[c]] && may_take(s, q, c)) {
				s->queued[g->to[c]] = 1;
				s->queue[n++] = g->to[c];
			}
	for (guint32 i = 0; i < n; i++)
		s->queued[s->queue[i]] = 0;
	return n;
}

/* Lanes of the routes that start with channel c; those of its followers are settled. */
static LaneMask reach_over(const RouteSearch *s, const RouteQuery *q, guint32 c)
{
	const Graph *g = s->graph;
	guint32 w = g->to[c];
	LaneMask mask = 0;
	if (w == q->target)
		return q->lanes;
	for (guint32 next = g->first[w]; next < g->first[w + 1]; next++)
		if (s->reach[next] && may_take(s, q, next))
			mask |= s->reach[next] & lane_set_turn(s->lanes, c, next);
	return mask;
}

/* All lanes that some route from the source has. */
static LaneMask settle(RouteSearch *s, const RouteQuery *q, guint32 n)
{
	const Graph *g = s->graph;
	LaneMask of_source = 0;
	guint64 looked = 0;
	for (guint32 i = n; i-- > 0;) {
		guint32 v = s->queue[i];
		of_source = 0;
		looked += 2 * (guint64)(g->first[v + 1] - g->first[v]);
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
			gboolean may = may_take(s, q, c);
			s->reach[c] = may ? reach_over(s, q, c) : 0;
			looked += may ? g->first[g->to[c] + 1] - g->first[g->to[c]] : 0;
			of_source |= s->reach[c];
		}
	}
	count_effort(s, looked);
	return of_source;
}

/* A channel of v that has the lane and may follow `previous` (GRAPH_NONE at the source). */
static guint32 step(const RouteSearch *s, const RouteQuery *q, guint32 v, guint32 previous, LaneMask lane)
{
	const Graph *g = s->graph;
	guint32 degree = g->first[v + 1] - g->first[v];
	for (guint32 k = 0; k < degree; k++) {
		guint32 c = g->first[v] + (k + q->turn) % degree;
		if ((s->reach[c] & lane) && may_take(s, q, c) &&
		    (previous == GRAPH_NONE || (lane_set_turn(s->lanes, previous, c) & lane)))
			return c;
	}
	g_return_val_if_reached(GRAPH_NONE);
}

gboolean route_search_run(RouteSearch *s, const RouteQuery *q)
{
	gsize pair = (gsize)q->source * s->graph->n_switches + q->target;
	if (s->covered && !(s->covered[pair] & q->lanes))
		return FALSE;
	LaneMask mask = settle(s, q, collect(s, q));
	if (!mask)
		return FALSE;
	LaneMask lane = mask & (LaneMask)-mask;
	guint32 c = GRAPH_NONE;
	s->length = 0;
	for (guint32 v = q->source; v != q->target; v = s->graph->to[c]) {
		c = step(s, q, v, c, lane);
		if (c == GRAPH_NONE)
			return FALSE;
		s->route[s->length++] = c;
	}
	return TRUE;
}

/* ---- routes of any length: breadth-first over channels, one lane at a time */

/* Channels that the searches for longer routes may look at in all: a second or two. */
#define LONG_EFFORT 30000000

/* Marks a channel that no search has come to yet. */
#define UNSEEN (GRAPH_NONE - 1)

static gboolean is_free(const RouteSearch *s, const RouteQuery *q, guint32 c)
{
	const Graph *g = s->graph;
	return (q->pins[g->from[c]] == GRAPH_NONE || q->pins[g->from[c]] == c) &&
	       (!q->back || q->back[g->to[c]] == GRAPH_NONE || q->back[g->to[c]] == g->reverse[c]);
}

/* Whether the route so far, which ends with channel c, passes switch w. */
static gboolean passes(const RouteSearch *s, guint32 c, guint32 w)
{
	for (; c != GRAPH_NONE; c = s->previous[c])
		if (s->graph->from[c] == w)
			return TRUE;
	return FALSE;
}

/* The last channel of a shortest route in one lane, GRAPH_NONE when there is none. */
static guint32 spread(RouteSearch *s, const RouteQuery *q, LaneMask lane)
{
	const Graph *g = s->graph;
	guint32 n = 0;
	count_effort(s, g->n_channels);
	for (guint32 c = 0; c < g->n_channels; c++)
		s->previous[c] = UNSEEN;
	for (guint32 c = g->first[q->source]; c < g->first[q->source + 1]; c++)
		if (is_free(s, q, c)) {
			s->previous[c] = GRAPH_NONE;
			s->line[n++] = c;
		}
	for (guint32 i = 0; i < n; i++) {
		guint32 c = s->line[i], w = g->to[c];
		s->looked++;
		count_effort(s, g->first[w + 1] - g->first[w]);
		if (w == q->target)
			return c;
		for (guint32 next = g->first[w]; next < g->first[w + 1]; next++)
			if (s->previous[next] == UNSEEN && is_free(s, q, next) &&
			    (lane_set_turn(s->lanes, c, next) & lane) && !passes(s, c, g->to[next])) {
				s->previous[next] = c;
				s->line[n++] = next;
			}
	}
	return GRAPH_NONE;
}

static guint route_length(const RouteSearch *s, guint32 c)
{
	guint length = 0;
	for (; c != GRAPH_NONE; c = s->previous[c])
		length++;
	return length;
}

gboolean route_search_long(RouteSearch *s, const RouteQuery *q)
{
	s->length = GRAPH_FAR;
	for (guint lane = 0; s->looked < LONG_EFFORT && lane < s->lanes->n_lanes; lane++) {
		guint32 last = (q->lanes >> lane & 1) ? spread(s, q, (LaneMask)(1u << lane)) : GRAPH_NONE;
		guint length = last == GRAPH_NONE ? GRAPH_FAR : route_length(s, last);
		if (length >= s->length)
			continue;
		s->length = length;
		for (guint32 c = last; c != GRAPH_NONE; c = s->previous[c])
			s->route[--length] = c;
	}
	return s->length < GRAPH_FAR;
}
