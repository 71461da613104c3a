/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the events to come of a simulation in a binary heap, by time, then by the order in which they were pushed. */
#include "evaluator/workload/workload_events.h"

#include "core/base/error.h"

#define FIRST_ROOM 1024

static gboolean grow(Events *e, GError **error)
{
	gsize room = e->room ? 2 * e->room : FIRST_ROOM;
	Event *event = g_try_renew(Event, e->event, room);
	if (!event)
		return sssp_error_memory(error, "events", room * sizeof(Event));
	e->event = event;
	e->room = room;
	return TRUE;
}

static gboolean before(const Event *a, const Event *b)
{
	return a->time < b->time || (a->time <= b->time && a->serial < b->serial);
}

gboolean events_push(Events *e, gdouble time, guint32 what, guint32 detail, GError **error)
{
	if (e->n == e->room && !grow(e, error))
		return FALSE;
	Event pushed = {time, e->pushed++, what, detail};
	gsize at = e->n++;
	for (; at && before(&pushed, &e->event[(at - 1) / 2]); at = (at - 1) / 2)
		e->event[at] = e->event[(at - 1) / 2];
	e->event[at] = pushed;
	return TRUE;
}

gboolean events_pop(Events *e, Event *event)
{
	if (!e->n)
		return FALSE;
	*event = e->event[0];
	Event last = e->event[--e->n];
	gsize at = 0;
	for (gsize child; (child = 2 * at + 1) < e->n; at = child) {
		child += child + 1 < e->n && before(&e->event[child + 1], &e->event[child]);
		if (before(&last, &e->event[child]))
			break;
		e->event[at] = e->event[child];
	}
	e->event[at] = last;
	return TRUE;
}

void events_clear(Events *e)
{
	g_clear_pointer(&e->event, g_free);
	e->n = e->room = 0;
}
