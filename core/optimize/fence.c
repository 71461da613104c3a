/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Limits how much of the forwarding tables a search may change. A table is sent in blocks of LIDs: blocks that have
 * changed are marked, one byte for each, and may change again; how many others may change is counted down.
 */
#include "core/optimize/fence.h"

#include "core/base/error.h"

static guint32 blocks_of_switch(const Graph *graph)
{
	guint32 highest = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		highest = MAX(highest, graph->dests[d].lid);
	return highest / FENCE_BLOCK + 1;
}

guint64 fence_all(const Graph *graph)
{
	return (guint64)blocks_of_switch(graph) * graph->n_switches;
}

static guint8 *block(const Fence *fence, guint32 v, guint32 dest)
{
	return fence->is_open + (gsize)v * fence->n_blocks + fence->graph->dests[dest].lid / FENCE_BLOCK;
}

gboolean fence_lets(const Fence *fence, guint32 v, guint32 dest)
{
	return fence->left || *block(fence, v, dest);
}

void fence_pass(Fence *fence, guint32 v, guint32 dest)
{
	guint8 *open = block(fence, v, dest);
	if (*open)
		return;
	*open = 1;
	fence->left--;
	fence->changed++;
}

Fence *fence_new(const Graph *graph, guint64 most, GError **error)
{
	g_autoptr(Fence) fence = g_new0(Fence, 1);
	gsize blocks = fence_all(graph);
	fence->graph = graph;
	fence->n_blocks = blocks_of_switch(graph);
	fence->left = most;
	if (!(fence->is_open = g_try_malloc0(blocks + 1)))
		return sssp_error_memory_null(error, "blocks of tables", blocks);
	return g_steal_pointer(&fence);
}

void fence_free(Fence *fence)
{
	if (!fence)
		return;
	g_free(fence->is_open);
	g_free(fence);
}
