/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the new tables out of the previous ones. They are compared with the stand, as rows of `before` have lost what
 * leads nowhere any more.
 */
#include "core/reroute/patch.h"

#include "core/base/error.h"

#include <string.h>

/* ---- forwarding tables */

static gboolean is_same_shape(const PreviousTables *previous, const PreviousRoutes *before, const Graph *graph)
{
	const Lft *lft = previous->lft;
	guint32 n_lids = 1;
	for (guint32 d = 0; d < graph->n_dests; d++)
		n_lids = MAX(n_lids, graph->dests[d].lid + 1u);
	return !before->made && before->view.same && lft->n_switches == graph->n_switches && lft->n_lids == n_lids &&
	       !memcmp(lft->guid, graph->guid, graph->n_switches * sizeof *lft->guid);
}

/* Whether a destination's column is what it was. */
static gboolean is_same(const PreviousRoutes *before, const Graph *graph, const Routes *routes, guint32 dest)
{
	const Stand *stand = before->view.stand;
	guint32 was = before->dest[dest];
	if (was == GRAPH_NONE)
		return FALSE;
	const GraphDest *then = &stand->graph->dests[was], *now = &graph->dests[dest];
	return then->lid == now->lid && then->vertex == now->vertex && then->port == now->port &&
	       !memcmp(routes_row(stand->routes, was), routes_row(routes, dest), graph->n_switches);
}

/* LIDs that nobody has any more lead nowhere. */
static void clear_gone(const Stand *stand, const guint8 *there, Lft *lft)
{
	for (guint32 was = 0; was < stand->graph->n_dests; was++)
		for (guint32 v = 0; !there[was] && v < lft->n_switches; v++)
			lft->port[(gsize)v * lft->n_lids + stand->graph->dests[was].lid] = LFT_NO_PATH;
}

Lft *patch_lft(const PreviousTables *previous, const PreviousRoutes *before, const Graph *graph, const Routes *routes,
	       GError **error)
{
	if (!is_same_shape(previous, before, graph))
		return NULL;
	const Stand *stand = before->view.stand;
	g_autofree guint8 *there = g_try_malloc0(stand->graph->n_dests + 1);
	g_autoptr(Lft) lft = there ? lft_copy(previous->lft, error) : NULL;
	if (!there)
		sssp_error_memory(error, "destinations", stand->graph->n_dests);
	if (!lft)
		return NULL;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (is_same(before, graph, routes, d))
			there[before->dest[d]] = 1;
	clear_gone(stand, there, lft);
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!is_same(before, graph, routes, d))
			lft_set_dest(graph, routes, d, lft);
	return g_steal_pointer(&lft);
}

/* ---- multicast */

gboolean patch_mcast(const PreviousRoutes *before, const Graph *graph, guint8 *in_tree)
{
	const Stand *stand = before->view.stand;
	if (!stand->mcast)
		return FALSE;
	memset(in_tree, 0, graph->n_channels);
	for (guint32 c = 0; c < stand->graph->n_channels; c++) {
		if (!stand->mcast[((gsize)stand->graph->from[c] << 8) + stand->graph->port[c]])
			continue;
		guint32 here = stand_channel(&before->view, c);
		if (here == GRAPH_NONE)
			return FALSE;
		in_tree[here] = 1;
	}
	/* Cables between the same two switches may have changed their ports. */
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (in_tree[c] != in_tree[graph->reverse[c]])
			return FALSE;
	return TRUE;
}
