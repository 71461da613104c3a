/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evens the loads after a change, on one lane or lanes by SL. New channels get their share of routes, however many
 * entries that takes. Then entries move off the fullest channels, within a budget (relieve.h): a part of the entries
 * that had to change, or more where there are new channels or loads are very uneven, or what the options say.
 *
 * Only new entries move and those that hosts' routes use. An entry moves only if the new path from its switch is
 * minimal, is cheaper (the sum of loads along it, as P-SSSP counts), and closes no cycle on any lane. While new
 * channels get their share, no channel of the new path may carry more than relieve_limit(), or than the fullest of the
 * path that is left; when a full channel is relieved, each must carry less than that one did.
 *
 * Each switch takes what is best for it at the present loads (a congestion game, R. Rosenthal 1973). The switches on
 * the routes to one destination choose one after the other, on loads without these routes, and each destination a
 * bounded number of times.
 */
#include "core/reroute/work.h"

#include "core/admit/careful.h"
#include "core/base/error.h"
#include "core/graph/bfs.h"
#include "core/reroute/relieve.h"
#include "core/reroute/tree.h"

/* Returns the highest load on the path over channel c if all routes through v, which has no entry, take it. */
static guint64 peak(const Tree *tree, guint32 v, guint32 c)
{
	guint64 flow = tree->flow[v], most = tree->routes->load[c] + flow;
	for (guint32 w = tree->graph->to[c]; w != tree->target; w = tree->graph->to[c]) {
		c = tree->next[w];
		most = MAX(most, tree->routes->load[c] + flow + (tree->lifted ? tree->flow[w] : 0));
	}
	return most;
}

/* Whether the path over channel c arrives, and no path is shorter. O(hops). */
static gboolean is_minimal(const Tree *tree, guint32 c)
{
	guint32 left = tree->near[tree->graph->from[c]];
	while (c != GRAPH_NONE && tree->graph->to[c] != tree->target && --left)
		c = tree->next[tree->graph->to[c]];
	return c != GRAPH_NONE && left;
}

/*
 * Moves the entry of v to the cheapest channel that fits, when one is cheaper than its own and no channel of its path
 * would carry more than `most`, or, with `no_fuller`, than the fullest of the path that it leaves.
 */
static gboolean move_entry(Tree *tree, guint32 v, guint64 most, gboolean no_fuller)
{
	const Graph *g = tree->graph;
	guint32 own = tree->next[v];
	/* Where v had no entry for the destination before, another one costs nothing. */
	gboolean is_new = route_channel(g, routes_row(tree->previous, tree->dest), v) == GRAPH_NONE;
	if ((!tree->flow[v] && !is_new) || own == GRAPH_NONE)
		return FALSE;
	tree_detach(tree, v);
	guint64 least = tree_cost(tree, own), left = peak(tree, v, own);
	guint32 best = own;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		if (c == own || tree->near[g->to[c]] + 1u != tree->near[v] || !is_minimal(tree, c))
			continue;
		guint64 cost = tree_cost(tree, c);
		guint64 full = cost < least ? peak(tree, v, c) : 0;
		if (cost < least && (full <= most || (no_fuller && full <= left)) && tree_fits(tree, v, c, TREE_ALL)) {
			least = cost;
			best = c;
		}
	}
	tree_attach(tree, v, best);
	return best != own;
}

/* ---- new channels */

/*
 * Lists in tree->order the switches that have several minimal channels towards the switch that `bfs` ran for, and a new
 * channel on a minimal path to it, nearest first; leads[v] tells which have such a path. Returns how many.
 */
static guint32 list_choosers(const Tree *tree, const Bfs *bfs, const guint8 *fresh, guint8 *leads)
{
	const Graph *graph = tree->graph;
	guint32 n = 0;
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		leads[v] = FALSE;
		for (guint32 j = bfs->first[i]; j < bfs->first[i + 1] && !leads[v]; j++)
			leads[v] = fresh[bfs->channel[j]] || leads[graph->to[bfs->channel[j]]];
		if (leads[v] && bfs->first[i + 1] - bfs->first[i] > 1)
			tree->order[n++] = v;
	}
	return n;
}

/*
 * Lets the routes to each host on one switch choose again as a whole, at the first n switches of tree->order: on loads
 * without its own, as for the first time. If switches chose one after the other on loads with these, paths would part,
 * and many parts of destinations on a channel are worse than a few destinations.
 */
static void share(Tree *tree, guint32 target, guint64 most, guint32 n)
{
	const Graph *g = tree->graph;
	for (guint32 d = 0; n && d < g->n_dests; d++) {
		if (g->dests[d].vertex != target || !g->dests[d].is_host)
			continue;
		tree_begin(tree, d);
		tree_lift(tree, TRUE);
		for (guint32 i = 0; i < n; i++)
			move_entry(tree, tree->order[i], most, TRUE);
		tree_lift(tree, FALSE);
	}
}

/*
 * Gives channels their share: those that are marked in fresh[n_channels] get routes that are minimal over them, as
 * move_entry() bounds them. FALSE with SSSP_ERROR_MEMORY. O(switches x channels), and O(hops x ports) for each entry
 * that can choose.
 */
static gboolean give_fresh_share(Tree *tree, const guint8 *fresh, guint64 most, GError **error)
{
	const Graph *g = tree->graph;
	g_autofree guint8 *leads = g_try_malloc(g->n_switches + 1);
	g_autoptr(Bfs) bfs = bfs_new(g, error);
	if (!bfs)
		return FALSE;
	if (!leads)
		return sssp_error_memory(error, "switches", g->n_switches);
	for (guint32 t = 0; t < g->n_switches; t++) {
		if (!g->hosts[t])
			continue;
		bfs_run(g, t, bfs);
		share(tree, t, most, list_choosers(tree, bfs, fresh, leads));
	}
	return TRUE;
}

/* ---- full channels */

/*
 * Moves the routes to a destination off a channel, as Relief.move() says: switches that reach it choose again, the
 * nearest first.
 */
static guint64 move_off(gpointer user, guint32 dest, guint32 through, guint64 moves)
{
	Tree *tree = user;
	const Graph *g = tree->graph;
	const guint8 *row = routes_row(tree->routes, dest);
	guint64 made = 0, most = tree->routes->load[through] - 1;
	tree_begin(tree, dest);
	guint32 n = careful_list(g, tree->near, tree->order);
	tree_lift(tree, TRUE);
	for (guint32 i = 0; i < n && made < moves; i++) {
		guint32 v = tree->order[i];
		if (tree->near[v] >= tree->near[g->from[through]] && tree->flow[v] && route_crosses(g, row, v, through))
			made += move_entry(tree, v, most, FALSE) ? 1 : 0;
	}
	tree_lift(tree, FALSE);
	return made;
}

/* ---- both */

/*
 * Counts loads and turns in use again, where pairs were served by other means than filling in. FALSE also without
 * `error`.
 */
static gboolean count_again(Reroute *r, GError **error)
{
	if (r->changed || r->others)
		routes_recount(r->graph, r->routes);
	if (r->others) {
		g_clear_pointer(&r->use, lane_use_free);
		r->use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, error);
	}
	if (r->use)
		lane_use_settle(r->use);
	return r->use != NULL;
}

gboolean even_loads(Reroute *r, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Tree) tree = count_again(r, &failure) ? tree_new(r->graph, r->hops, r->before->routes, r->routes,
								   r->layers, r->use, &failure)
							: NULL;
	guint64 most = relieve_limit(r->options);
	if (tree && (!r->before->gains || give_fresh_share(tree, r->before->fresh, most, &failure)))
		relieve_fullest(&(Relief){.graph = r->graph,
					  .routes = r->routes,
					  .options = r->options,
					  .must = r->must,
					  .fresh = r->before->gains,
					  .move = move_off,
					  .user = tree});
	return sssp_error_pass(error, failure);
}
