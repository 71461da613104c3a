/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A mark for each switch and destination. */
#include "core/exchange/reconnect.h"

#include "core/base/error.h"

typedef struct {
	const Graph *graph;
	guint8 *mark;   /* a bit for [dest][row] */
	guint32 *first; /* [n_switches + 1] where the destinations of a switch begin in `dest` */
	guint32 *dest;  /* [n_dests] */
} Marks;

static void marks_clear(Marks *m)
{
	g_free(m->mark);
	g_free(m->first);
	g_free(m->dest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Marks, marks_clear)

static void mark(Marks *m, guint32 row, guint32 dest)
{
	gsize bit = (gsize)dest * m->graph->n_switches + row;
	m->mark[bit / 8] |= (guint8)(1u << bit % 8);
}

static gboolean is_marked(const Marks *m, guint32 row, guint32 dest)
{
	gsize bit = (gsize)dest * m->graph->n_switches + row;
	return m->mark[bit / 8] >> bit % 8 & 1;
}

/* Those of v begin at first[v]. */
static void sort_dests(Marks *m)
{
	const Graph *g = m->graph;
	for (guint32 d = 0; d < g->n_dests; d++)
		m->first[g->dests[d].vertex]++;
	for (guint32 v = 0, sum = 0; v <= g->n_switches; v++)
		m->first[v] = sum += m->first[v];
	for (guint32 d = g->n_dests; d-- > 0;)
		m->dest[--m->first[g->dests[d].vertex]] = d;
}

static gboolean marks_init(Marks *m, const Graph *g, GError **error)
{
	gsize bits = (gsize)g->n_dests * g->n_switches;
	m->graph = g;
	m->mark = g_try_malloc0(bits / 8 + 1);
	m->first = g_try_new0(guint32, g->n_switches + 1);
	m->dest = g_try_new(guint32, g->n_dests + 1);
	if (!m->mark || !m->first || !m->dest)
		return sssp_error_memory(error, "connections to be opened again", bits / 8 + 1);
	sort_dests(m);
	return TRUE;
}

GArray *reconnect_both_ways(const GArray *illegal, const Graph *g, GError **error)
{
	GArray *pairs = g_array_new(FALSE, FALSE, sizeof(ExchangePair));
	g_auto(Marks) m = {0};
	if (!illegal->len)
		return pairs;
	if (!marks_init(&m, g, error)) {
		g_array_unref(pairs);
		return NULL;
	}
	for (guint i = 0; i < illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(illegal, ExchangePair, i);
		mark(&m, pair->row, pair->dest);
		for (guint32 k = m.first[pair->row]; k < m.first[pair->row + 1]; k++)
			mark(&m, g->dests[pair->dest].vertex, m.dest[k]);
	}
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (is_marked(&m, v, d))
				g_array_append_vals(pairs, &(ExchangePair){v, d}, 1);
	return pairs;
}
