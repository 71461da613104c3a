/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Switches on shortest paths lie in layers by their hops to the destination: amounts are handed down layer by layer. */
#include "evaluator/measures/bandwidth/spread.h"

#include "core/base/error.h"

#include <string.h>

Spread *spread_new(const Paths *p, GError **error)
{
	g_autoptr(Spread) s = g_new0(Spread, 1);
	gsize n = p->n_rows;
	g_autofree guint32 *hops = g_try_new(guint32, n + 1), *queue = g_try_new(guint32, n + 1);
	s->paths = p;
	s->hops = g_try_malloc(n * n + 1);
	if (!s->hops || !hops || !queue) {
		sssp_error_memory(error, "shortest paths", n * n);
		return NULL;
	}
	for (guint32 to = 0; to < p->n_rows; to++) {
		paths_shortest(p, to, hops, queue);
		for (guint32 from = 0; from < p->n_rows; from++)
			s->hops[to * n + from] = (guint8)MIN(hops[from], SPREAD_FAR);
	}
	return g_steal_pointer(&s);
}

void spread_free(Spread *spread)
{
	if (!spread)
		return;
	g_free(spread->hops);
	g_free(spread);
}

SpreadScratch *spread_scratch_new(const Spread *spread, GError **error)
{
	SpreadScratch *scratch = g_new0(SpreadScratch, 1);
	gsize n = (gsize)spread->paths->n_rows + 1;
	scratch->amount = g_try_new0(gdouble, n);
	scratch->queue = g_try_new(guint32, n);
	if (scratch->amount && scratch->queue)
		return scratch;
	sssp_error_memory(error, "a flow", n * sizeof(gdouble));
	spread_scratch_free(scratch);
	return NULL;
}

void spread_scratch_free(SpreadScratch *scratch)
{
	if (!scratch)
		return;
	g_free(scratch->amount);
	g_free(scratch->queue);
	g_free(scratch);
}

static guint32 count_next(const Paths *p, const guint8 *hops, guint32 row)
{
	guint32 n = 0;
	for (guint32 c = p->first[row]; c < p->first[row + 1]; c++)
		n += hops[p->to[c]] + 1u == hops[row];
	return n;
}

gboolean spread_lay(const Spread *s, SpreadScratch *scratch, guint32 from, guint32 to, const gdouble *weight, MaxMin *m)
{
	const Paths *p = s->paths;
	const guint8 *hops = s->hops + (gsize)to * p->n_rows;
	guint32 head = 0, tail = 0;
	if (hops[from] == SPREAD_FAR)
		return FALSE;
	scratch->amount[from] = 1;
	scratch->queue[tail++] = from;
	for (; head < tail; head++) {
		guint32 row = scratch->queue[head];
		gdouble amount = scratch->amount[row];
		scratch->amount[row] = 0;
		if (row == to)
			continue;
		gdouble part = amount / count_next(p, hops, row);
		for (guint32 c = p->first[row]; c < p->first[row + 1]; c++) {
			guint32 next = p->to[c];
			if (hops[next] + 1u != hops[row])
				continue;
			maxmin_lay(m, c, weight ? part * weight[c] : part);
			if (!(scratch->amount[next] > 0))
				scratch->queue[tail++] = next;
			scratch->amount[next] += part;
		}
	}
	return TRUE;
}

/* The rows by their hops, the furthest first, those that are not reached left out. Returns how many. */
static guint32 order_rows(const guint8 *hops, guint32 n, guint32 *order)
{
	guint32 first[SPREAD_FAR + 2] = {0};
	for (guint32 row = 0; row < n; row++)
		first[SPREAD_FAR - hops[row] + 1]++;
	guint32 far = first[1];
	for (guint i = 0; i <= SPREAD_FAR; i++)
		first[i + 1] += first[i];
	for (guint32 row = 0; row < n; row++)
		if (hops[row] != SPREAD_FAR)
			order[first[SPREAD_FAR - hops[row]]++ - far] = row;
	return n - far;
}

gboolean spread_loads(const Spread *s, gdouble *load, GError **error)
{
	const Paths *p = s->paths;
	g_autofree gdouble *amount = g_try_new(gdouble, (gsize)p->n_rows + 1);
	g_autofree guint32 *order = g_try_new(guint32, (gsize)p->n_rows + 1);
	if (!amount || !order)
		return sssp_error_memory(error, "loads", p->n_rows * sizeof(gdouble));
	memset(load, 0, p->n_channels * sizeof *load);
	for (guint32 to = 0; to < p->n_rows; to++) {
		const guint8 *hops = s->hops + (gsize)to * p->n_rows;
		guint32 n = p->hosts[to] ? order_rows(hops, p->n_rows, order) : 0;
		for (guint32 row = 0; row < p->n_rows; row++)
			amount[row] = (gdouble)p->hosts[row] * p->hosts[to];
		for (guint32 i = 0; i < n && order[i] != to; i++) {
			gdouble part = amount[order[i]] / count_next(p, hops, order[i]);
			for (guint32 c = p->first[order[i]]; c < p->first[order[i] + 1]; c++)
				if (hops[p->to[c]] + 1u == hops[order[i]]) {
					load[c] += part;
					amount[p->to[c]] += part;
				}
		}
	}
	return TRUE;
}
