/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the connections that have to be opened again. A route of `illegal` is marked by switch and destination; its
 * opposite direction is marked for all destinations on the switch.
 */
#include "core/exchange/reconnect.h"

#include "core/base/error.h"

gboolean reconnect_both_ways(const GArray *illegal, const Graph *g, GArray *pairs, GError **error)
{
	gsize n = g->n_switches;
	if (!illegal->len)
		return TRUE;
	g_autofree guint8 *there = g_try_malloc0(g->n_dests * n + 1); /* [dest][row] */
	g_autofree guint8 *back = g_try_malloc0(n * n + 1);           /* [to][from] */
	if (!there || !back)
		return sssp_error_memory(error, "connections to be opened again", (g->n_dests + n) * n);
	for (guint i = 0; i < illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(illegal, ExchangePair, i);
		there[pair->dest * n + pair->row] = 1;
		back[pair->row * n + g->dests[pair->dest].vertex] = 1;
	}
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (there[d * n + v] || back[g->dests[d].vertex * n + v])
				g_array_append_vals(pairs, &(ExchangePair){v, d}, 1);
	return TRUE;
}
