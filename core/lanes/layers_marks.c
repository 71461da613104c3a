/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Marks which turns the routes of lanes make. Threads take trees, and mark in tables of their own, which are added up.
 * For one lane the table has a byte a turn; for all lanes at once it has a word a turn, with a bit a lane.
 */
#include "core/lanes/layers.h"

#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const Routes *routes;
	LayersScope scope;
	const Layers *layers;
	guint lane; /* the lane at hand, where `used` is filled */
	const CdgTurns *turns;
	guint32 *stamp; /* [n_switches] latest destination followed from a switch, GRAPH_NONE: none */
	guint16 *done;  /* [n_switches] on which lanes those routes were followed */
	guint32 *next;  /* [n_switches] scratch: channel of each switch's entry */
	guint8 *used;   /* [turns] 1: on the lane at hand; or NULL */
	guint16 *lanes; /* [turns] a bit for each lane; or NULL */
} Marks;

/* Whether a route counts: it is in the scope, and of a pair that is not unproven. */
static inline gboolean counts(const Marks *m, guint32 v, guint32 dest)
{
	const Graph *graph = m->graph;
	const guint8 *unproven = m->layers->unproven;
	if (m->scope == LAYERS_OF_HOSTS ? !route_of_hosts(graph, v, dest) : !route_carries_data(graph, v, dest))
		return FALSE;
	return !unproven || !unproven[(gsize)v * graph->n_switches + graph->dests[dest].vertex];
}

/*
 * Marks the dependencies that one tree's routes make on a lane. Routes of one tree that meet go on together, so each
 * walk ends where an earlier one on this lane came by.
 */
static void mark_tree(const Marks *m, guint32 dest)
{
	const Graph *graph = m->graph;
	const guint8 *row = routes_row(m->routes, dest);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!counts(m, v, dest) || !(layers_of_route(graph, m->layers, v, dest) >> m->lane & 1))
			continue;
		guint32 a = route_channel(graph, row, v);
		while (a != GRAPH_NONE && m->stamp[graph->from[a]] != dest) {
			guint32 b = route_channel(graph, row, graph->to[a]);
			m->stamp[graph->from[a]] = dest;
			if (b != GRAPH_NONE)
				m->used[cdg_turn(m->turns, a, b)] = 1;
			a = b;
		}
	}
}

/*
 * Marks the turns that one tree's routes make on all lanes. A walk ends at a switch from which earlier walks followed
 * the route on all of the walk's lanes.
 */
static void mark_tree_lanes(const Marks *m, guint32 dest)
{
	const Graph *graph = m->graph;
	const guint8 *row = routes_row(m->routes, dest);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint16 more = counts(m, v, dest) ? layers_of_route(graph, m->layers, v, dest) : 0;
		guint32 a = more ? route_channel(graph, row, v) : GRAPH_NONE;
		while (a != GRAPH_NONE) {
			guint32 u = graph->from[a], b = route_channel(graph, row, graph->to[a]);
			guint16 done = m->stamp[u] == dest ? m->done[u] : 0;
			more &= (guint16)~done;
			if (!more)
				break;
			m->stamp[u] = dest;
			m->done[u] = done | more;
			if (b != GRAPH_NONE)
				m->lanes[cdg_turn(m->turns, a, b)] |= more;
			a = b;
		}
	}
}

/*
 * Marks the turns that one tree's routes make where the route of every switch counts and all are on one lane: then each
 * entry and the next one are a turn, and no walk is needed.
 */
static void mark_whole_tree(const Marks *m, guint32 dest)
{
	const Graph *graph = m->graph;
	const guint8 *row = routes_row(m->routes, dest);
	for (guint32 v = 0; v < graph->n_switches; v++)
		m->next[v] = route_channel(graph, row, v);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 a = m->next[v], b = a == GRAPH_NONE ? GRAPH_NONE : m->next[graph->to[a]];
		if (b != GRAPH_NONE)
			m->used[cdg_turn(m->turns, a, b)] = 1;
	}
}

/* Destinations that a thread takes at a time. */
#define SHARE 64

static void mark_share(gpointer data, guint32 share)
{
	const Marks *m = data;
	gboolean alone = !m->layers->layer && !m->layers->unproven && m->scope == LAYERS_OF_ALL;
	for (guint32 d = share * SHARE; d < MIN((share + 1) * SHARE, m->graph->n_dests); d++)
		if (m->lanes)
			mark_tree_lanes(m, d);
		else if (alone && m->graph->dests[d].is_port)
			mark_whole_tree(m, d);
		else
			mark_tree(m, d);
}

/* Allocates the tables of a thread: the first one marks in the caller's. FALSE with SSSP_ERROR_MEMORY. */
static gboolean prepare(Marks *m, const Marks *all, gboolean first, GError **error)
{
	gsize n_turns = all->turns->first[all->graph->n_channels], n = all->graph->n_switches;
	*m = *all;
	m->stamp = g_try_new(guint32, n + 1);
	m->done = g_try_new(guint16, n + 1);
	m->next = g_try_new(guint32, n + 1);
	if (!first) {
		m->used = all->used ? g_try_malloc0(n_turns + 1) : NULL;
		m->lanes = all->lanes ? g_try_new0(guint16, n_turns + 1) : NULL;
	}
	if (!m->stamp || !m->done || !m->next || (!m->used && !m->lanes))
		return sssp_error_memory(error, "dependencies", n_turns);
	memset(m->stamp, 0xff, n * sizeof *m->stamp);
	return TRUE;
}

/* Adds what a thread other than the first has marked. */
static void add(const Marks *m, const Marks *all)
{
	gsize n_turns = all->turns->first[all->graph->n_channels];
	for (gsize t = 0; all->used && t < n_turns; t++)
		all->used[t] |= m->used[t];
	for (gsize t = 0; all->lanes && t < n_turns; t++)
		all->lanes[t] |= m->lanes[t];
}

static void release(Marks *m, gboolean first)
{
	g_free(m->stamp);
	g_free(m->done);
	g_free(m->next);
	if (!first) {
		g_free(m->used);
		g_free(m->lanes);
	}
}

static gboolean mark(const Marks *all, GError **error)
{
	const Graph *graph = all->graph;
	guint64 bytes = all->turns->first[graph->n_channels] * (all->lanes ? sizeof *all->lanes : sizeof *all->used);
	guint32 shares = (graph->n_dests + SHARE - 1) / SHARE;
	guint n = graph_threads_with(graph, graph->n_dests, bytes);
	g_autofree Marks *worker = g_new0(Marks, n);
	g_autofree gpointer *workers = g_new0(gpointer, n);
	gboolean ready = TRUE;
	for (guint i = 0; ready && i < n; i++) {
		workers[i] = &worker[i];
		ready = prepare(&worker[i], all, i == 0, error);
	}
	if (ready)
		crew_run(workers, n, shares, &(CrewJob){.work = mark_share});
	for (guint i = 0; i < n; i++) {
		if (ready && i)
			add(&worker[i], all);
		release(&worker[i], i == 0);
	}
	return ready;
}

gboolean layers_mark_lane(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers, guint lane,
			  const CdgTurns *turns, guint8 *used, GError **error)
{
	Marks all = {.graph = graph, .routes = routes, .scope = scope, .layers = layers, .turns = turns};
	all.lane = lane;
	all.used = used;
	return mark(&all, error);
}

gboolean layers_mark_lanes(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			   const CdgTurns *turns, guint16 *lanes, GError **error)
{
	Marks all = {.graph = graph, .routes = routes, .scope = scope, .layers = layers, .turns = turns};
	all.lanes = lanes;
	return mark(&all, error);
}

void layers_pick_lane(const guint16 *lanes, guint lane, const CdgTurns *turns, guint8 *used)
{
	gsize n_turns = turns->first[turns->graph->n_channels];
	for (gsize t = 0; t < n_turns; t++)
		used[t] = lanes[t] >> lane & 1;
}

gboolean layers_mark_each(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			  const CdgTurns *turns, guint8 *const *used, GError **error)
{
	gsize n_turns = turns->first[graph->n_channels];
	if (layers->n_layers == 1 && used[0]) {
		memset(used[0], 0, n_turns);
		return layers_mark_lane(graph, routes, scope, layers, 0, turns, used[0], error);
	}
	g_autofree guint16 *lanes = g_try_new0(guint16, n_turns + 1);
	if (!lanes)
		return sssp_error_memory(error, "dependencies", n_turns * sizeof *lanes);
	if (!layers_mark_lanes(graph, routes, scope, layers, turns, lanes, error))
		return FALSE;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (used[lane])
			layers_pick_lane(lanes, lane, turns, used[lane]);
	return TRUE;
}
