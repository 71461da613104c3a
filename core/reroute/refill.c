/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whoever is nearer has its entry already, so every candidate's way to the destination is known. It may be a longer one
 * all the same: a switch without hosts can have a way of its own, for its management, on which hosts are not to be led.
 * Where they have no other, it loses that.
 */
#include "core/reroute/refill.h"

#include "core/base/error.h"

typedef struct {
	guint64 cost;
	guint32 turn; /* place in the order in which equals are taken */
	guint32 channel;
} Candidate;

static int compare_candidates(gconstpointer a, gconstpointer b)
{
	const Candidate *x = a, *y = b;
	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return (x->turn > y->turn) - (x->turn < y->turn);
}

/* The first host on the switch of a destination that is none, whose ways it goes; GRAPH_NONE: there is none. */
static guint32 find_leader(const Graph *graph, guint32 dest)
{
	guint32 v = graph->dests[dest].vertex;
	for (guint32 d = 0; graph->hosts[v] && !graph->dests[dest].is_host && d < dest; d++)
		if (graph->dests[d].vertex == v)
			return d;
	return GRAPH_NONE;
}

/*
 * The minimal channels of v, cheapest first, after that of the leader and the former one; destinations in a row begin
 * with different ones. Those with a longer way behind them only if there are no others.
 */
static guint list_candidates(const Tree *tree, guint32 leader, guint32 v, Candidate *list)
{
	const Graph *g = tree->graph;
	guint32 former = route_channel(g, routes_row(tree->former, tree->dest), v);
	guint32 leads = leader == GRAPH_NONE ? GRAPH_NONE : route_channel(g, routes_row(tree->routes, leader), v);
	guint32 first = g->first[v], all = g->first[v + 1] - first;
	guint n = 0, minimal = 0;
	for (guint32 c = first; c < g->first[v + 1]; c++) {
		if (tree->near[g->to[c]] + 1u != tree->near[v])
			continue;
		guint64 cost = tree_cost(tree, c);
		minimal += cost != G_MAXUINT64;
		list[n++] = (Candidate){cost != G_MAXUINT64 && (c == leads || c == former) ? 0 : cost,
					(c - first + all - tree->dest % all) % all, c};
	}
	qsort(list, n, sizeof *list, compare_candidates);
	return minimal ? minimal : n;
}

static guint32 fewest_misfits(Tree *tree, guint32 v, const Candidate *list, guint n)
{
	guint32 best = list[0].channel, fewest = G_MAXUINT32;
	for (guint i = 0; i < n && fewest; i++) {
		guint32 misfits = tree_misfits(tree, v, list[i].channel);
		if (misfits >= fewest)
			continue;
		fewest = misfits;
		best = list[i].channel;
	}
	return best;
}

static gboolean fill_entry(Tree *tree, guint32 leader, guint32 v, gboolean minimal, GError **error);

/* The first switch on a longer way behind channel c chooses again. */
static gboolean straighten(Tree *tree, guint32 leader, guint32 c, GError **error)
{
	const Graph *g = tree->graph;
	guint32 v = g->to[c];
	while (tree->near[g->to[tree->next[v]]] + 1u == tree->near[v])
		v = g->to[tree->next[v]];
	tree_detach(tree, v);
	return fill_entry(tree, leader, v, TRUE, error);
}

static gboolean fill_entry(Tree *tree, guint32 leader, guint32 v, gboolean minimal, GError **error)
{
	Candidate list[G_MAXUINT8];
	guint n = list_candidates(tree, leader, v, list);
	while (minimal && tree_cost(tree, list[0].channel) == G_MAXUINT64) {
		if (!straighten(tree, leader, list[0].channel, error))
			return FALSE;
		n = list_candidates(tree, leader, v, list);
	}
	for (guint i = 0; i < n; i++)
		if (tree_fits(tree, v, list[i].channel, TREE_ALL)) {
			tree_attach(tree, v, list[i].channel);
			return TRUE;
		}
	for (guint i = 0; i < n; i++)
		if (tree_fits(tree, v, list[i].channel, TREE_HOSTS))
			return tree_give_up(tree, v, list[i].channel, error);
	return tree_give_up(tree, v, fewest_misfits(tree, v, list, n), error);
}

/* Switches that miss an entry, nearest first. */
static GArray *list_missing(const Tree *tree, guint32 dest)
{
	const Graph *g = tree->graph;
	const guint8 *row = routes_row(tree->routes, dest);
	const guint8 *near = tree->hops + (gsize)g->dests[dest].vertex * g->n_switches;
	guint count[GRAPH_FAR + 1] = {0};
	for (guint32 v = 0; v < g->n_switches; v++)
		if (row[v] == ROUTE_NONE && near[v] != GRAPH_FAR)
			count[near[v] + 1]++;
	for (guint i = 1; i <= GRAPH_FAR; i++)
		count[i] += count[i - 1];
	GArray *missing = g_array_sized_new(FALSE, FALSE, sizeof(guint32), count[GRAPH_FAR]);
	g_array_set_size(missing, count[GRAPH_FAR]);
	for (guint32 v = 0; v < g->n_switches; v++)
		if (row[v] == ROUTE_NONE && near[v] != GRAPH_FAR)
			g_array_index(missing, guint32, count[near[v]]++) = v;
	return missing;
}

gboolean refill_dest(Tree *tree, guint32 dest, guint64 *filled, GError **error)
{
	g_autoptr(GArray) missing = list_missing(tree, dest);
	guint32 leader = find_leader(tree->graph, dest);
	tree_begin(tree, dest);
	*filled += missing->len;
	for (guint i = 0; i < missing->len; i++) {
		guint32 v = g_array_index(missing, guint32, i);
		if (!fill_entry(tree, leader, v, tree->flow[v] != 0, error))
			return FALSE;
	}
	return TRUE;
}
