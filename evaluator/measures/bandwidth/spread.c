/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Spreads flows evenly over all shortest paths between two switches. Hops to every destination are computed once. For a
 * flow, switches are visited by their hops to the destination, the farthest first; each divides what has come to it
 * evenly among the channels that are next on a shortest path. A flow that has met a full channel is divided anew, among
 * those of its channels that have room and lead on.
 */
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
	if (!s->hops || !hops || !queue)
		return sssp_error_memory_null(error, "shortest paths", n * n);
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

/*
 * Sets the part of each lay to 1 if its channel has room and leads on to the destination, else to 0, from the last one
 * back; open[] counts by row those with 1. FALSE: the first row has none.
 */
static gboolean find_open(const Paths *p, const guint8 *full, MaxMinLay *lay, guint32 n, guint32 *open)
{
	for (guint32 i = 0; i < n; i++)
		open[p->from[lay[i].place]] = 0;
	open[p->to[lay[n - 1].place]] = 1;
	for (guint32 i = n; i-- > 0;) {
		gboolean leads = !full[lay[i].place] && open[p->to[lay[i].place]];
		lay[i].part = leads ? 1 : 0;
		open[p->from[lay[i].place]] += leads ? 1 : 0;
	}
	return open[p->from[lay[0].place]] > 0;
}

gboolean spread_relay(const Spread *s, SpreadScratch *scratch, const gdouble *weight, const guint8 *full,
		      MaxMinLay *lay, guint32 n)
{
	const Paths *p = s->paths;
	for (; n && lay[n - 1].place >= p->n_channels; n--)
		if (full[lay[n - 1].place])
			return FALSE;
	if (!n || !find_open(p, full, lay, n, scratch->queue))
		return FALSE;
	scratch->amount[p->from[lay[0].place]] = 1;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = lay[i].place, row = p->from[c];
		gdouble part = lay[i].part > 0 ? scratch->amount[row] / scratch->queue[row] : 0;
		lay[i].part = weight ? part * weight[c] : part;
		scratch->amount[p->to[c]] += part;
	}
	for (guint32 i = 0; i < n; i++)
		scratch->amount[p->from[lay[i].place]] = scratch->amount[p->to[lay[i].place]] = 0;
	return TRUE;
}

gboolean spread_loads(const Spread *s, gdouble *load, GError **error)
{
	const Paths *p = s->paths;
	g_autofree gdouble *amount = g_try_new(gdouble, (gsize)p->n_rows + 1);
	g_autofree guint32 *far = g_try_new(guint32, (gsize)p->n_rows + 1),
			   *row = g_try_new(guint32, (gsize)p->n_rows + 1);
	if (!amount || !far || !row)
		return sssp_error_memory(error, "loads", p->n_rows * sizeof(gdouble));
	memset(load, 0, p->n_channels * sizeof *load);
	for (guint32 to = 0; to < p->n_rows; to++) {
		const guint8 *hops = s->hops + (gsize)to * p->n_rows;
		guint32 n = p->hosts[to] ? paths_shortest(p, to, far, row) : 0;
		for (guint32 i = 0; i < n; i++)
			amount[row[i]] = hops[row[i]] == SPREAD_FAR ? 0 : (gdouble)p->hosts[row[i]] * p->hosts[to];
		for (guint32 i = n; i-- > 1;) {
			gdouble part = amount[row[i]] / MAX(count_next(p, hops, row[i]), 1);
			for (guint32 c = p->first[row[i]]; c < p->first[row[i] + 1]; c++)
				if (hops[p->to[c]] + 1u == hops[row[i]]) {
					load[c] += part;
					amount[p->to[c]] += part;
				}
		}
	}
	return TRUE;
}
