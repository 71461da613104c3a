/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the previous multicast tree on the new graph. It is marks of switches' ports: a channel is of it if it leads
 * to where it led.
 */
#include "core/reroute/previous_tree.h"

#include "core/base/error.h"

static gsize count_marks(const PreviousTables *previous)
{
	gsize n = 0;
	for (gsize i = 0; i < (gsize)previous->lft->n_switches << 8; i++)
		n += previous->mcast[i];
	return n;
}

gboolean previous_tree_find(const PreviousTables *previous, const Graph *graph, PreviousRoutes *before, GError **error)
{
	const Lft *lft = previous->lft;
	gsize found = 0;
	if (previous->stand || !previous->mcast)
		return TRUE;
	if (!(before->tree = g_try_malloc0(graph->n_channels + 1)))
		return sssp_error_memory(error, "the multicast tree", graph->n_channels);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		const guint8 *table = lft_row(lft, graph->guid[v]);
		gsize row = table ? (gsize)(table - lft->port) / lft->n_lids : 0;
		for (guint32 c = graph->first[v]; table && c < graph->first[v + 1]; c++)
			if (previous->mcast[(row << 8) + graph->port[c]] && !before->fresh[c])
				before->tree[c] = 1, found++;
	}
	before->tree_whole = found == count_marks(previous);
	return TRUE;
}
