/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets to one destination while each switch has its old entry or its new one. Without a forwarding loop
 * there is an order of switches in which packets pass, so that one look at each is enough.
 */
#include "core/exchange/mix.h"

#include <string.h>

enum { NOT_SEEN, ON_PATH, DONE };

void mix_init(Mix *mix, const Graph *graph, Arena *arena)
{
	gsize n = graph->n_switches;
	mix->graph = graph;
	mix->entry = arena_alloc(arena, n, sizeof *mix->entry, FALSE);
	mix->sends = arena_new_array0(arena, guint8, n);
	mix->from = arena_new_array0(arena, LaneMask, n);
	mix->lanes = arena_new_array(arena, LaneMask, n);
	mix->order = arena_new_array(arena, guint32, n);
	mix->state = arena_new_array(arena, guint8, n);
	mix->path = arena_new_array(arena, guint32, n);
	mix->fate = arena_new_array(arena, guint8, n);
}

/*
 * Visits all switches that packets from `start` can come to, depth first. While a switch is on the path, `fate` holds
 * which of its entries is next. Switches are written to the end of `order`, those downstream first. FALSE: the packets
 * can come back to a switch.
 */
static gboolean visit(Mix *mix, guint32 start)
{
	guint32 n = mix->graph->n_switches, depth = 0;
	mix->path[depth++] = start;
	mix->state[start] = ON_PATH;
	mix->fate[start] = 0;
	while (depth) {
		guint32 v = mix->path[depth - 1];
		if (mix->fate[v] == MIX_ENTRIES) {
			mix->state[v] = DONE;
			mix->order[n - ++mix->n_order] = v;
			depth--;
			continue;
		}
		guint32 c = mix->entry[v][mix->fate[v]++], w = mix_is_channel(c) ? mix->graph->to[c] : v;
		if (!mix_is_channel(c) || mix->state[w] == DONE)
			continue;
		if (mix->state[w] == ON_PATH)
			return FALSE;
		mix->state[w] = ON_PATH;
		mix->fate[w] = 0;
		mix->path[depth++] = w;
	}
	return TRUE;
}

gboolean mix_sort(Mix *mix)
{
	guint32 n = mix->graph->n_switches;
	mix->n_order = 0;
	memset(mix->state, NOT_SEEN, n);
	for (guint32 v = 0; v < n; v++)
		if (mix->sends[v] && mix->state[v] == NOT_SEEN && !visit(mix, v))
			return FALSE;
	memmove(mix->order, mix->order + n - mix->n_order, mix->n_order * sizeof *mix->order);
	memcpy(mix->lanes, mix->from, n * sizeof *mix->lanes);
	for (guint32 i = 0; i < mix->n_order; i++)
		for (guint e = 0, v = mix->order[i]; e < MIX_ENTRIES; e++)
			if (mix_is_channel(mix->entry[v][e]))
				mix->lanes[mix->graph->to[mix->entry[v][e]]] |= mix->lanes[v];
	return TRUE;
}

/* Whether packets arrive by one entry, and after it by entries of kind `how`. Fates downstream must be known. */
static gboolean arrives(const Mix *mix, guint32 entry, guint how)
{
	return entry == MIX_HERE || (mix_is_channel(entry) && mix->fate[mix->graph->to[entry]] & how);
}

gboolean mix_loses(Mix *mix)
{
	gboolean loses = FALSE;
	for (guint32 i = mix->n_order; i-- > 0;) {
		guint32 v = mix->order[i], have = mix->entry[v][MIX_HAVE], maybe = mix->entry[v][MIX_MAYBE],
			shall = mix->entry[v][MIX_SHALL];
		gboolean now = arrives(mix, have, MIX_ARRIVES_NOW) &&
			       (maybe == MIX_SAME || arrives(mix, maybe, MIX_ARRIVES_NOW));
		gboolean later = arrives(mix, shall == MIX_SAME ? have : shall, MIX_ARRIVES_LATER);
		gboolean lost = FALSE;
		for (guint e = 0; e < MIX_ENTRIES; e++) {
			guint32 c = mix->entry[v][e];
			lost |= c == MIX_DEAD || (mix_is_channel(c) && mix->fate[mix->graph->to[c]] & MIX_CAN_BE_LOST);
		}
		mix->fate[v] = (guint8)((now ? MIX_ARRIVES_NOW : 0) | (later ? MIX_ARRIVES_LATER : 0) |
					(lost ? MIX_CAN_BE_LOST : 0));
		loses |= mix->sends[v] && now && later && lost;
	}
	return loses;
}
