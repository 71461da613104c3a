/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives each switch a slot, a place in an array of costs, so that the costs that one switch compares stand side by side
 * (balance_slots.h). An order of all switches is made once: each switch in turn, leaf switches first and then level by
 * level (trunk.h), appends those of its neighbours that are not in it yet, in the order of its ports. Of a level the
 * switches with the most channels come first, because they have lost no channel and so leave no gap between neighbours.
 * For a destination, slots go by hops, then by this order; switches that no minimal channel leads to come last.
 */
#include "core/balance/balance_slots.h"

#include "core/base/least.h"
#include "core/base/number_sort.h"
#include "core/balance/trunk.h"

#include <string.h>

/* Sorts switches into key[n_switches], in the low 32 bits: by level, then the most channels first, then by number. */
static void sort_askers(const Graph *graph, const Trunk *trunk, guint64 *key, guint64 *scratch)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint64 lost = G_MAXUINT16 - (graph->first[v + 1] - graph->first[v]);
		key[v] = (guint64)trunk->level[v] << 48 | lost << 32 | v;
	}
	number_sort(key, graph->n_switches, scratch);
}

/* Fills slots->list: each switch of asker[n_switches] appends those of its neighbours that are not listed[] yet. */
static void list_switches(BalanceSlots *slots, const guint64 *asker, guint8 *listed)
{
	const Graph *graph = slots->graph;
	guint32 n = 0;
	for (guint32 i = 0; i < graph->n_switches; i++) {
		guint32 v = (guint32)asker[i];
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint32 w = graph->to[c];
			if (!listed[w])
				slots->list[n++] = w;
			listed[w] = 1;
		}
	}
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (!listed[v])
			slots->list[n++] = v;
}

BalanceSlots *balance_slots_new(Arena *arena, const Graph *graph, GError **error)
{
	gsize n = graph->n_switches + (gsize)1;
	BalanceSlots *slots = arena_new_array0(arena, BalanceSlots, 1);
	g_autoptr(Arena) scratch = arena_new();
	guint64 *key = arena_new_array(scratch, guint64, 2 * n);
	guint8 *listed = arena_new_array0(scratch, guint8, n);
	g_autoptr(Trunk) trunk = slots ? trunk_new(graph, error) : NULL;
	if (!arena_check(arena, "the weights", error) || !trunk || !arena_check(scratch, "the weights", error))
		return NULL;
	slots->graph = graph;
	slots->list = arena_new_array(arena, guint32, n);
	slots->slot = arena_new_array(arena, guint32, n);
	slots->to = arena_new_array(arena, guint32, graph->n_channels + (gsize)1);
	slots->beside = arena_new_array(arena, guint8, n);
	slots->laid = GRAPH_NONE;
	slots->vectors = least_has_vectors();
	if (!arena_check(arena, "the weights", error))
		return NULL;
	sort_askers(graph, trunk, key, key + n);
	list_switches(slots, key, listed);
	return slots;
}

/*
 * Counts the switches that minimal channels lead to, sets their slot to 0 and that of all others to GRAPH_NONE.
 * start[h] gets the number of those with fewer than h hops, which is where the slots of hop h begin. Returns the number
 * of all.
 */
static guint32 count_asked(BalanceSlots *slots, const Bfs *bfs, guint32 *start)
{
	guint32 m = bfs->first[bfs->n_reached], n = 0;
	memset(slots->slot, 0xff, bfs->n_reached * sizeof *slots->slot);
	for (guint32 k = 0; k < m; k++)
		slots->slot[bfs->to[k]] = 0;
	for (guint32 i = 0; i < bfs->n_reached; i++)
		start[bfs->hops[bfs->order[i]] + 1] += slots->slot[i] == 0;
	for (guint h = 0; h <= GRAPH_FAR; h++)
		n = start[h] += n;
	return n;
}

/* Slots by hops, then in the order of slots->list; switches that no minimal channel leads to come last. */
static void give_slots(BalanceSlots *slots, const Bfs *bfs)
{
	guint32 start[GRAPH_FAR + 2] = {0}, n = count_asked(slots, bfs, start);
	for (guint32 r = 0; r < slots->graph->n_switches; r++) {
		guint32 v = slots->list[r], i = bfs->hops[v] == GRAPH_FAR ? GRAPH_NONE : bfs->place[v];
		if (i != GRAPH_NONE)
			slots->slot[i] = slots->slot[i] == GRAPH_NONE ? n++ : start[bfs->hops[v]]++;
	}
}

void balance_slots_lay(BalanceSlots *slots, const Bfs *bfs)
{
	if (slots->laid == bfs->order[0])
		return;
	slots->laid = bfs->order[0];
	give_slots(slots, bfs);
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 begin = bfs->first[i], end = bfs->first[i + 1];
		gboolean beside = slots->vectors && end - begin >= LEAST_WORTH && end - begin <= LEAST_MOST;
		for (guint32 k = begin; k < end; k++) {
			slots->to[k] = slots->slot[bfs->to[k]];
			beside = beside && slots->to[k] == slots->to[begin] + (k - begin);
		}
		slots->beside[i] = beside ? 1 : 0;
	}
}
