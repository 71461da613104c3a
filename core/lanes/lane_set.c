/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes sets of the turns that virtual lanes allow. A turn is a channel followed by a channel; a word for each, in the
 * order of cdg_turn(), has a bit for each lane. A new lane allows the turns that ascend in an order of the channels.
 */
#include "core/lanes/lane_set.h"

#include "core/base/error.h"

LaneSet *lane_set_new(const CdgTurns *turns, gboolean symmetric, GError **error)
{
	g_autoptr(LaneSet) lanes = g_new0(LaneSet, 1);
	gsize n = turns->first[turns->graph->n_channels];
	lanes->turns = turns;
	lanes->symmetric = symmetric;
	lanes->allowed = g_try_new0(LaneMask, n + 1);
	if (!lanes->allowed)
		return sssp_error_memory_null(error, "lanes", n * sizeof(LaneMask));
	return g_steal_pointer(&lanes);
}

void lane_set_free(LaneSet *lanes)
{
	if (!lanes)
		return;
	g_free(lanes->allowed);
	g_free(lanes);
}

void lane_set_add(LaneSet *lanes, const guint32 *place)
{
	const Graph *g = lanes->turns->graph;
	LaneMask *turn = lanes->allowed, bit = (LaneMask)(1u << lanes->n_lanes++);
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; b < g->first[g->to[a] + 1]; b++, turn++) {
			LaneMask both = graph_lanes_of(g, a) & graph_lanes_of(g, b) & bit;
			*turn |= b != g->reverse[a] && place[a] < place[b] ? both : 0;
		}
}
