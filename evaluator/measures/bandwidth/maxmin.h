/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Max-min fair shares of flows that may be split (Bertsekas, Gallager: "Data Networks", section 6.5.2): all rates rise
 * together until a place is full, the flows there stay as they are, the others rise on. A flow lays a part of its rate
 * on each place that it crosses; a place is full when what lies on it adds up to 1. A flow that can lay its parts
 * elsewhere rises on, too.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_MAXMIN_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_MAXMIN_H

#include <glib.h>

typedef struct MaxMin MaxMin;

typedef struct {
	guint32 place;
	gdouble part;
} MaxMinLay;

/*
 * Sets the parts of a flow, none more than 0 where full[place], as it cannot go on as it is. FALSE: there is no other
 * path.
 */
typedef gboolean (*MaxMinAgain)(gpointer user, const guint8 *full, MaxMinLay *lays, guint32 n);

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
 * last bit. `again` NULL: flows end with their first full place. O(n log n) in what was laid, and in what is laid
 * again.
 */
void maxmin_shares(MaxMin *m, MaxMinAgain again, gpointer user, gdouble *rate);

#endif
