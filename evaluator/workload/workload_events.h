/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the events to come of a simulation in a heap: the earliest first; of equal times, the one pushed first. */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_EVENTS_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_EVENTS_H

#include <glib.h>

typedef struct {
	gdouble time;
	guint64 serial;       /* set by events_push() */
	guint32 what, detail; /* the simulation's own */
} Event;

typedef struct {
	Event *event;
	gsize n, room;
	guint64 pushed;
} Events;

/* FALSE with SSSP_ERROR_MEMORY. O(log n). */
gboolean events_push(Events *events, gdouble time, guint32 what, guint32 detail, GError **error);

/* FALSE when there is none left. O(log n). */
gboolean events_pop(Events *events, Event *event);

void events_clear(Events *events);

#endif
