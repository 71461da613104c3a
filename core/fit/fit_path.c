/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the shortest path that fits a lane by a breadth-first search over channels, from a switch on. A channel follows
 * another only if the turn between them needs no search for a cycle. A channel from which the destination cannot be
 * reached with the hops that are left is passed over.
 */
#include "core/fit/fit_path.h"

struct FitPath {
	const FitLanes *fit;
	FitFrozen *frozen;
	guint32 *queue;  /* [n_channels] channels met so far, in the order in which they were */
	guint32 *before; /* [n_channels] the channel before it on the path, GRAPH_NONE: it is the first */
	guint32 *met;    /* [n_channels] number of the search that met it last */
	guint8 *length;  /* [n_channels] channels of the path up to it */
	guint32 search;
	guint32 path[GRAPH_FAR];
};

FitPath *fit_path_new(const FitLanes *fit, FitFrozen *frozen, Arena *arena)
{
	gsize n = fit->graph->n_channels;
	FitPath *finder = arena_new_array0(arena, FitPath, 1);
	if (!finder)
		return NULL;
	finder->fit = fit;
	finder->frozen = frozen;
	finder->queue = arena_new_array(arena, guint32, n);
	finder->before = arena_new_array(arena, guint32, n);
	finder->met = arena_new_array0(arena, guint32, n);
	finder->length = arena_new_array(arena, guint8, n);
	return finder;
}

typedef struct {
	FitPath *finder;
	Cdg *cdg;
	guint lane;
	guint32 dest, target;
	guint most; /* channels that the path may have */
	guint32 n;  /* channels in the queue */
} Search;

/* Adds channel c to the queue, after channel `in` (GRAPH_NONE: the path begins with c), if a path may go on so. */
static void meet(Search *s, guint32 in, guint32 c)
{
	FitPath *finder = s->finder;
	const Graph *g = finder->fit->graph;
	guint length = in == GRAPH_NONE ? 1 : finder->length[in] + 1u;
	if (finder->met[c] == finder->search || !graph_has_lane(g, c, s->lane) ||
	    length + finder->fit->hops[(gsize)s->target * g->n_switches + g->to[c]] > s->most ||
	    (in != GRAPH_NONE && !cdg_needs_no_search(s->cdg, in, c)))
		return;
	finder->met[c] = finder->search;
	finder->before[c] = in;
	finder->length[c] = (guint8)length;
	finder->queue[s->n++] = c;
}

/* Adds all channels of switch v to the queue that may come after channel `in`; where its entry is frozen, only that. */
static void go_on(Search *s, guint32 in, guint32 v)
{
	const Graph *g = s->finder->fit->graph;
	guint32 n = g->first[v + 1] - g->first[v];
	if (fit_frozen_at(s->finder->frozen, s->dest, v)) {
		meet(s, in, route_channel(g, routes_row(s->finder->fit->routes, s->dest), v));
		return;
	}
	s->cdg->looked += n;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = g->first[v] + (i + s->dest) % n;
		if (in == GRAPH_NONE || c != g->reverse[in])
			meet(s, in, c);
	}
}

/* Lists the path that ends with channel c in finder->path; returns its channels, 0 when it crosses a switch twice. */
static guint list(FitPath *finder, guint32 c)
{
	const Graph *g = finder->fit->graph;
	guint n = 0;
	for (; c != GRAPH_NONE; c = finder->before[c]) {
		for (guint i = 0; i < n; i++)
			if (g->from[finder->path[i]] == g->from[c])
				return 0;
		finder->path[n++] = c;
	}
	return n;
}

const guint32 *fit_path_find(FitPath *finder, guint lane, guint32 dest, guint32 v, guint detour, guint *n)
{
	const Graph *g = finder->fit->graph;
	guint32 target = g->dests[dest].vertex;
	Search s = {.finder = finder, .cdg = finder->fit->lane[lane], .lane = lane, .dest = dest, .target = target};
	s.most = MIN(finder->fit->hops[(gsize)target * g->n_switches + v] + detour, GRAPH_FAR - 1u);
	finder->search++;
	go_on(&s, GRAPH_NONE, v);
	for (guint32 i = 0; i < s.n; i++) {
		guint32 c = finder->queue[i];
		if (g->to[c] != target)
			go_on(&s, c, g->to[c]);
		else if ((*n = list(finder, c)))
			return finder->path;
	}
	return NULL;
}
