/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Repairs the multicast tree. Cables of the previous tree come first; then, for each that is lost, the first one that
 * joins two pieces and fits.
 */
#include "core/reroute/spanning.h"

#include "core/base/error.h"
#include "core/base/union_find.h"
#include "core/graph/spanning_tree.h"

#include <string.h>

#define LANE 0 /* of multicast (mcast_tree.h) */

typedef struct {
	const Graph *graph;
	LaneUse *use;
	guint8 *in_tree; /* [n_channels] */
	guint32 *piece;  /* [n_switches] switches that are joined are one set (union_find.h) */
} Spanning;

/*
 * Adds all turns of the tree into channel c and out of it, on the lane. FALSE: one does not fit, and those added are to
 * be taken back.
 */
static gboolean add_turns(const Spanning *s, guint32 c)
{
	const Graph *g = s->graph;
	for (guint32 b = g->first[g->to[c]]; b < g->first[g->to[c] + 1]; b++)
		if (s->in_tree[b] && b != g->reverse[c] &&
		    (!lane_use_add(s->use, LANE, c, b) || !lane_use_add(s->use, LANE, g->reverse[b], g->reverse[c])))
			return FALSE;
	return TRUE;
}

/* Adds a cable to the tree, by one of its channels, if it joins two pieces and fits. */
static void add_cable(const Spanning *s, guint32 c)
{
	const Graph *g = s->graph;
	guint n = s->use->added->len;
	if (union_find_root(s->piece, g->from[c]) == union_find_root(s->piece, g->to[c]))
		return;
	if (!add_turns(s, c) || !add_turns(s, g->reverse[c])) {
		lane_use_undo_to(s->use, n);
		return;
	}
	s->in_tree[c] = s->in_tree[g->reverse[c]] = 1;
	union_find_join(s->piece, g->from[c], g->to[c]);
}

/* Adds the cables of the previous tree that are there still, `left`. FALSE: one does not fit. */
static gboolean take_previous(const Spanning *s, const guint8 *left)
{
	gboolean fits = TRUE;
	for (guint32 c = 0; c < s->graph->n_channels; c++)
		if (left[c]) {
			add_cable(s, c);
			fits = fits && s->in_tree[c];
		}
	return fits;
}

/*
 * Grows the tree. Where nothing has changed and the previous one does not fit beside all that is in use, none is made
 * here: mcast_tree_hold() may find one beside the routes alone.
 */
static gboolean grow(Reroute *r, guint32 *piece, guint8 *left, GError **error)
{
	const Graph *g = r->graph;
	Spanning s = {g, r->use, r->spanning, piece};
	GError *failure = NULL;
	union_find_reset(piece, g->n_switches);
	memset(s.in_tree, 0, g->n_channels);
	spanning_previous(r->before, g, left);
	lane_use_begin(r->use);
	gboolean fits = take_previous(&s, left) || !r->before->unchanged;
	gboolean joins = fits && spanning_tree_joins(g, r->hops, s.in_tree, &failure);
	for (guint32 c = 0; fits && !joins && c < g->n_channels; c++)
		add_cable(&s, c);
	if (!joins && (!fits || failure || !spanning_tree_joins(g, r->hops, s.in_tree, &failure))) {
		lane_use_undo(r->use);
		g_clear_pointer(&r->spanning, g_free);
	}
	return sssp_error_pass(error, failure);
}

gboolean spanning_keep(Reroute *r, GError **error)
{
	gsize n = r->graph->n_channels;
	g_clear_pointer(&r->spanning, g_free);
	if (!r->before->view.stand->mcast)
		return TRUE;
	g_autofree guint32 *piece = g_try_new(guint32, r->graph->n_switches + 1);
	g_autofree guint8 *left = g_try_malloc(n + 1);
	r->spanning = g_try_malloc(n + 1);
	if (!piece || !left || !r->spanning)
		return sssp_error_memory(error, "multicast trees", n + r->graph->n_switches * sizeof *piece);
	return grow(r, piece, left, error);
}

void spanning_again(Reroute *r)
{
	Spanning s = {.graph = r->graph, .use = r->use, .in_tree = r->spanning};
	lane_use_begin(r->use);
	for (guint32 c = 0; r->spanning && c < r->graph->n_channels; c++)
		if (r->spanning[c] && !add_turns(&s, c)) {
			lane_use_undo(r->use);
			g_clear_pointer(&r->spanning, g_free);
		}
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
