/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The level at which a place fills never falls when flows elsewhere stop rising. So a heap of places by the level last
 * known has the next to fill on top, once its level is computed anew and still is no higher than the others.
 */
#include "evaluator/measures/bandwidth/maxmin.h"

#include "core/base/error.h"

#include <string.h>

#define NOTHING 1e-12 /* left of the demand of a place when all flows there have stopped: rounding */
#define RISING (-1.0)

typedef struct {
	guint32 place;
	gdouble part;
} Lay;

typedef struct {
	gdouble level;
	guint32 place;
} Fill;

struct MaxMin {
	guint32 places;
	GArray *lays;           /* Lay, flow by flow */
	GArray *end;            /* guint32: where the lays of a flow end */
	gdouble *left, *demand; /* [places] room that is left; parts of the flows that still rise */
	guint32 *first;         /* [places + 1] flows of a place are flow[first[place]] .. */
	GArray *flow;           /* guint32 */
	Fill *heap;             /* [places] */
	guint32 n_heap;
};

MaxMin *maxmin_new(guint32 places, GError **error)
{
	MaxMin *m = g_new0(MaxMin, 1);
	m->places = places;
	m->lays = g_array_new(FALSE, FALSE, sizeof(Lay));
	m->end = g_array_new(FALSE, FALSE, sizeof(guint32));
	m->flow = g_array_new(FALSE, FALSE, sizeof(guint32));
	m->left = g_try_new(gdouble, (gsize)places + 1);
	m->demand = g_try_new(gdouble, (gsize)places + 1);
	m->first = g_try_new(guint32, (gsize)places + 2);
	m->heap = g_try_new(Fill, (gsize)places + 1);
	if (m->left && m->demand && m->first && m->heap)
		return m;
	sssp_error_memory(error, "shares of flows", places * sizeof(Fill));
	maxmin_free(m);
	return NULL;
}

void maxmin_free(MaxMin *m)
{
	if (!m)
		return;
	g_array_unref(m->lays);
	g_array_unref(m->end);
	g_array_unref(m->flow);
	g_free(m->left);
	g_free(m->demand);
	g_free(m->first);
	g_free(m->heap);
	g_free(m);
}

void maxmin_begin(MaxMin *m)
{
	g_array_set_size(m->lays, 0);
	g_array_set_size(m->end, 0);
}

void maxmin_lay(MaxMin *m, guint32 place, gdouble part)
{
	Lay lay = {place, part};
	g_array_append_val(m->lays, lay);
}

void maxmin_end_flow(MaxMin *m)
{
	g_array_append_val(m->end, m->lays->len);
}

static const Lay *lays(const MaxMin *m)
{
	return (const Lay *)(gconstpointer)m->lays->data;
}

/* Demands, and which flows each place has. */
static void gather(MaxMin *m)
{
	const Lay *lay = lays(m);
	guint32 *first = m->first;
	memset(first, 0, ((gsize)m->places + 2) * sizeof *first);
	for (guint32 p = 0; p < m->places; p++) {
		m->left[p] = 1;
		m->demand[p] = 0;
	}
	for (guint i = 0; i < m->lays->len; i++) {
		first[lay[i].place + 2]++;
		m->demand[lay[i].place] += lay[i].part;
	}
	for (guint32 p = 0; p < m->places; p++)
		first[p + 1] += first[p];
	g_array_set_size(m->flow, m->lays->len);
	for (guint32 f = 0, i = 0; f < m->end->len; f++)
		for (; i < g_array_index(m->end, guint32, f); i++)
			g_array_index(m->flow, guint32, first[lay[i].place + 1]++) = f;
}

static gboolean before(const Fill *a, const Fill *b)
{
	return a->level < b->level || (a->level <= b->level && a->place < b->place);
}

/* Lets the fill at `at` sink to where it belongs. */
static void sink(MaxMin *m, guint32 at)
{
	Fill held = m->heap[at];
	for (guint32 child; (child = 2 * at + 1) < m->n_heap; at = child) {
		child += child + 1 < m->n_heap && before(&m->heap[child + 1], &m->heap[child]);
		if (!before(&m->heap[child], &held))
			break;
		m->heap[at] = m->heap[child];
	}
	m->heap[at] = held;
}

static void make_heap(MaxMin *m)
{
	m->n_heap = 0;
	for (guint32 p = 0; p < m->places; p++)
		if (m->demand[p] > NOTHING)
			m->heap[m->n_heap++] = (Fill){m->left[p] / m->demand[p], p};
	for (guint32 at = m->n_heap / 2; at-- > 0;)
		sink(m, at);
}

static void drop_top(MaxMin *m)
{
	m->heap[0] = m->heap[--m->n_heap];
	sink(m, 0);
}

/* Flows of a full place stop at a level. */
static void stop_flows(MaxMin *m, guint32 place, gdouble level, gdouble *rate)
{
	for (guint32 k = m->first[place]; k < m->first[place + 1]; k++) {
		guint32 f = g_array_index(m->flow, guint32, k);
		if (rate[f] >= 0)
			continue;
		rate[f] = level;
		for (guint32 i = f ? g_array_index(m->end, guint32, f - 1) : 0; i < g_array_index(m->end, guint32, f);
		     i++) {
			const Lay *lay = &lays(m)[i];
			m->left[lay->place] -= level * lay->part;
			m->demand[lay->place] -= lay->part;
		}
	}
}

void maxmin_shares(MaxMin *m, gdouble *rate)
{
	for (guint32 f = 0; f < m->end->len; f++) {
		guint32 from = f ? g_array_index(m->end, guint32, f - 1) : 0;
		rate[f] = from == g_array_index(m->end, guint32, f) ? 0 : RISING;
	}
	gather(m);
	make_heap(m);
	while (m->n_heap) {
		Fill *top = &m->heap[0];
		gdouble demand = m->demand[top->place], left = m->left[top->place];
		gdouble level = demand > NOTHING ? MAX(left, 0) / demand : 0;
		if (demand <= NOTHING)
			drop_top(m);
		else if (level > top->level) {
			top->level = level;
			sink(m, 0);
		} else {
			guint32 place = top->place;
			level = top->level; /* never below those that stopped before */
			drop_top(m);
			stop_flows(m, place, level, rate);
		}
	}
	for (guint32 f = 0; f < m->end->len; f++)
		rate[f] = MAX(rate[f], 0);
}
