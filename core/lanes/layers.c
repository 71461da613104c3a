/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All dependencies that the routes of a lane make are marked, each turn once, and sorted topologically. */
#include "core/lanes/layers.h"

#include "core/graph/cdg.h"
#include "core/base/crew.h"
#include "core/base/error.h"
#include "core/graph/routes.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const Routes *routes;
	LayersScope scope;
	const Layers *layers;
	guint lane;
	const CdgTurns *turns;
	guint32 *stamp; /* [n_switches] latest destination that passed a switch on this lane, GRAPH_NONE none */
	guint32 *next;  /* [n_switches] scratch: channel of each switch */
	guint8 *used;   /* [turns] */
} Marks;

Layers *layers_single(void)
{
	Layers *layers = g_new0(Layers, 1);
	layers->n_needed = layers->n_layers = 1;
	return layers;
}

Layers *layers_new(const Graph *graph, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	if (!(layers->layer = g_try_malloc0(entries + 1))) {
		sssp_error_memory(error, "layers", entries);
		return NULL;
	}
	return g_steal_pointer(&layers);
}

Layers *layers_copy(const Graph *graph, const Layers *layers, GError **error)
{
	gsize entries = (gsize)graph->n_dests * graph->n_switches, pairs = (gsize)graph->n_switches * graph->n_switches;
	g_autoptr(Layers) copy = layers_single();
	*copy = *layers;
	copy->layer = layers->layer ? g_try_malloc(entries + 1) : NULL;
	memset(copy->used, 0, sizeof copy->used);
	copy->tree = NULL;
	copy->unproven = layers->unproven ? g_try_malloc(pairs + 1) : NULL;
	if ((layers->layer && !copy->layer) || (layers->unproven && !copy->unproven)) {
		sssp_error_memory(error, "layers", entries + pairs);
		return NULL;
	}
	if (copy->layer)
		memcpy(copy->layer, layers->layer, entries);
	if (copy->unproven)
		memcpy(copy->unproven, layers->unproven, pairs);
	return g_steal_pointer(&copy);
}

void layers_swap(Layers *a, Layers *b)
{
	Layers old = *a;
	*a = *b;
	*b = old;
}

void layers_free(Layers *layers)
{
	if (!layers)
		return;
	g_free(layers->layer);
	g_free(layers->unproven);
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_free(layers->used[lane]);
	g_free(layers->tree);
	g_free(layers);
}

/* Whether a route counts. */
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
static void mark_tree(const Marks *m, guint32 dest, guint lane)
{
	const Graph *graph = m->graph;
	const guint8 *row = routes_row(m->routes, dest);
	const guint8 *layer = m->layers->layer ? m->layers->layer + (gsize)dest * graph->n_switches : NULL;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!counts(m, v, dest) || (layer && layer[v] != lane))
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

/* The same where every switch's route counts, as it does to a host on a lane of its own: no walks are needed. */
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
	for (guint32 d = share * SHARE; d < MIN((share + 1) * SHARE, m->graph->n_dests); d++)
		if (!m->layers->layer && !m->layers->unproven && m->scope == LAYERS_OF_ALL && m->graph->dests[d].is_port)
			mark_whole_tree(m, d);
		else
			mark_tree(m, d, m->lane);
}

/* Each thread but the first marks in an array of its own. */
static gboolean prepare(Marks *m, guint8 *used, GError **error)
{
	gsize n_turns = m->turns->first[m->graph->n_channels];
	m->stamp = g_try_new(guint32, m->graph->n_switches + 1);
	m->next = g_try_new(guint32, m->graph->n_switches + 1);
	m->used = used ? used : g_try_malloc0(n_turns + 1);
	if (!m->stamp || !m->next || !m->used)
		return sssp_error_memory(error, "dependencies", n_turns);
	memset(m->stamp, 0xff, m->graph->n_switches * sizeof *m->stamp);
	return TRUE;
}

gboolean layers_mark_lane(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers, guint lane,
			  const CdgTurns *turns, guint8 *used, GError **error)
{
	guint32 shares = (graph->n_dests + SHARE - 1) / SHARE, n_turns = turns->first[graph->n_channels];
	guint n = graph_threads_with(graph, graph->n_dests, n_turns);
	g_autofree Marks *worker = g_new0(Marks, n);
	g_autofree gpointer *workers = g_new0(gpointer, n);
	gboolean ready = TRUE;
	for (guint i = 0; ready && i < n; i++) {
		worker[i] = (Marks){graph, routes, scope, layers, lane, turns, NULL, NULL, NULL};
		workers[i] = &worker[i];
		ready = prepare(&worker[i], i == 0 ? used : NULL, error);
	}
	if (ready)
		crew_run(workers, n, shares, &(CrewJob){.work = mark_share});
	for (guint i = 0; i < n; i++) {
		for (guint32 t = 0; ready && i && t < n_turns; t++)
			used[t] |= worker[i].used[t];
		if (i)
			g_free(worker[i].used);
		g_free(worker[i].stamp);
		g_free(worker[i].next);
	}
	return ready;
}

static gboolean are_acyclic(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			    GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	if (!turns)
		return FALSE;
	gsize n_turns = turns->first[graph->n_channels];
	g_autofree guint8 *used = g_try_malloc(n_turns + 1);
	if (!used)
		return sssp_error_memory(error, "dependencies", n_turns);
	for (guint lane = 0; lane < layers->n_layers; lane++) {
		memset(used, 0, n_turns);
		if (!layers_mark_lane(graph, routes, scope, layers, lane, turns, used, error) ||
		    !cdg_is_acyclic(turns, used, error))
			return FALSE;
	}
	return TRUE;
}

gboolean layers_are_acyclic(const Graph *graph, const Routes *routes, LayersScope scope, const guint8 *layer,
			    guint n_layers, GError **error)
{
	/* Nothing is written through it. */
	return are_acyclic(graph, routes, scope, &(Layers){.layer = (guint8 *)layer, .n_layers = n_layers}, error);
}

gboolean layers_are_proven(const Graph *graph, const Routes *routes, const Layers *layers, GError **error)
{
	return layers_fit_links(graph, routes, layers) && are_acyclic(graph, routes, LAYERS_OF_ALL, layers, error);
}

void layers_compact(const Graph *graph, const Routes *routes, Layers *layers)
{
	gsize n = graph->n_switches;
	guint8 number[G_MAXUINT8 + 1] = {0};
	gboolean used[G_MAXUINT8 + 1] = {FALSE};
	guint lanes = 0;
	if (!layers->layer)
		return;
	for (guint32 d = 0; d < graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (v != graph->dests[d].vertex && routes_row(routes, d)[v] != ROUTE_NONE &&
			    route_carries_data(graph, v, d))
				used[layers->layer[d * n + v]] = TRUE;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (used[lane])
			number[lane] = (guint8)lanes++;
	if (lanes == layers->n_layers)
		return;
	for (gsize i = 0; i < graph->n_dests * n; i++)
		layers->layer[i] = number[layers->layer[i]];
	layers->n_layers = MAX(lanes, 1);
	layers->n_needed = MIN(layers->n_needed, layers->n_layers);
	if (layers->n_layers == 1)
		g_clear_pointer(&layers->layer, g_free);
}
