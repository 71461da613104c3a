/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts channels by class: makes an order of channels from an order of their classes. Channels of one class count as
 * equal.
 */
#ifndef SSSP_CORE_GUIDE_CLASSES_H
#define SSSP_CORE_GUIDE_CLASSES_H

#include "core/graph/graph.h"
#include "core/guide/places.h"

#include <glib.h>

#define CLASSES_MOST 16

typedef struct {
	guint n;       /* classes */
	guint8 *class; /* [n_channels] */
} Classes;

/* Fills `places` by order[n], the classes, first to last. O(channels log channels). */
void classes_order(const Classes *classes, const guint8 *order, Places *places);

#endif
