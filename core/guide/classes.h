/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts channels by class. Classes are put in an order as a whole; inside one, channels have an order of their own or
 * none.
 */
#ifndef SSSP_CORE_GUIDE_CLASSES_H
#define SSSP_CORE_GUIDE_CLASSES_H

#include "core/graph/graph.h"

#include <glib.h>

#define CLASSES_MOST 16

typedef struct {
	guint n;                      /* classes */
	guint8 *class;                /* [n_channels] */
	guint32 *inner;               /* [n_channels] place inside a class that follows itself; else 0 */
	guint8 follows[CLASSES_MOST]; /* 1: wherever two channels of it can follow one another `inner` ascends */
} Classes;

/* Room for a graph's channels, all in class 0 of none. FALSE with SSSP_ERROR_MEMORY; clear it in any case. */
gboolean classes_init(Classes *classes, const Graph *graph, GError **error);
void classes_clear(Classes *classes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Classes, classes_clear)

/*
 * Fills place[n_channels] by order[n] (the classes, first to last), then by `inner`, then by number. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean classes_place(const Classes *classes, const Graph *graph, const guint8 *order, guint32 *place, GError **error);

#endif
