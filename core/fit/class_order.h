/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Orders the channels of a fabric with levels by class: up from a level, along a level, down to a level. Routes that
 * climb and then descend need the plain order, upwards and then downwards; turned round so that another class is the
 * first, it serves routes that begin on a spine. Fabrics without levels have one order, by number.
 */
#ifndef SSSP_CORE_FIT_CLASS_ORDER_H
#define SSSP_CORE_FIT_CLASS_ORDER_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	guint n;        /* orders */
	guint n_levels; /* of switches */
	guint32 *class; /* [n_channels] place of a channel's class in the plain order */
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

/* Puts the channels of an empty graph into order number i, modulo their number. */
void class_order_arrange(ClassOrder *order, guint i, Cdg *cdg);

#endif
