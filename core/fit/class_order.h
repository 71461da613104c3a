/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Orders the channels of a fabric with levels by class: along a level, up from a level, down to a level. A route closes
 * no cycle on a lane if its channels ascend in the lane's order. Routes that climb and then descend ascend in the plain
 * order, which has classes upwards first and then downwards. A rotated order, in which another class is the first,
 * serves routes that begin on a spine. Fabrics without levels have one order, by channel number.
 */
#ifndef SSSP_CORE_FIT_CLASS_ORDER_H
#define SSSP_CORE_FIT_CLASS_ORDER_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	guint n;        /* how many orders there are, 1 or more */
	guint n_levels; /* levels of switches, 1 where the fabric has none */
	guint32 *class; /* [n_channels] place of a channel's class in the plain order: odd if it leads up */
	guint32 *key;   /* [n_channels] scratch */
} ClassOrder;

ClassOrder *class_order_new(const Graph *graph, GError **error); /* NULL with SSSP_ERROR_MEMORY */
void class_order_free(ClassOrder *order);                        /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ClassOrder, class_order_free)

/* Whether a channel leads up. O(1). */
static inline gboolean class_order_is_up(const ClassOrder *order, guint32 c)
{
	return order->class[c] % 2 == 1;
}

/* Puts the channels of an empty graph into order number i % order->n. Changes order->key. */
void class_order_arrange(ClassOrder *order, guint i, Cdg *cdg);

#endif
