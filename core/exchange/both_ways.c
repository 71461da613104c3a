/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Marks pairs whose replies would have another SL than requests. */
#include "core/exchange/both.h"

#include "core/base/error.h"

#include <string.h>

/* The SL that all paths from one switch to another share; there may be no path, or several SLs: */
enum { SHARED_NONE = SL_NONE, SHARED_MANY = SL_NONE - 1 };

/* The SL that two sets of paths share. */
static guint8 share(guint8 a, guint8 b)
{
	return a == SHARED_NONE || a == b ? b : b == SHARED_NONE ? a : SHARED_MANY;
}

/* The SL of paths from v to a LID while the first phase is written: the previous SL if there was a path. */
static guint8 sl_meanwhile(const Both *b, guint32 v, guint32 lid)
{
	guint8 sl = both_previous_sl(b, v, lid);
	return sl == SL_NONE ? both_new_sl(b, v, lid) : sl;
}

/*
 * Fills meanwhile[from][to] and now[from][to]: the SL that paths share during the first phase and afterwards. Where the
 * new routing has no SLs, the previous ones stand for them: directions that differ in these need not be alike.
 */
static void share_all(const Both *b, guint8 *meanwhile, guint8 *now)
{
	const Graph *g = b->graph;
	for (guint32 v = 0; v < g->n_switches; v++)
		for (guint32 d = 0; d < g->n_dests; d++) {
			gsize pair = (gsize)v * g->n_switches + g->dests[d].vertex;
			guint32 lid = g->dests[d].lid;
			if (g->dests[d].vertex == v || !route_carries_data(g, v, d))
				continue;
			meanwhile[pair] = share(meanwhile[pair], sl_meanwhile(b, v, lid));
			now[pair] = share(now[pair], b->path_sl ? both_new_sl(b, v, lid) : both_previous_sl(b, v, lid));
		}
}

/*
 * Turns meanwhile[n][n] into marks, 1: the two directions have several SLs meanwhile, though they share one by the new
 * SLs. Returns whether any pair is marked.
 */
static gboolean mark_pairs(guint32 n, guint8 *meanwhile, const guint8 *now)
{
	gboolean any = FALSE;
	for (gsize v = 0; v < n; v++)
		for (gsize t = 0; t <= v; t++) {
			gsize there = v * n + t, back = t * n + v;
			gboolean uneven = share(meanwhile[there], meanwhile[back]) == SHARED_MANY &&
					  share(now[there], now[back]) != SHARED_MANY;
			meanwhile[there] = meanwhile[back] = uneven ? 1 : 0;
			any = any || uneven;
		}
	return any;
}

gboolean both_ways_mark(Both *b, GError **error)
{
	guint32 n = b->graph->n_switches;
	g_autofree guint8 *meanwhile = g_try_malloc((gsize)n * n + 1), *now = g_try_malloc((gsize)n * n + 1);
	if (!meanwhile || !now)
		return sssp_error_memory(error, "pairs of switches", (gsize)n * n);
	memset(meanwhile, SHARED_NONE, (gsize)n * n);
	memset(now, SHARED_NONE, (gsize)n * n);
	share_all(b, meanwhile, now);
	if (mark_pairs(n, meanwhile, now))
		b->uneven = g_steal_pointer(&meanwhile);
	return TRUE;
}
