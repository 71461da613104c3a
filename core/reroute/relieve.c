/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The best answer of one switch to the loads there are, over and over (a game of congestion, R. Rosenthal 1973). */
#include "core/reroute/relieve.h"

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
		if (c == own || tree->near[g->to[c]] + 1u != tree->near[v])
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

/* Whether channel c lies on a minimal way from v. */
static gboolean on_way(const Tree *tree, guint32 v, guint32 c)
{
	const Graph *g = tree->graph;
	guint8 before = tree->hops[(gsize)g->from[c] * g->n_switches + v];
	return before != GRAPH_FAR && before + tree->near[g->from[c]] == tree->near[v];
}

/* Those that may come by a new channel choose again, nearest to it first. */
static void share(Tree *tree, guint32 c)
{
	const Graph *g = tree->graph;
	const guint8 *from = tree->hops + (gsize)g->from[c] * g->n_switches;
	guint farthest = 0;
	for (guint distance = 0; distance <= farthest; distance++)
		for (guint32 v = 0; v < g->n_switches; v++) {
			if (from[v] == GRAPH_FAR || v == tree->target || !on_way(tree, v, c))
				continue;
			farthest = MAX(farthest, from[v]);
			if (from[v] == distance)
				move_entry(tree, v);
		}
}

void relieve_by_fresh(Tree *tree, const guint8 *fresh)
{
	const Graph *g = tree->graph;
	g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 c = 0; c < g->n_channels; c++)
		if (fresh[c])
			g_array_append_val(list, c);
	for (guint32 d = 0; list->len && d < g->n_dests; d++) {
		const guint8 *near = tree->hops + (gsize)g->dests[d].vertex * g->n_switches;
		gboolean begun = FALSE;
		for (guint i = 0; i < list->len && g->dests[d].is_host; i++) {
			guint32 c = g_array_index(list, guint32, i);
			if (near[g->to[c]] + 1u != near[g->from[c]])
				continue;
			if (!begun)
				tree_begin(tree, d);
			begun = TRUE;
			share(tree, c);
		}
	}
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

/* Switches that reach channel c in the tree at hand choose again until it has little enough, the nearest first. */
static guint64 relieve_tree(Tree *tree, guint32 c, guint64 efi, guint64 moves)
{
	const Graph *g = tree->graph;
	guint64 made = 0;
	for (guint32 v = 0; v < g->n_switches && made < moves && tree->routes->load[c] > efi; v++)
		if (tree->flow[v] && crosses(tree, v, c))
			made += move_entry(tree, v);
	return made;
}

/* Trees that are looked at for each move that may be made: those on a full channel often have nowhere else to go. */
#define TREES_A_MOVE 2

guint64 relieve_fullest(Tree *tree, guint64 efi, guint64 moves)
{
	const Graph *g = tree->graph;
	g_autofree guint8 *done = g_try_malloc0(g->n_channels + 1);
	guint64 made = 0, trees = TREES_A_MOVE * moves;
	guint32 c;
	while (done && made < moves && trees && (c = fullest(tree, done)) != GRAPH_NONE &&
	       tree->routes->load[c] > efi) {
		done[c] = 1;
		for (guint32 d = 0; d < g->n_dests && made < moves && trees && tree->routes->load[c] > efi; d++)
			if (g->dests[d].is_host && routes_row(tree->routes, d)[g->from[c]] == g->port[c]) {
				tree_begin(tree, d);
				made += relieve_tree(tree, c, efi, moves - made);
				trees--;
			}
	}
	return made;
}
