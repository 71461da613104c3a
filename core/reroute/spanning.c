/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Repairs the multicast tree on lane 0. Cables of the previous tree that are still there come first, as far as their
 * turns close no cycle. Where these do not join all endpoints, other cables follow, in the order of their numbers, if
 * they join two pieces and close no cycle. Where endpoints are not joined by that either, room is made for a tree if
 * lanes are by SL: pairs of switches get other lanes (fit_beside_tree.h).
 */
#include "core/reroute/spanning.h"

#include "core/base/error.h"
#include "core/base/union_find.h"
#include "core/fit/fit_beside_tree.h"
#include "core/graph/spanning_tree.h"
#include "core/previous/history.h"

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

/* Adds the cables of `of` [n_channels] (NULL: all). Returns whether all of these are in the tree then. */
static gboolean add_cables(const Reroute *r, guint32 *piece, const guint8 *of)
{
	gboolean all = TRUE;
	for (guint32 c = 0; c < r->graph->n_channels; c++)
		if (!of || of[c])
			all = add_cable(r, piece, c) && all;
	return all;
}

/*
 * Grows the tree, from the cables of `left` first. Where nothing has changed and not all of these fit, none is made
 * here: mcast_tree_hold() may find one beside the routes alone. FALSE without `error` where it does not join all.
 */
static gboolean grow(Reroute *r, guint32 *piece, const guint8 *left, GError **error)
{
	GError *failure = NULL;
	union_find_reset(piece, r->graph->n_switches);
	memset(r->spanning, 0, r->graph->n_channels);
	lane_use_begin(r->use);
	if (!add_cables(r, piece, left) && r->before->unchanged)
		return FALSE;
	gboolean joins = spanning_tree_joins(r->graph, r->hops, r->spanning, &failure);
	if (!joins && !failure) {
		add_cables(r, piece, NULL);
		joins = spanning_tree_joins(r->graph, r->hops, r->spanning, &failure);
	}
	return sssp_error_pass(error, failure) && joins;
}

gboolean spanning_keep(Reroute *r, GError **error)
{
	GError *failure = NULL;
	gsize n = r->graph->n_channels;
	if (r->before->unchanged && !r->before->view.stand->mcast)
		return TRUE;
	g_autofree guint32 *piece = g_try_new(guint32, r->graph->n_switches + 1);
	g_autofree guint8 *left = g_try_malloc(n + 1);
	r->spanning = g_try_malloc(n + 1);
	if (!piece || !left || !r->spanning)
		return sssp_error_memory(error, "multicast trees", n + r->graph->n_switches * sizeof *piece);
	spanning_previous(r->before, r->graph, left);
	if (!grow(r, piece, left, &failure)) {
		lane_use_undo(r->use);
		g_clear_pointer(&r->spanning, g_free);
	}
	return sssp_error_pass(error, failure);
}

/*
 * Puts what earlier connections use into r->use, as far as it closes no cycle (history.h), and returns what is in use
 * on the tree's lane; NULL with SSSP_ERROR_MEMORY. These lanes are left out of r->layers then: history_carry() finds
 * last which of them go with the tree.
 */
static guint8 *find_used(Reroute *r, GError **error)
{
	guint8 *used = history_carry(r->before, r->graph, r->routes, r->layers, r->use, error)
			       ? lane_use_marks(r->use, LANE, error)
			       : NULL;
	g_clear_pointer(&r->layers->also, g_free);
	return used;
}

gboolean spanning_make_room(Reroute *r, GError **error)
{
	GError *failure = NULL;
	gsize n = r->graph->n_switches;
	LaneUse *use = NULL;
	gboolean unproven = r->layers->unproven && memchr(r->layers->unproven, 1, n * n);
	if (r->spanning || !r->layers->layer || r->options->max_lanes < 2 || unproven || r->before->unchanged)
		return TRUE;
	g_autofree guint8 *used = r->use ? find_used(r, error) : NULL;
	if (r->use && !used)
		return FALSE;
	if (!(r->spanning = g_try_malloc0(r->graph->n_channels + (gsize)1)))
		return sssp_error_memory(error, "multicast trees", r->graph->n_channels);
	g_clear_pointer(&r->layers->also, g_free);
	spanning_previous(r->before, r->graph, r->spanning);
	if (!fit_beside_tree(r->graph, r->hops, r->options->max_lanes, used, r->spanning, r->routes, r->layers, &use,
			     &failure)) {
		g_clear_pointer(&r->spanning, g_free);
		return sssp_error_pass(error, failure);
	}
	if (use) {
		lane_use_free(r->use);
		r->use = use;
		r->had_unproven = TRUE; /* the last check looks at all pairs again */
	} else {
		lane_use_add_tree(r->use, LANE, r->spanning);
	}
	return TRUE;
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
