/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares routes to the LIDs of one port. These LIDs are consecutive numbers, the base LID first. */
#include "core/optimize/siblings.h"

gboolean siblings_let(const Graph *graph, const Routes *routes, guint32 v, guint32 dest, guint32 c)
{
	const GraphDest *dests = graph->dests, *own = &dests[dest];
	guint8 now = routes_row(routes, dest)[v], then = graph->port[c];
	guint parted = 0, joined = 0;
	for (guint32 d, k = 0; (d = graph_dest(graph, own->lid - own->sibling + k)) != GRAPH_NONE; k++) {
		if (dests[d].sibling != k)
			break;
		guint8 port = routes_row(routes, d)[v];
		parted += d != dest && port == now;
		joined += d != dest && port == then;
	}
	return joined <= parted;
}
