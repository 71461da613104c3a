/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes max-min fair shares of flows that may be split (Bertsekas, Gallager: "Data Networks", section 6.5.2). All
 * rates rise together until a place (a channel, or the link of an endpoint) is full; the flows there then keep their
 * rates, the others rise on. A flow lays a part of its rate on each place that it crosses; a place is full when these
 * add up to 1. A flow whose place is full rises on, too, if it can lay its parts on other places.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_MAXMIN_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_MAXMIN_H

#include <glib.h>

typedef struct MaxMin MaxMin;

typedef struct {
	guint32 place;
	gdouble part; /* of the flow's rate */
} MaxMinLay;

/*
 * Lays a flow anew that has met a full place: sets its parts, to 0 where full[place]. FALSE: it has no other path.
 */
typedef gboolean (*MaxMinAgain)(gpointer user, const guint8 *full, MaxMinLay *lays, guint32 n);

/* For places 0 .. places - 1. NULL with SSSP_ERROR_MEMORY. */
MaxMin *maxmin_new(guint32 places, GError **error);
void maxmin_free(MaxMin *m); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MaxMin, maxmin_free)

/* Forgets all flows. O(places). */
void maxmin_begin(MaxMin *m);

/* The present flow lays `part` of its rate, above 0, on a place; the same place may come again. */
void maxmin_lay(MaxMin *m, guint32 place, gdouble part);

/* Ends the present flow; the next one begins. */
void maxmin_end_flow(MaxMin *m);

/*
 * The rate of each flow in the order they came, 0 for one that lies nowhere. The same flows give the same rates to the
 * last bit. `again` NULL: the rate of a flow stays at its first full place. O(n log n) in parts laid, and laid again.
 */
void maxmin_shares(MaxMin *m, MaxMinAgain again, gpointer user, gdouble *rate);

#endif
