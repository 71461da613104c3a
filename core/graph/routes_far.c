/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts pairs of hosts whose route would be too long to be stored. A search from one switch of each piece of the
 * fabric tells whether any two switches of it can be too far apart, which is rare; only then its pairs are looked at.
 */
#include "core/base/error.h"
#include "core/graph/routes.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	guint32 *piece; /* [n_switches] its first switch, GRAPH_NONE: not met yet */
	guint32 *queue, *depth;
	guint8 *wide; /* [n_switches] 1 for the first switch of a piece in which two can be too far apart */
} Pieces;

/* Visits all switches that are connected to `start`, breadth-first, and sets piece[] and wide[]. */
static void walk_piece(Pieces *p, guint32 start)
{
	const Graph *g = p->graph;
	guint32 n = 0, v = start;
	p->queue[n++] = start;
	p->piece[start] = start;
	p->depth[start] = 0;
	for (guint32 i = 0; i < n; i++) {
		v = p->queue[i];
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
			guint32 w = g->to[c];
			if (p->piece[w] != GRAPH_NONE)
				continue;
			p->piece[w] = start;
			p->depth[w] = p->depth[v] + 1;
			p->queue[n++] = w;
		}
	}
	p->wide[start] = 2 * p->depth[v] >= GRAPH_FAR;
}

static guint64 count_piece(const Pieces *p, const Routes *routes, const guint32 *host, guint32 start)
{
	const Graph *g = p->graph;
	guint64 pairs = 0;
	for (guint32 w = 0; w < g->n_switches; w++) {
		if (p->piece[w] != start || !g->hosts[w])
			continue;
		const guint8 *row = routes_row(routes, host[w]);
		for (guint32 v = 0; v < g->n_switches; v++)
			if (v != w && p->piece[v] == start && row[v] == ROUTE_NONE)
				pairs += (guint64)g->hosts[v] * g->hosts[w];
	}
	return pairs;
}

gboolean routes_too_far(const Graph *graph, const Routes *routes, guint64 *pairs, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint32 *lists = g_try_new(guint32, 3 * n + 1);
	g_autofree guint8 *wide = g_try_malloc0(n + 1);
	g_autofree guint32 *host = lists && wide ? routes_first_hosts(graph, error) : NULL;
	if (!lists || !wide)
		return sssp_error_memory(error, "pieces", 3 * n * sizeof *lists);
	if (!host)
		return FALSE;
	Pieces p = {graph, lists, lists + n, lists + 2 * n, wide};
	memset(p.piece, 0xff, n * sizeof *p.piece);
	*pairs = 0;
	for (guint32 v = 0; v < n; v++)
		if (p.piece[v] == GRAPH_NONE)
			walk_piece(&p, v);
	for (guint32 v = 0; v < n; v++)
		if (p.wide[v])
			*pairs += count_piece(&p, routes, host, v);
	return TRUE;
}
