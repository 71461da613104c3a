/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes max-min fair shares of flows by progressive filling. A place is a channel or the link of an endpoint, with
 * room for a rate of 1. All rates rise together (the common rate is the level) until a place is full; the flows there
 * stop, the others rise on. A place fills at the level left / demand: the room that its stopped flows leave, by the sum
 * of the parts of those that still rise. A heap orders places by that level. The level of a place falls only when flows
 * are laid again over it: then it moves up in the heap at once. It rises when flows stop elsewhere: so the place on top
 * is the next to fill only if its level, computed anew, has not risen.
 */
#include "evaluator/measures/bandwidth/maxmin.h"

#include "core/base/error.h"

#include <string.h>

#define NOTHING 1e-12 /* left of the demand of a place when all flows there have stopped: rounding */
#define RISING (-1.0) /* in place of a rate: the flow still rises */

typedef struct {
	gdouble level;
	guint32 place;
} Fill;

struct MaxMin {
	guint32 places;
	GArray *lays;           /* MaxMinLay, flow by flow */
	GArray *end;            /* guint32: where the lays of a flow end */
	gdouble *left, *demand; /* [places] room for flows that rise, level = left / demand; parts of these flows */
	guint32 *first;         /* [places + 1] flows of a place are flow[first[place]] .. flow[first[place + 1] - 1] */
	GArray *flow;           /* guint32 */
	Fill *heap;             /* [places] */
	guint32 *at;            /* [places] where a place is in the heap */
	guint8 *full;           /* [places] */
	guint32 n_heap;
};

MaxMin *maxmin_new(guint32 places, GError **error)
{
	MaxMin *m = g_new0(MaxMin, 1);
	m->places = places;
	m->lays = g_array_new(FALSE, FALSE, sizeof(MaxMinLay));
	m->end = g_array_new(FALSE, FALSE, sizeof(guint32));
	m->flow = g_array_new(FALSE, FALSE, sizeof(guint32));
	m->left = g_try_new(gdouble, (gsize)places + 1);
	m->demand = g_try_new(gdouble, (gsize)places + 1);
	m->first = g_try_new(guint32, (gsize)places + 2);
	m->heap = g_try_new(Fill, (gsize)places + 1);
	m->at = g_try_new(guint32, (gsize)places + 1);
	m->full = g_try_malloc((gsize)places + 1);
	if (m->left && m->demand && m->first && m->heap && m->at && m->full)
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
	g_free(m->at);
	g_free(m->full);
	g_free(m);
}

void maxmin_begin(MaxMin *m)
{
	g_array_set_size(m->lays, 0);
	g_array_set_size(m->end, 0);
}

void maxmin_lay(MaxMin *m, guint32 place, gdouble part)
{
	MaxMinLay lay = {place, part};
	g_array_append_val(m->lays, lay);
}

void maxmin_end_flow(MaxMin *m)
{
	g_array_append_val(m->end, m->lays->len);
}

static MaxMinLay *lays(const MaxMin *m)
{
	return (MaxMinLay *)(gpointer)m->lays->data;
}

/* The index in `lays` where those of a flow begin. */
static guint32 begin(const MaxMin *m, guint32 flow)
{
	return flow ? g_array_index(m->end, guint32, flow - 1) : 0;
}

/*
 * Fills left[], demand[], first[] and flow[], by a counting sort. The lays of place p are counted in first[p + 2]; sums
 * make first[p + 1] the index where p begins; each flow placed moves it on, at last to the end of p, where p + 1
 * begins. So first[] is right without a copy.
 */
static void gather(MaxMin *m)
{
	const MaxMinLay *lay = lays(m);
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

static void put(MaxMin *m, guint32 at, Fill fill)
{
	m->heap[at] = fill;
	m->at[fill.place] = at;
}

/* Lets the place at `at` of the heap sink to where its level belongs. */
static void sink(MaxMin *m, guint32 at)
{
	Fill held = m->heap[at];
	for (guint32 child; (child = 2 * at + 1) < m->n_heap; at = child) {
		child += child + 1 < m->n_heap && before(&m->heap[child + 1], &m->heap[child]);
		if (!before(&m->heap[child], &held))
			break;
		put(m, at, m->heap[child]);
	}
	put(m, at, held);
}

/* Raises a place in the heap, whose level is now this lower one. */
static void move_up(MaxMin *m, guint32 place, gdouble level)
{
	guint32 at = m->at[place];
	Fill held = {level, place};
	for (; at && before(&held, &m->heap[(at - 1) / 2]); at = (at - 1) / 2)
		put(m, at, m->heap[(at - 1) / 2]);
	put(m, at, held);
}

static void make_heap(MaxMin *m)
{
	m->n_heap = 0;
	for (guint32 p = 0; p < m->places; p++)
		if (m->demand[p] > NOTHING)
			put(m, m->n_heap++, (Fill){m->left[p] / m->demand[p], p});
	for (guint32 at = m->n_heap / 2; at-- > 0;)
		sink(m, at);
}

static void drop_top(MaxMin *m)
{
	m->heap[0] = m->heap[--m->n_heap];
	sink(m, 0);
}

/*
 * Changes what a flow takes from its places: it stops at a level (sign 1), so that its part no longer rises and what it
 * has stays taken, or rises from that level on (-1). Stopped with its old parts and raised with new ones, it keeps what
 * it has at the old places, and only what its rate gains from then on is taken at the new ones.
 */
static void apply_flow(MaxMin *m, guint32 flow, gdouble level, int sign)
{
	for (guint32 i = begin(m, flow); i < g_array_index(m->end, guint32, flow); i++) {
		const MaxMinLay *lay = &lays(m)[i];
		m->left[lay->place] -= sign * level * lay->part;
		m->demand[lay->place] -= sign * lay->part;
	}
}

/* Computes the levels of a flow's places anew, and raises those that fill earlier now. */
static void update_levels(MaxMin *m, guint32 flow)
{
	for (guint32 i = begin(m, flow); i < g_array_index(m->end, guint32, flow); i++) {
		guint32 place = lays(m)[i].place;
		if (m->full[place] || m->demand[place] <= NOTHING)
			continue;
		gdouble level = MAX(m->left[place], 0) / m->demand[place];
		if (level < m->heap[m->at[place]].level)
			move_up(m, place, level);
	}
}

/*
 * Stops the flows of a full place at a level, but for those that `again` lays elsewhere: it changes parts of the same
 * places, so first[] and flow[] stay as they are.
 */
static void stop_flows(MaxMin *m, guint32 place, gdouble level, MaxMinAgain again, gpointer user, gdouble *rate)
{
	for (guint32 k = m->first[place]; k < m->first[place + 1]; k++) {
		guint32 f = g_array_index(m->flow, guint32, k), from = begin(m, f);
		if (rate[f] >= 0)
			continue;
		apply_flow(m, f, level, 1);
		if (again && again(user, m->full, &lays(m)[from], g_array_index(m->end, guint32, f) - from)) {
			apply_flow(m, f, level, -1);
			update_levels(m, f);
		} else
			rate[f] = level;
	}
}

void maxmin_shares(MaxMin *m, MaxMinAgain again, gpointer user, gdouble *rate)
{
	for (guint32 f = 0; f < m->end->len; f++)
		rate[f] = begin(m, f) == g_array_index(m->end, guint32, f) ? 0 : RISING;
	gather(m);
	make_heap(m);
	memset(m->full, 0, m->places);
	while (m->n_heap) {
		Fill *top = &m->heap[0];
		gdouble demand = m->demand[top->place], left = m->left[top->place];
		gdouble level = demand > NOTHING ? MAX(left, 0) / demand : 0;
		if (demand <= NOTHING) {
			m->full[top->place] = 1; /* no flow rises there any more */
			drop_top(m);
		} else if (level > top->level) {
			/* Flows have stopped since, so it fills later than the heap has it. */
			top->level = level;
			sink(m, 0);
		} else {
			guint32 place = top->place;
			level = top->level; /* never below those that stopped before */
			m->full[place] = 1;
			drop_top(m);
			stop_flows(m, place, level, again, user, rate);
		}
	}
	for (guint32 f = 0; f < m->end->len; f++)
		rate[f] = MAX(rate[f], 0);
}
