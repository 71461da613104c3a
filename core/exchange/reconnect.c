/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the connections that have to be opened again. A route of `illegal` is marked by switch and destination; its
 * opposite direction is marked for all destinations on the switch.
 */
#include "core/exchange/reconnect.h"

#include "core/base/error.h"

static void mark(guint8 *bits, gsize bit)
{
	bits[bit / 8] |= (guint8)(1u << bit % 8);
}

static gboolean is_marked(const guint8 *bits, gsize bit)
{
	return bits[bit / 8] >> bit % 8 & 1;
}

GArray *reconnect_both_ways(const GArray *illegal, const Graph *g, GError **error)
{
	gsize n = g->n_switches;
	g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(ExchangePair));
	if (!illegal->len)
		return g_steal_pointer(&pairs);
	g_autofree guint8 *there = g_try_malloc0(g->n_dests * n / 8 + 1); /* [dest][row] */
	g_autofree guint8 *back = g_try_malloc0(n * n / 8 + 1);           /* [to][from] */
	if (!there || !back)
		return sssp_error_memory_null(error, "connections to be opened again", (g->n_dests + n) * n / 8);
	for (guint i = 0; i < illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(illegal, ExchangePair, i);
		mark(there, pair->dest * n + pair->row);
		mark(back, pair->row * n + g->dests[pair->dest].vertex);
	}
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (is_marked(there, d * n + v) || is_marked(back, g->dests[d].vertex * n + v))
				g_array_append_vals(pairs, &(ExchangePair){v, d}, 1);
	return g_steal_pointer(&pairs);
}
