/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes routes off lanes that a link on their path lacks. Which lanes have a minimal path is known of all switches
 * before any route is looked at, nearest first.
 */
#include "core/reroute/links.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"
#include "core/lanes/lane_set.h"
#include "core/reroute/settle.h"

#include <string.h>

typedef struct {
	Reroute *r;
	Bfs *bfs;      /* towards the target at hand */
	LaneMask *can; /* [n_switches] lanes that have a minimal path to it */
} Links;

static void find_paths(const Links *l, guint32 target)
{
	const Graph *g = l->r->graph;
	bfs_run(g, target, l->bfs);
	l->can[target] = G_MAXUINT16;
	for (guint32 i = 1; i < l->bfs->n_reached; i++) {
		LaneMask *mine = &l->can[l->bfs->order[i]];
		*mine = 0;
		for (guint32 j = l->bfs->first[i]; j < l->bfs->first[i + 1]; j++) {
			guint32 c = l->bfs->channel[j];
			*mine |= (LaneMask)(graph_lanes_of(g, c) & l->can[g->to[c]]);
		}
	}
}

static gboolean is_minimal(const Links *l, guint32 c)
{
	const Graph *g = l->r->graph;
	return l->bfs->hops[g->to[c]] + 1u == l->bfs->hops[g->from[c]];
}

/* Clears the entry on the path from v after which there is no minimal path in this lane. */
static void clear_path(const Links *l, guint8 *row, guint32 v, guint lane)
{
	const Graph *g = l->r->graph;
	guint32 c;
	for (; (c = route_channel(g, row, v)) != GRAPH_NONE; v = g->to[c])
		if (!is_minimal(l, c) || !(graph_lanes_of(g, c) & l->can[g->to[c]] & 1u << lane)) {
			row[v] = ROUTE_NONE;
			return;
		}
}

/* What went round by way of an entry that is gone goes nowhere now. */
static void clear_rounds(const Links *l, guint8 *row, guint32 target)
{
	const Graph *g = l->r->graph;
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint32 c = route_channel(g, row, v), w = v;
		if (c == GRAPH_NONE || is_minimal(l, c))
			continue;
		while (w != target && (c = route_channel(g, row, w)) != GRAPH_NONE)
			w = g->to[c];
		if (w == target)
			continue;
		row[v] = ROUTE_NONE;
		v = G_MAXUINT32;
	}
}

/* What is sent from one switch. FALSE with SSSP_ERROR_MEMORY. */
static gboolean look_at(const Links *l, guint32 dest, guint32 v, gboolean *cleared, GError **error)
{
	Reroute *r = l->r;
	gsize n = r->graph->n_switches;
	guint32 target = r->graph->dests[dest].vertex;
	guint lane = r->layers->layer[dest * n + v];
	guint8 *row = routes_row(r->routes, dest);
	if (v == target || !route_carries_data(r->graph, v, dest) || r->hops[v * n + target] == GRAPH_FAR ||
	    (r->layers->unproven && r->layers->unproven[v * n + target]) || route_has_lane(r->graph, row, v, lane))
		return TRUE;
	if (!(l->can[v] >> lane & 1))
		return settle_not(r, v, target, error);
	clear_path(l, row, v, lane);
	*cleared = TRUE;
	return TRUE;
}

static gboolean look_at_tree(const Links *l, guint32 dest, GError **error)
{
	Reroute *r = l->r;
	gboolean cleared = FALSE;
	for (guint32 v = 0; v < r->graph->n_switches; v++)
		if (!look_at(l, dest, v, &cleared, error))
			return FALSE;
	if (cleared) {
		clear_rounds(l, routes_row(r->routes, dest), r->graph->dests[dest].vertex);
		r->lost[dest] = TRUE;
	}
	return TRUE;
}

gboolean links_lack(const Reroute *r, guint n_lanes)
{
	const Graph *g = r->graph;
	for (guint32 c = 0; g->lanes && c < g->n_channels; c++)
		if (g->lanes[c] < n_lanes)
			return TRUE;
	return FALSE;
}

gboolean links_clear(Reroute *r, GError **error)
{
	const Graph *g = r->graph;
	if (!links_lack(r, r->layers->n_layers))
		return TRUE;
	g_autoptr(Bfs) bfs = bfs_new(g, error);
	g_autofree LaneMask *can = g_try_new(LaneMask, g->n_switches + 1);
	if (!bfs)
		return FALSE;
	if (!can)
		return sssp_error_memory(error, "lanes of switches", g->n_switches * sizeof *can);
	Links links = {r, bfs, can};
	for (guint32 d = 0; d < g->n_dests; d++) {
		if (!d || g->dests[d].vertex != g->dests[d - 1].vertex)
			find_paths(&links, g->dests[d].vertex);
		if (!look_at_tree(&links, d, error))
			return FALSE;
	}
	return TRUE;
}

gboolean links_changed(const Reroute *r)
{
	const StandView *view = &r->before->view;
	guint16 all = (guint16)((1u << r->options->max_lanes) - 1);
	for (guint32 c = 0; c < view->stand->graph->n_channels; c++) {
		guint32 now = stand_channel(view, c);
		if (now != GRAPH_NONE &&
		    (graph_lanes_of(r->graph, now) & all) != (graph_lanes_of(view->stand->graph, c) & all))
			return TRUE;
	}
	return FALSE;
}
