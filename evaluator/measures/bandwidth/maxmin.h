/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Max-min fair shares of flows that may be split (Bertsekas, Gallager: "Data Networks", section 6.5.2): all rates rise
 * together until a place is full, the flows there stay as they are, the others rise on. A flow lays a part of its rate on
 * each place that it crosses; a place is full when what lies on it adds up to 1.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_MAXMIN_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_MAXMIN_H

#include <glib.h>

typedef struct MaxMin MaxMin;

/* For places 0 .. places - 1. NULL with SSSP_ERROR_MEMORY. */
MaxMin *maxmin_new(guint32 places, GError **error);
void maxmin_free(MaxMin *m); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MaxMin, maxmin_free)

/* Forgets all flows. O(places). */
void maxmin_begin(MaxMin *m);

/* The flow under way lays `part` of its rate, above 0, on a place; the same place may come again. */
void maxmin_lay(MaxMin *m, guint32 place, gdouble part);

/* The flow under way is whole; the next one begins. */
void maxmin_end_flow(MaxMin *m);

/*
 * The rate of each flow in the order they came, 0 for one that lies nowhere. The same flows give the same rates to the
 * last bit. O(n log n) in what was laid.
 */
void maxmin_shares(MaxMin *m, gdouble *rate);

#endif
