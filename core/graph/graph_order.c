/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts destinations as a user asks. A list of GUIDs becomes a rank for each destination (the place of its port or node
 * in the list) and the destinations are sorted by it; those not named share the last rank and keep their order.
 */
#include "core/graph/graph.h"

#include "core/base/arena.h"
#include "core/base/by_keys.h"
#include "core/base/number_sort.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	guint64 guid;
	gsize place;
} Named;

static int compare_named(const void *a, const void *b)
{
	const Named *na = a, *nb = b;
	return BY_KEYS({na->guid, nb->guid}, {na->place, nb->place});
}

/* First place of a GUID in the list, or n. */
static gsize place_of(const Named *named, gsize n, guint64 guid)
{
	gsize low = 0, high = n;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (named[middle].guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && named[low].guid == guid ? named[low].place : n;
}

static gsize rank_of(const Fabric *fabric, const GraphDest *dest, const Named *named, gsize n)
{
	const FabricPort *port = &fabric->ports[fabric->lid_port[dest->lid]];
	gsize by_node = place_of(named, n, fabric->nodes[port->node].guid);
	gsize by_port = port->guid ? place_of(named, n, port->guid) : n;
	return MIN(by_node, by_port);
}

gboolean graph_order_dests(Graph *graph, const Fabric *fabric, const guint64 *guids, gsize n, GError **error)
{
	guint32 n_dests = graph->n_dests;
	g_autoptr(Arena) arena = arena_new();
	Named *named = arena_new_array(arena, Named, n);
	GraphDest *dests = arena_new_array(arena, GraphDest, n_dests);
	guint64 *ranked = arena_new_array(arena, guint64, n_dests), *scratch = arena_new_array(arena, guint64, n_dests);
	if (!arena_check(arena, "the order of destinations", error))
		return FALSE;
	for (gsize i = 0; i < n; i++)
		named[i] = (Named){guids[i], i};
	qsort(named, n, sizeof(Named), compare_named);
	/* The high half is the rank, the low half the place so far, which decides between equals. */
	for (guint32 d = 0; d < n_dests; d++)
		ranked[d] = (guint64)rank_of(fabric, &graph->dests[d], named, n) << 32 | d;
	number_sort(ranked, n_dests, scratch);
	memcpy(dests, graph->dests, n_dests * sizeof *dests);
	for (guint32 i = 0; i < n_dests; i++)
		graph->dests[i] = dests[(guint32)ranked[i]];
	graph_index_lids(graph);
	return TRUE;
}
