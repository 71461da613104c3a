/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pass after pass, tree after tree; those who are left in one pass may have the first lane in the next. */
#include "core/search/balance_covered.h"

#include "core/base/error.h"
#include "core/search/lane_tree.h"

#include <string.h>

/* Passes after the last, of trees to which there are pairs without a lane that the first lane may still serve. */
#define MORE_PASSES 64

static void make_tree(LaneTree *w, const CoveredOptions *options)
{
	guint32 n = lane_tree_try(w, !options->spanning);
	if (options->spanning && options->ways)
		n = lane_tree_go_round(w, n);
	if (n && options->ways)
		n = lane_tree_go_first_lane(w, n);
	if (n)
		lane_tree_go_spanning_tree(w, n, options->spanning);
}

static void route_dest(LaneTree *w, guint32 dest, const CoveredOptions *options, gboolean again, LaneMask *legal)
{
	lane_tree_aim(w, dest);
	if (again)
		lane_tree_withdraw(w, dest);
	make_tree(w, options);
	if (w->stranded)
		return;
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
static gboolean leave_first_lane(LaneTree *w, guint8 *again)
{
	gsize n = w->graph->n_switches;
	gboolean some = FALSE;
	memset(again, 0, n);
	for (gsize i = 0; i < n * n; i++) {
		if (!is_left(w, i / n, i % n))
			continue;
		w->common[i] = 1;
		again[i / n] = again[i % n] = 1;
		some = TRUE;
	}
	return some;
}

/* Whether a destination has a tree of its own. */
static gboolean is_routed(const LaneTree *w, const CoveredOptions *options, const guint32 *host, guint32 dest)
{
	if (options->one_tree && w->graph->dests[dest].is_host)
		return dest == host[w->graph->dests[dest].vertex];
	return !route_follows_host(w->graph, dest);
}

static void follow(const LaneTree *w, const CoveredOptions *options, const guint32 *host, LaneMask *legal)
{
	const Graph *g = w->graph;
	for (guint32 d = 0; options->one_tree && d < g->n_dests; d++)
		if (g->dests[d].is_host && d != host[g->dests[d].vertex])
			routes_follow(g, d, host[g->dests[d].vertex], w->routes, legal);
	routes_follow_hosts(g, host, w->routes, legal);
	if (options->one_tree)
		routes_recount(g, w->routes);
}

/* All passes, and more while there is effort and some pair is left; returns how many of the former were made. */
static guint make_passes(LaneTree *w, const CoveredOptions *options, const guint32 *host, guint8 *again,
			 LaneMask *legal)
{
	guint pass = 0, most = options->passes + (options->spanning ? MORE_PASSES : 0);
	for (; pass < most; pass++) {
		gboolean more = pass >= options->passes;
		if ((more && !w->effort) || (pass && !steps_remain(options->steps)))
			break;
		gboolean left = pass && options->spanning && leave_first_lane(w, again);
		if (more && !left)
			break;
		for (guint32 d = 0; d < w->graph->n_dests && !w->stranded; d++)
			if (is_routed(w, options, host, d) && (!more || again[w->graph->dests[d].vertex]))
				route_dest(w, d, options, pass > 0, legal);
		steps_spend(options->steps, w->looked * COVERED_STEPS);
		w->looked = 0;
	}
	return MIN(pass, options->passes);
}

gboolean balance_covered(const Graph *graph, const LaneSet *lanes, LaneMask *common, const CoveredOptions *options,
			 Routes *routes, LaneMask *legal, GError **error)
{
	g_autofree guint8 *again = g_try_malloc0(graph->n_switches + 1);
	g_autoptr(LaneTree) tree = lane_tree_new(graph, lanes, common, routes, error);
	g_autofree guint32 *host = tree ? routes_first_hosts(graph, error) : NULL;
	if (!host)
		return FALSE;
	if (!again)
		return sssp_error_memory(error, "trees", graph->n_switches);
	tree->longer = options->spanning != NULL;
	tree->effort = options->spanning ? *options->effort : 0;
	routes->passes = make_passes(tree, options, host, again, legal);
	if (tree->stranded) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES,
			    "on so few lanes some ways lead over switches that are more than %d hops away",
			    GRAPH_FAR - 1);
		return FALSE;
	}
	if (options->spanning)
		*options->effort = tree->effort;
	follow(tree, options, host, legal);
	return TRUE;
}
