/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts destinations as a user asks. A list of GUIDs becomes a rank for each destination (the place of its port or node
 * in the list) and the destinations are sorted by it; those not named share the last rank and keep their order.
 */
#include "core/graph/graph.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	guint64 guid;
	gsize place;
} Named;

typedef struct {
	gsize rank;
	guint32 before; /* previous position, which decides between equals */
	GraphDest dest;
} Ranked;

static int compare_named(gconstpointer a, gconstpointer b, gpointer unused)
{
	const Named *na = a, *nb = b;
	(void)unused;
	if (na->guid != nb->guid)
		return na->guid < nb->guid ? -1 : 1;
	return na->place < nb->place ? -1 : na->place > nb->place;
}

static int compare_ranked(gconstpointer a, gconstpointer b, gpointer unused)
{
	const Ranked *ra = a, *rb = b;
	(void)unused;
	if (ra->rank != rb->rank)
		return ra->rank < rb->rank ? -1 : 1;
	return ra->before < rb->before ? -1 : ra->before > rb->before;
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
	g_autofree Named *named = g_try_new(Named, n + 1);
	g_autofree Ranked *ranked = g_try_new(Ranked, graph->n_dests + 1);
	if (!named || !ranked)
		return sssp_error_memory(error, "the order of destinations", graph->n_dests * sizeof(Ranked));
	for (gsize i = 0; i < n; i++)
		named[i] = (Named){guids[i], i};
	if (n)
		g_qsort_with_data(named, (gint)n, sizeof(Named), compare_named, NULL);
	for (guint32 d = 0; d < graph->n_dests; d++)
		ranked[d] = (Ranked){rank_of(fabric, &graph->dests[d], named, n), d, graph->dests[d]};
	if (graph->n_dests)
		g_qsort_with_data(ranked, (gint)graph->n_dests, sizeof(Ranked), compare_ranked, NULL);
	for (guint32 d = 0; d < graph->n_dests; d++)
		graph->dests[d] = ranked[d].dest;
	graph_index_lids(graph);
	return TRUE;
}
