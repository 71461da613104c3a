/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Depth first; turns that are in use already before others. */
#include "core/reroute/way.h"

/* Channels that are looked at for one way. */
#define WAY_STEPS 2000

typedef struct {
	Tree *tree;
	LaneMask lanes; /* of those who come by */
	guint32 from;   /* where it begins */
	guint steps;    /* that are left */
} Way;

/* Whether others come by at w. */
static gboolean is_used(const Tree *tree, guint32 w)
{
	return tree->lanes[TREE_ALL][w] || tree->flow[w];
}

/* Channel c after channel `in` on all lanes. */
static gboolean add_turn(const Way *way, guint32 in, guint32 c)
{
	LaneUse *use = way->tree->use;
	for (guint lane = 0; lane < use->n_lanes; lane++)
		if (way->lanes >> lane & 1 && !lane_use_add(use, lane, in, c))
			return FALSE;
	return TRUE;
}

/* Channel c after whatever comes to the beginning. */
static gboolean add_first(const Way *way, guint32 c)
{
	const Tree *tree = way->tree;
	const Graph *g = tree->graph;
	for (guint32 out = g->first[way->from]; out < g->first[way->from + 1]; out++) {
		guint32 u = g->to[out], in = g->reverse[out];
		for (guint lane = 0; tree->next[u] == in && lane < tree->use->n_lanes; lane++)
			if (tree->lanes[TREE_ALL][u] >> lane & 1 && !lane_use_add(tree->use, lane, in, c))
				return FALSE;
	}
	return TRUE;
}

static gboolean extend(Way *way, guint32 in, guint32 w);

/* The way by channel c, when it adds turns or does not, as `is_new` says. */
static gboolean try_channel(Way *way, guint32 in, guint32 c, gboolean is_new)
{
	LaneUse *use = way->tree->use;
	guint n = use->added->len;
	if (!way->steps)
		return FALSE;
	way->steps--;
	if ((in == GRAPH_NONE ? add_first(way, c) : add_turn(way, in, c)) && (use->added->len > n) == is_new &&
	    extend(way, c, way->tree->graph->to[c]))
		return TRUE;
	lane_use_undo_to(use, n);
	return FALSE;
}

/* From w on, which channel `in` leads to; entries are set on the way back. */
static gboolean extend(Way *way, guint32 in, guint32 w)
{
	Tree *tree = way->tree;
	const Graph *g = tree->graph;
	if (w == tree->target)
		return TRUE;
	if (w != way->from && is_used(tree, w))
		return try_channel(way, in, tree->next[w], FALSE) || try_channel(way, in, tree->next[w], TRUE);
	for (guint is_new = 0; is_new < 2; is_new++)
		for (guint32 c = g->first[w]; c < g->first[w + 1]; c++) {
			if (tree->near[g->to[c]] + 1u != tree->near[w] || !try_channel(way, in, c, is_new))
				continue;
			if (w != way->from && tree->next[w] != c) {
				if (tree->next[w] != GRAPH_NONE)
					tree_detach(tree, w);
				tree_attach(tree, w, c);
			}
			if (w == way->from)
				tree_attach(tree, w, c);
			return TRUE;
		}
	return FALSE;
}

gboolean way_find(Tree *tree, guint32 v)
{
	Way way = {tree, tree->lanes[TREE_ALL][v], v, WAY_STEPS};
	lane_use_begin(tree->use);
	return extend(&way, GRAPH_NONE, v);
}
