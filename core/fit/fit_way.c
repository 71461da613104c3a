/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Breadth-first over channels from the switch on, as far as the hops that are left lead to the destination. */
#include "core/fit/fit_way.h"

#include "core/base/error.h"

struct FitWay {
	const FitLanes *fit;
	FitFrozen *frozen;
	const guint8 *hops;
	guint32 *queue;  /* [n_channels] met so far */
	guint32 *before; /* [n_channels] the channel before it on the way */
	guint32 *met;    /* [n_channels] number of the search that met it */
	guint8 *length;  /* [n_channels] of the way up to it */
	guint32 search;
	guint32 path[GRAPH_FAR];
};

FitWay *fit_way_new(const FitLanes *fit, FitFrozen *frozen, const guint8 *hops, GError **error)
{
	gsize n = fit->graph->n_channels + 1;
	FitWay *way = g_new0(FitWay, 1);
	*way = (FitWay){.fit = fit, .frozen = frozen, .hops = hops};
	way->queue = g_try_new(guint32, n);
	way->before = g_try_new(guint32, n);
	way->met = g_try_new0(guint32, n);
	way->length = g_try_malloc(n);
	if (way->queue && way->before && way->met && way->length)
		return way;
	fit_way_free(way);
	sssp_error_memory(error, "ways", n * sizeof(guint32));
	return NULL;
}

void fit_way_free(FitWay *way)
{
	if (!way)
		return;
	g_free(way->queue);
	g_free(way->before);
	g_free(way->met);
	g_free(way->length);
	g_free(way);
}

typedef struct {
	FitWay *way;
	Cdg *cdg;
	guint lane;
	guint32 dest, target;
	guint most; /* channels */
	guint32 n;  /* in the queue */
} Search;

/* Channel c after channel `in`, GRAPH_NONE where the way begins. */
static void meet(Search *s, guint32 in, guint32 c)
{
	FitWay *way = s->way;
	const Graph *g = way->fit->graph;
	guint length = in == GRAPH_NONE ? 1 : way->length[in] + 1u;
	if (way->met[c] == way->search || !graph_has_lane(g, c, s->lane) ||
	    length + way->hops[(gsize)s->target * g->n_switches + g->to[c]] > s->most ||
	    (in != GRAPH_NONE && !cdg_is_free(s->cdg, in, c)))
		return;
	way->met[c] = way->search;
	way->before[c] = in;
	way->length[c] = (guint8)length;
	way->queue[s->n++] = c;
}

/* All channels that may come after `in`, at switch v. */
static void go_on(Search *s, guint32 in, guint32 v)
{
	const Graph *g = s->way->fit->graph;
	guint32 n = g->first[v + 1] - g->first[v];
	if (fit_frozen_at(s->way->frozen, s->dest, v)) {
		meet(s, in, route_channel(g, routes_row(s->way->fit->routes, s->dest), v));
		return;
	}
	s->cdg->looked += n;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = g->first[v] + (i + s->dest) % n;
		if (in == GRAPH_NONE || c != g->reverse[in])
			meet(s, in, c);
	}
}

/* Lists the way that ends with channel c; 0 when it comes by at a switch twice. */
static guint list(FitWay *way, guint32 c)
{
	const Graph *g = way->fit->graph;
	guint n = 0;
	for (; c != GRAPH_NONE; c = way->before[c]) {
		for (guint i = 0; i < n; i++)
			if (g->from[way->path[i]] == g->from[c])
				return 0;
		way->path[n++] = c;
	}
	return n;
}

const guint32 *fit_way_find(FitWay *way, guint lane, guint32 dest, guint32 v, guint detour, guint *n)
{
	const Graph *g = way->fit->graph;
	guint32 target = g->dests[dest].vertex;
	Search s = {.way = way, .cdg = way->fit->lane[lane], .lane = lane, .dest = dest, .target = target};
	s.most = MIN(way->hops[(gsize)target * g->n_switches + v] + detour, GRAPH_FAR - 1u);
	way->search++;
	go_on(&s, GRAPH_NONE, v);
	for (guint32 i = 0; i < s.n; i++) {
		guint32 c = way->queue[i];
		if (g->to[c] != target)
			go_on(&s, c, g->to[c]);
		else if ((*n = list(way, c)))
			return way->path;
	}
	return NULL;
}
