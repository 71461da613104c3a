/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evens the loads after a change. Channels that are new get their share of routes, however many entries that takes;
 * of the fullest channels a few more routes are taken than had to change. An entry moves only if the path from its
 * switch gets cheaper (the sum of loads along it, as P-SSSP counts) and no lane gets a cycle; only entries that hosts'
 * routes use move. Each switch takes what is best for it at the present loads (a congestion game, R. Rosenthal 1973).
 * The routes to one switch choose together, on loads without their own, a bounded number of times.
 */
#include "core/reroute/even.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"
#include "core/reroute/tree.h"

#include <string.h>

/* Moves the entry of v to the cheapest channel that fits, when one is cheaper than its own. */
static gboolean move_entry(Tree *tree, guint32 v)
{
	const Graph *g = tree->graph;
	guint32 own = tree->next[v];
	if (!tree->flow[v] || own == GRAPH_NONE)
		return FALSE;
	tree_detach(tree, v);
	guint64 least = tree_cost(tree, own);
	guint32 best = own;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		if (c == own || tree->near[g->to[c]] + 1u != tree->near[v] || !tree_is_minimal(tree, c))
			continue;
		guint64 cost = tree_cost(tree, c);
		if (cost < least && tree_fits(tree, v, c, TREE_ALL)) {
			least = cost;
			best = c;
		}
	}
	tree_attach(tree, v, best);
	return best != own;
}

/* ---- new channels */

/*
 * Lists the switches that have several minimal channels towards the switch that `bfs` ran for, and a new channel on a
 * minimal path to it, nearest first; leads[v] tells which have such a path. Returns how many.
 */
static guint32 list_choosers(const Graph *graph, const Bfs *bfs, const guint8 *fresh, guint8 *leads, guint32 *list)
{
	guint32 n = 0;
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		leads[v] = FALSE;
		for (guint32 j = bfs->first[i]; j < bfs->first[i + 1] && !leads[v]; j++)
			leads[v] = fresh[bfs->channel[j]] || leads[graph->to[bfs->channel[j]]];
		if (leads[v] && bfs->first[i + 1] - bfs->first[i] > 1)
			list[n++] = v;
	}
	return n;
}

/*
 * The hosts on one switch choose again, each as a whole: on loads without its own, as it would for the first time. One
 * switch after the other would part their paths, and many parts of destinations on a channel are worse than a few
 * destinations.
 */
static void share(Tree *tree, guint32 target, const guint32 *list, guint32 n)
{
	const Graph *g = tree->graph;
	for (guint32 d = 0; n && d < g->n_dests; d++) {
		if (g->dests[d].vertex != target || !g->dests[d].is_host)
			continue;
		tree_begin(tree, d);
		tree_lift(tree);
		for (guint32 i = 0; i < n; i++)
			move_entry(tree, list[i]);
		tree_settle(tree);
	}
}

/*
 * Gives channels their share: those that are marked in fresh[n_channels] get routes that are minimal over them. FALSE
 * with SSSP_ERROR_MEMORY. O(switches x channels), and O(hops x ports) for each entry that can choose.
 */
static gboolean relieve_by_fresh(Tree *tree, const guint8 *fresh, GError **error)
{
	const Graph *g = tree->graph;
	if (!memchr(fresh, 1, g->n_channels))
		return TRUE;
	g_autofree guint32 *list = g_try_new(guint32, g->n_switches + 1);
	g_autofree guint8 *leads = g_try_malloc(g->n_switches + 1);
	g_autoptr(Bfs) bfs = bfs_new(g, error);
	if (!bfs)
		return FALSE;
	if (!list || !leads)
		return sssp_error_memory(error, "switches", g->n_switches * sizeof(guint32));
	for (guint32 t = 0; t < g->n_switches; t++) {
		if (!g->hosts[t])
			continue;
		bfs_run(g, t, bfs);
		share(tree, t, list, list_choosers(g, bfs, fresh, leads, list));
	}
	return TRUE;
}

/* ---- full channels */

static guint32 fullest(const Tree *tree, const guint8 *done)
{
	const guint64 *load = tree->routes->load;
	guint32 best = GRAPH_NONE;
	for (guint32 c = 0; c < tree->graph->n_channels; c++)
		if (!done[c] && (best == GRAPH_NONE || load[c] > load[best]))
			best = c;
	return best;
}

static gboolean crosses(const Tree *tree, guint32 v, guint32 c)
{
	while (tree->next[v] != c && tree->next[v] != GRAPH_NONE)
		v = tree->graph->to[tree->next[v]];
	return tree->next[v] == c;
}

/* Switches that reach channel `through` in the tree at hand choose again, the nearest first. */
static guint64 choose_again(Tree *tree, guint32 through, guint64 moves)
{
	const Graph *g = tree->graph;
	guint64 made = 0;
	guint near = tree->near[g->from[through]];
	tree_lift(tree);
	for (guint last = near; near <= last && made < moves; near++)
		for (guint32 v = 0; v < g->n_switches && made < moves; v++) {
			if (tree->near[v] > last && tree->near[v] != GRAPH_FAR)
				last = tree->near[v];
			if (tree->near[v] == near && tree->flow[v] && crosses(tree, v, through))
				made += move_entry(tree, v) ? 1 : 0;
		}
	tree_settle(tree);
	return made;
}

/*
 * Trees in a row that have nowhere else to go than over a full channel, after which the others are taken to have none.
 */
#define TREES_IN_VAIN 32
/* Trees that are looked at in all: those that two moves each would be made of, and no more than this. */
#define MOST_TREES 1000

/* Moves trees off one channel. */
static guint64 relieve_channel(Tree *tree, guint32 c, guint64 efi, guint64 moves, guint64 *trees)
{
	const Graph *g = tree->graph;
	guint64 made = 0;
	guint vain = 0;
	for (guint32 d = 0;
	     d < g->n_dests && made < moves && *trees && vain < TREES_IN_VAIN && tree->routes->load[c] > efi; d++) {
		if (!g->dests[d].is_host || routes_row(tree->routes, d)[g->from[c]] != g->port[c])
			continue;
		(*trees)--;
		tree_begin(tree, d);
		guint64 of_tree = choose_again(tree, c, moves - made);
		vain = of_tree ? 0 : vain + 1;
		made += of_tree;
	}
	return made;
}

/*
 * Takes routes from the fullest channels until none has more than `efi` to carry, in at most `moves` moves, and looks
 * at no more than a few times as many trees.
 */
static void relieve_fullest(Tree *tree, guint64 efi, guint64 moves)
{
	g_autofree guint8 *done = g_try_malloc0(tree->graph->n_channels + 1);
	guint64 made = 0, trees = MIN(2 * moves, MOST_TREES);
	guint32 c;
	while (done && made < moves && trees && (c = fullest(tree, done)) != GRAPH_NONE &&
	       tree->routes->load[c] > efi) {
		done[c] = 1;
		made += relieve_channel(tree, c, efi, moves - made, &trees);
	}
}

/* ---- both */

/* One entry moved for the sake of even loads to so many that had to change. */
#define MUST_A_MOVE 8
/* Loads above so much of what they were when all was fresh are relieved. */
#define EVEN_ENOUGH 1.02
/* Above so much at least one entry of so many moves, if any had to change: a restart changes nothing. */
#define DECAYED 1.15
#define ENTRIES_A_MOVE 200

static gboolean move_entries(const Reroute *r, Tree *tree, GError **error)
{
	double entries = (double)r->graph->n_dests * r->graph->n_switches;
	guint64 moves = r->options->budget < 0 ? r->must / MUST_A_MOVE : (guint64)(r->options->budget * entries);
	if (!relieve_by_fresh(tree, r->before->fresh, error))
		return FALSE;
	if (r->options->budget < 0 && r->must && r->options->previous->efi &&
	    (double)routes_efi(r->graph, r->routes) > DECAYED * (double)r->options->previous->efi)
		moves = MAX(moves, (guint64)entries / ENTRIES_A_MOVE);
	if (r->options->balance != REROUTE_EVEN)
		return TRUE;
	relieve_fullest(tree, (guint64)(EVEN_ENOUGH * (double)r->options->previous->efi), moves);
	return TRUE;
}

/* What is in use, and carried, when pairs were served in other ways than by filling in. FALSE also without `error`. */
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
	if (tree)
		move_entries(r, tree, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}
