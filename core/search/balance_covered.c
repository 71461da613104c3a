/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pass after pass, tree after tree; those who are left in one pass may have the first lane in the next. */
#include "core/search/balance_covered.h"

#include "core/base/error.h"
#include "core/search/lane_tree.h"

#include <string.h>

/* Passes after the last, of trees to which there are pairs without a lane that the first lane may still serve. */
#define MORE_PASSES 64
/* Times a tree is made again with ways round for those that need one. */
#define ROUNDS 1

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

static void route_dest(LaneTree *w, guint32 dest, const guint8 *spanning, gboolean again, LaneMask *legal)
{
	lane_tree_aim(w, dest);
	if (again)
		lane_tree_withdraw(w, dest);
	make_tree(w, spanning);
	lane_tree_publish(w, dest, legal);
	lane_tree_count(w, dest);
}

static gboolean is_left(const LaneTree *w, gsize s, gsize t)
{
	return s != t && !w->common[s * w->graph->n_switches + t] && pair_of_hosts(w->graph, (guint32)s, (guint32)t);
}

/*
 * Pairs whose ways there and back have no lane in common may have the first in the next pass, for which the spanning
 * tree can always be gone. `again` marks the trees to these; FALSE when there are none.
 */
static guint left_pairs;
static gboolean leave_first_lane(LaneTree *w, guint8 *again)
{
	gsize n = w->graph->n_switches;
	gboolean some = FALSE; left_pairs = 0;
	memset(again, 0, n);
	for (gsize i = 0; i < n * n; i++) {
		if (!is_left(w, i / n, i % n))
			continue;
		w->common[i] = 1;
		again[i / n] = again[i % n] = 1;
		some = TRUE; left_pairs++;
	}
	return some;
}

gboolean balance_covered(const Graph *graph, const LaneSet *lanes, LaneMask *common, const CoveredOptions *options,
			 guint64 *effort, Routes *routes, LaneMask *legal, GError **error)
{
	g_autofree guint8 *again = g_try_malloc0(graph->n_switches + 1);
	g_autoptr(LaneTree) tree = lane_tree_new(graph, lanes, common, routes, effort, error);
	if (!tree)
		return FALSE;
	if (!again)
		return sssp_error_memory(error, "trees", graph->n_switches);
	tree->longer = options->longer;
	tree->most_lanes = options->most_lanes;
	for (guint pass = 0; pass < options->passes + (options->longer ? MORE_PASSES : 0); pass++) {
		gboolean more = pass >= options->passes;
		if (more && !*effort)
			break;
		gboolean left = pass && options->longer && leave_first_lane(tree, again);
		if (g_getenv("SSSP_TRACE") && pass && options->longer) { guint a = 0; for (guint i = 0; i < graph->n_switches; i++) a += again[i]; g_printerr("    pass %u trees %u pairs %u effort %.1fM\n", pass, a, left_pairs, (double)*effort / 1e6);}
		if (more && !left)
			break;
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (pass < options->passes || again[graph->dests[d].vertex])
				route_dest(tree, d, options->spanning, pass > 0, legal);
	}
	routes->passes = options->passes;
	return TRUE;
}
