/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Repairs the multicast tree on lane 0. Cables of the previous tree that are still there come first, as far as their
 * turns close no cycle. Where these do not join all endpoints, other cables follow, in the order of their numbers, if
 * they join two pieces and close no cycle. Where endpoints are not joined by that either, there is no tree.
 */
#include "core/reroute/spanning.h"

#include "core/base/error.h"
#include "core/base/union_find.h"
#include "core/graph/spanning_tree.h"

#include <string.h>

#define LANE 0 /* of multicast (mcast_tree.h) */

/*
 * Adds all turns of the tree into channel c and out of it, on the lane. FALSE: one does not fit, and those added are to
 * be taken back.
 */
static gboolean add_turns(const Reroute *r, guint32 c)
{
	const Graph *g = r->graph;
	for (guint32 b = g->first[g->to[c]]; b < g->first[g->to[c] + 1]; b++)
		if (r->spanning[b] && b != g->reverse[c] &&
		    (!lane_use_add(r->use, LANE, c, b) || !lane_use_add(r->use, LANE, g->reverse[b], g->reverse[c])))
			return FALSE;
	return TRUE;
}

/*
 * Adds a cable to the tree, by one of its channels, if it joins two pieces and fits; switches that are joined are one
 * set of `piece` (union_find.h). Returns whether it is in the tree then.
 */
static gboolean add_cable(const Reroute *r, guint32 *piece, guint32 c)
{
	const Graph *g = r->graph;
	guint n = r->use->added->len;
	if (union_find_root(piece, g->from[c]) == union_find_root(piece, g->to[c]))
		return r->spanning[c];
	if (!add_turns(r, c) || !add_turns(r, g->reverse[c])) {
		lane_use_undo_to(r->use, n);
		return FALSE;
	}
	r->spanning[c] = r->spanning[g->reverse[c]] = 1;
	union_find_join(piece, g->from[c], g->to[c]);
	return TRUE;
}

/*
 * Grows the tree. Where nothing has changed and the previous one does not fit beside all that is in use, none is made
 * here: mcast_tree_hold() may find one beside the routes alone.
 */
static gboolean grow(Reroute *r, guint32 *piece, guint8 *left, GError **error)
{
	const Graph *g = r->graph;
	GError *failure = NULL;
	gboolean fits = TRUE;
	union_find_reset(piece, g->n_switches);
	memset(r->spanning, 0, g->n_channels);
	spanning_previous(r->before, g, left);
	lane_use_begin(r->use);
	for (guint32 c = 0; c < g->n_channels; c++)
		if (left[c] && !add_cable(r, piece, c))
			fits = !r->before->unchanged;
	gboolean joins = fits && spanning_tree_joins(g, r->hops, r->spanning, &failure);
	for (guint32 c = 0; fits && !joins && c < g->n_channels; c++)
		add_cable(r, piece, c);
	if (!joins && (!fits || failure || !spanning_tree_joins(g, r->hops, r->spanning, &failure))) {
		lane_use_undo(r->use);
		g_clear_pointer(&r->spanning, g_free);
	}
	return sssp_error_pass(error, failure);
}

gboolean spanning_keep(Reroute *r, GError **error)
{
	gsize n = r->graph->n_channels;
	if (!r->before->view.stand->mcast)
		return TRUE;
	g_autofree guint32 *piece = g_try_new(guint32, r->graph->n_switches + 1);
	g_autofree guint8 *left = g_try_malloc(n + 1);
	r->spanning = g_try_malloc(n + 1);
	if (!piece || !left || !r->spanning)
		return sssp_error_memory(error, "multicast trees", n + r->graph->n_switches * sizeof *piece);
	return grow(r, piece, left, error);
}

gboolean spanning_previous(const PreviousRoutes *before, const Graph *graph, guint8 *in_tree)
{
	const Stand *stand = before->view.stand;
	gboolean whole = stand->mcast != NULL;
	memset(in_tree, 0, graph->n_channels);
	for (guint32 c = 0; stand->mcast && c < stand->graph->n_channels; c++) {
		if (!stand->mcast[((gsize)stand->graph->from[c] << 8) + stand->graph->port[c]])
			continue;
		guint32 here = stand_channel(&before->view, c);
		if (here != GRAPH_NONE)
			in_tree[here] = 1;
		else
			whole = FALSE;
	}
	/* Cables between the same two switches may have changed their ports. */
	for (guint32 c = 0; whole && c < graph->n_channels; c++)
		whole = in_tree[c] == in_tree[graph->reverse[c]];
	return whole;
}
