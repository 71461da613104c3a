/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pass after pass, tree after tree; those who are left in one pass may have the first lane in the next. */
#include "core/search/balance_covered.h"

#include "core/search/lane_tree.h"

/* Passes after the last, while there are pairs without a lane that the first lane may still serve. */
#define MORE_PASSES 8
/* Times a tree is made again with ways round for those that need one. */
#define ROUNDS 6

static void make_tree(LaneTree *w, const guint8 *spanning)
{
	guint32 n = lane_tree_try(w, !w->longer);
	if (!w->longer)
		return;
	n = lane_tree_go_round(w, n, ROUNDS);
	if (n)
		n = lane_tree_go_first_lane(w, n, ROUNDS);
	if (n && spanning)
		lane_tree_go_spanning_tree(w, spanning);
	else if (n)
		lane_tree_try(w, TRUE);
}

static gboolean is_left(const LaneTree *w, gsize s, gsize t)
{
	return s != t && !w->common[s * w->graph->n_switches + t] && pair_of_hosts(w->graph, (guint32)s, (guint32)t);
}

static gboolean some_left(const LaneTree *w)
{
	gsize n = w->graph->n_switches;
	for (gsize i = 0; i < n * n; i++)
		if (is_left(w, i / n, i % n))
			return TRUE;
	return FALSE;
}

/*
 * Pairs whose ways there and back have no lane in common may have the first in the next pass, for which the spanning
 * tree can always be gone.
 */
static void leave_first_lane(LaneTree *w)
{
	gsize n = w->graph->n_switches;
	for (gsize i = 0; i < n * n; i++)
		if (is_left(w, i / n, i % n))
			w->common[i] = 1;
}

gboolean balance_covered(const Graph *graph, const LaneSet *lanes, LaneMask *common, gboolean longer,
			 const guint8 *spanning, guint passes, guint64 *effort, Routes *routes, LaneMask *legal,
			 GError **error)
{
	g_autoptr(LaneTree) tree = lane_tree_new(graph, lanes, common, routes, effort, error);
	if (!tree)
		return FALSE;
	tree->longer = longer;
	for (guint pass = 0; pass < passes || (pass < passes + MORE_PASSES && longer && *effort && some_left(tree));
	     pass++) {
		if (pass && longer)
			leave_first_lane(tree);
		for (guint32 d = 0; d < graph->n_dests; d++) {
			lane_tree_aim(tree, d);
			if (pass)
				lane_tree_withdraw(tree, d);
			make_tree(tree, spanning);
			lane_tree_publish(tree, d, legal);
			lane_tree_count(tree, d);
		}
	}
	routes->passes = passes;
	return TRUE;
}
