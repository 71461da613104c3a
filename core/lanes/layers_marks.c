/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Marks which turns (a channel and the next) the routes of each lane make, for the check that no lane has a cycle.
 * Routes to a destination are a tree, and each switch of it is visited once a lane. Threads take trees, and mark in
 * tables of their own, which are ORed at the end. For one lane the table has a byte a turn; for all lanes at once it
 * has a word a turn, with a bit a lane.
 */
#include "core/lanes/layers.h"

#include "core/base/arena.h"
#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const Routes *routes;
	LayersScope scope;
	const Layers *layers;
	guint16 asked; /* the lanes whose turns are marked, a bit each; one where `used` is filled */
	const CdgTurns *turns;
	guint32 *stamp; /* [n_switches] 1 + the latest destination followed from a switch */
	guint16 *done;  /* [n_switches] on which lanes those routes were followed */
	guint8 *used;   /* [turns] 1: on the lane asked for; or NULL */
	guint16 *lanes; /* [turns] a bit for each lane; or NULL */
} Marks;

/* Whether a route counts: it is in the scope, and of a pair that layers->unproven does not mark. */
static inline gboolean counts(const Marks *m, guint32 v, guint32 dest)
{
	const Graph *graph = m->graph;
	if (m->scope == LAYERS_OF_HOSTS ? !route_of_hosts(graph, v, dest) : !route_carries_data(graph, v, dest))
		return FALSE;
	return layers_pair_is_proven(m->layers, (gsize)v * graph->n_switches + graph->dests[dest].vertex);
}

/*
 * Marks the turns that one tree's routes make on the lanes asked for. Routes of one tree that meet go on together, so a
 * walk ends at a switch from which earlier walks followed the route on all of the walk's lanes.
 */
static void mark_tree(const Marks *m, guint32 dest)
{
	const Graph *graph = m->graph;
	const guint8 *row = routes_row(m->routes, dest);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint16 more = counts(m, v, dest) ? layers_of_route(graph, m->layers, v, dest) & m->asked : 0;
		guint32 a = more ? route_channel(graph, row, v) : GRAPH_NONE;
		while (a != GRAPH_NONE) {
			guint32 u = graph->from[a];
			guint16 done = m->stamp[u] == dest + 1 ? m->done[u] : 0;
			more &= (guint16)~done;
			if (!more)
				break;
			m->stamp[u] = dest + 1;
			m->done[u] = done | more;
			guint32 b = route_channel(graph, row, graph->to[a]);
			if (b != GRAPH_NONE && m->lanes)
				m->lanes[cdg_turn(m->turns, a, b)] |= more;
			else if (b != GRAPH_NONE)
				m->used[cdg_turn(m->turns, a, b)] = 1;
			a = b;
		}
	}
}

/* Destinations that a thread takes at a time. */
#define SHARE 64

/*
 * Marks the turns of the trees first .. end - 1 where the route of every switch counts and all are on one lane: then
 * each entry and the next one are a turn, and no walk is needed. Switch by switch, as its turns lie side by side.
 */
static void mark_whole_trees(const Marks *m, guint32 first, guint32 end)
{
	const Graph graph = *m->graph; /* a copy that no write to `used` can change, as the compiler sees */
	const guint32 *base = m->turns->base;
	guint8 *used = m->used;
	routes_fetch(m->routes, first, end);
	for (guint32 v = 0; first < end && v < graph.n_switches; v++)
		for (const guint8 *row = routes_row(m->routes, first), *stop = routes_row(m->routes, end); row < stop;
		     row += graph.n_switches) {
			guint32 a = route_channel(&graph, row, v);
			guint32 b = a == GRAPH_NONE ? GRAPH_NONE : route_channel(&graph, row, graph.to[a]);
			if (b != GRAPH_NONE)
				used[base[a] + b] = 1;
		}
}

static void mark_share(gpointer data, guint32 share)
{
	const Marks *m = data;
	gboolean alone = m->used && !m->layers->layer && !m->layers->unproven && m->scope == LAYERS_OF_ALL;
	guint32 d = share * SHARE, end = MIN(d + SHARE, m->graph->n_dests);
	for (guint32 first = d; d < end; first = d) {
		/* Every switch's route to a CA's or router's port counts. */
		while (alone && d < end && m->graph->dests[d].is_port)
			d++;
		mark_whole_trees(m, first, d);
		if (d < end)
			mark_tree(m, d++);
	}
}

/* The tables of a thread: the first one marks in the caller's. */
static Marks marks_of_thread(const Marks *all, gboolean first, Arena *arena)
{
	gsize n_turns = all->turns->first[all->graph->n_channels], n = all->graph->n_switches;
	Marks m = *all;
	m.stamp = arena_new_array0(arena, guint32, n);
	m.done = arena_new_array(arena, guint16, n);
	if (!first && all->lanes)
		m.lanes = arena_new_array0(arena, guint16, n_turns);
	else if (!first)
		m.used = arena_new_array0(arena, guint8, n_turns);
	return m;
}

/* ORs what a thread other than the first has marked into the tables of the first. */
static void add(const Marks *m, const Marks *all)
{
	gsize n_turns = all->turns->first[all->graph->n_channels];
	for (gsize t = 0; all->used && t < n_turns; t++)
		all->used[t] |= m->used[t];
	for (gsize t = 0; all->lanes && t < n_turns; t++)
		all->lanes[t] |= m->lanes[t];
}

static gboolean mark(const Marks *all, GError **error)
{
	const Graph *graph = all->graph;
	guint64 bytes = all->turns->first[graph->n_channels] * (all->lanes ? sizeof *all->lanes : sizeof *all->used);
	guint32 shares = (graph->n_dests + SHARE - 1) / SHARE;
	guint n = graph_threads_with(graph, graph->n_dests, bytes);
	g_autoptr(Arena) arena = arena_new();
	g_autofree Marks *worker = g_new0(Marks, n);
	for (guint i = 0; i < n; i++)
		worker[i] = marks_of_thread(all, i == 0, arena);
	if (!arena_check(arena, "dependencies", error))
		return FALSE;
	crew_run(worker, sizeof *worker, n, shares, &(CrewJob){.work = mark_share});
	for (guint i = 1; i < n; i++)
		add(&worker[i], all);
	return TRUE;
}

gboolean layers_mark_lane(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers, guint lane,
			  const CdgTurns *turns, guint8 *used, GError **error)
{
	Marks all = {.graph = graph, .routes = routes, .scope = scope, .layers = layers, .turns = turns};
	all.asked = (guint16)(1u << lane);
	all.used = used;
	return mark(&all, error);
}

gboolean layers_mark_lanes(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			   const CdgTurns *turns, guint16 *lanes, GError **error)
{
	Marks all = {.graph = graph, .routes = routes, .scope = scope, .layers = layers, .turns = turns};
	all.asked = G_MAXUINT16;
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
			  const CdgTurns *turns, guint8 **used, GError **error)
{
	gsize n_turns = turns->first[graph->n_channels];
	guint missing = 0; /* a bit for each lane to mark */
	for (guint lane = 0; lane < layers->n_layers; lane++) {
		missing |= used[lane] ? 0 : 1u << lane;
		if (!used[lane] && !(used[lane] = g_try_malloc0(n_turns + 1)))
			return sssp_error_memory(error, "dependencies", n_turns);
	}
	if (!missing || layers->n_layers == 1)
		return !missing || layers_mark_lane(graph, routes, scope, layers, 0, turns, used[0], error);
	g_autofree guint16 *lanes = g_try_new0(guint16, n_turns + 1);
	if (!lanes)
		return sssp_error_memory(error, "dependencies", n_turns * sizeof *lanes);
	if (!layers_mark_lanes(graph, routes, scope, layers, turns, lanes, error))
		return FALSE;
	for (guint lane = 0; missing >> lane; lane++)
		if (missing >> lane & 1)
			layers_pick_lane(lanes, lane, turns, used[lane]);
	return TRUE;
}
