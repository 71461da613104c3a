/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets to one destination while each switch has its old or its new entry, whatever the others have. A
 * depth-first search finds whether they can loop. If not, switches have an order in which packets pass them, so that
 * one look at each tells where packets arrive, where they can be lost, and on which lanes they come.
 */
#include "core/exchange/mix.h"

#include <string.h>

enum { NOT_SEEN, ON_PATH, DONE };

void mix_init(Mix *mix, const Graph *graph, const guint8 *sends, Arena *arena)
{
	gsize n = graph->n_switches;
	mix->graph = graph;
	mix->sends = sends;
	mix->lanes = arena_new_array(arena, LaneMask, n);
	mix->order = arena_new_array(arena, guint32, n);
	mix->state = arena_new_array(arena, guint8, n);
	mix->path = arena_new_array(arena, guint32, n);
	mix->fate = arena_new_array(arena, guint8, n);
}

/* Whether a packet has this fate by one entry. Fates downstream must be known. */
static gboolean ends(const Mix *mix, guint32 entry, guint fate)
{
	return mix_is_channel(entry) ? (mix->fate[mix->graph->to[entry]] & fate) != 0
				     : entry == (fate == MIX_CAN_BE_LOST ? MIX_DEAD : MIX_HERE);
}

/* Finds what becomes of packets at switch v. Fates downstream must be known. */
static void find_fate(Mix *mix, guint32 v)
{
	guint32 have = mix->entry[MIX_HAVE][v], maybe = mix->entry[MIX_MAYBE][v], shall = mix->entry[MIX_SHALL][v];
	gboolean now = ends(mix, have, MIX_ARRIVES_NOW) && ends(mix, maybe, MIX_ARRIVES_NOW);
	gboolean later = ends(mix, shall, MIX_ARRIVES_LATER);
	gboolean lost = ends(mix, have, MIX_CAN_BE_LOST) || ends(mix, maybe, MIX_CAN_BE_LOST) ||
			ends(mix, shall, MIX_CAN_BE_LOST);
	mix->fate[v] =
		(guint8)((now ? MIX_ARRIVES_NOW : 0) | (later ? MIX_ARRIVES_LATER : 0) | (lost ? MIX_CAN_BE_LOST : 0));
	mix->loses = mix->loses || (mix->sends[v] && now && later && lost);
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
			find_fate(mix, v);
			mix->state[v] = DONE;
			mix->order[n - ++mix->n_order] = v;
			depth--;
			continue;
		}
		guint32 c = mix->entry[mix->fate[v]++][v], w = mix_is_channel(c) ? mix->graph->to[c] : v;
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

gboolean mix_sort(Mix *mix, const LaneMask *from, const guint32 *have, const guint32 *maybe, const guint32 *shall)
{
	guint32 n = mix->graph->n_switches;
	mix->from = from;
	mix->entry[MIX_HAVE] = have;
	mix->entry[MIX_MAYBE] = maybe;
	mix->entry[MIX_SHALL] = shall;
	mix->n_order = 0;
	mix->loses = FALSE;
	memset(mix->state, NOT_SEEN, n);
	for (guint32 v = 0; v < n; v++)
		if (mix->sends[v] && mix->state[v] == NOT_SEEN && !visit(mix, v))
			return FALSE;
	memmove(mix->order, mix->order + n - mix->n_order, mix->n_order * sizeof *mix->order);
	memcpy(mix->lanes, from, n * sizeof *mix->lanes);
	for (guint32 i = 0; i < mix->n_order; i++)
		for (guint e = 0, v = mix->order[i]; e < MIX_ENTRIES; e++)
			if (mix_is_channel(mix->entry[e][v]))
				mix->lanes[mix->graph->to[mix->entry[e][v]]] |= mix->lanes[v];
	return TRUE;
}
