/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the LIDs of a port: consecutive numbers, the base LID first. */
#include "core/optimize/siblings.h"

#include "core/base/error.h"

#include <string.h>

#define LIDS 65536

static gboolean has_any(const Graph *graph)
{
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].sibling)
			return TRUE;
	return FALSE;
}

Siblings *siblings_new(const Graph *graph, GError **error)
{
	g_autoptr(Siblings) s = g_new0(Siblings, 1);
	s->graph = graph;
	if (!has_any(graph))
		return g_steal_pointer(&s);
	if (!(s->dest = g_try_new(guint32, LIDS))) {
		sssp_error_memory(error, "LIDs", LIDS * sizeof *s->dest);
		return NULL;
	}
	memset(s->dest, 0xff, LIDS * sizeof *s->dest);
	for (guint32 d = 0; d < graph->n_dests; d++)
		s->dest[graph->dests[d].lid] = d;
	return g_steal_pointer(&s);
}

void siblings_free(Siblings *s)
{
	if (!s)
		return;
	g_free(s->dest);
	g_free(s);
}

gboolean siblings_let(const Siblings *s, const Routes *routes, guint32 v, guint32 dest, guint32 c)
{
	const GraphDest *dests = s->graph->dests, *own = &dests[dest];
	guint8 now = routes_row(routes, dest)[v], then = s->graph->port[c];
	guint parted = 0, joined = 0;
	if (!s->dest)
		return TRUE;
	for (guint32 lid = own->lid - own->sibling, k = 0; lid < LIDS; lid++, k++) {
		guint32 d = s->dest[lid];
		if (d == GRAPH_NONE || dests[d].sibling != k)
			break;
		guint8 port = routes_row(routes, d)[v];
		parted += d != dest && port == now;
		joined += d != dest && port == then;
	}
	return joined <= parted;
}
