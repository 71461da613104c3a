/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Marks pairs of switches between which replies would have another SL than requests while an update runs, though not
 * afterwards. The SLs of all paths of a pair, in both directions, are compared, meanwhile and with the new routing.
 */
#include "core/exchange/both.h"

#include "core/base/error.h"

#include <string.h>

/* The SL that all paths between two switches share; there may be no path, or several SLs: */
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
 * Fills meanwhile[] and now[] for each pair of switches (both_pair()): the SL that paths share in both directions,
 * during the first phase and afterwards. Where the new routing has no SLs, the previous ones stand for them: directions
 * that differ in these need not be alike.
 */
static void share_all(const Both *b, guint8 *meanwhile, guint8 *now)
{
	const Graph *g = b->graph;
	for (guint32 v = 0; v < g->n_switches; v++)
		for (guint32 d = 0; d < g->n_dests; d++) {
			gsize pair = both_pair(b, v, g->dests[d].vertex);
			guint32 lid = g->dests[d].lid;
			if (g->dests[d].vertex == v || !route_carries_data(g, v, d))
				continue;
			meanwhile[pair] = share(meanwhile[pair], sl_meanwhile(b, v, lid));
			now[pair] = share(now[pair], b->path_sl ? both_new_sl(b, v, lid) : both_previous_sl(b, v, lid));
		}
}

gboolean both_ways_mark(Both *b, GError **error)
{
	gsize n = (gsize)b->graph->n_switches * b->graph->n_switches;
	g_autofree guint8 *meanwhile = g_try_malloc(n + 1), *now = g_try_malloc(n + 1);
	if (!meanwhile || !now)
		return sssp_error_memory(error, "pairs of switches", n);
	memset(meanwhile, SHARED_NONE, n);
	memset(now, SHARED_NONE, n);
	share_all(b, meanwhile, now);
	for (gsize pair = 0; pair < n; pair++)
		meanwhile[pair] = meanwhile[pair] == SHARED_MANY && now[pair] != SHARED_MANY ? 1 : 0;
	b->uneven = g_steal_pointer(&meanwhile);
	return TRUE;
}
