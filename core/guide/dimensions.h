/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes classes of channels by dimension, and by direction where a dimension is longer than one hop: up and down a row;
 * a ring is a row, and its channels from the last to the first and back are two classes more.
 */
#ifndef SSSP_CORE_GUIDE_DIMENSIONS_H
#define SSSP_CORE_GUIDE_DIMENSIONS_H

#include "core/guide/classes.h"

#include <glib.h>

/*
 * Fills classes of classes_init(); n is 0 where the fabric is no product of graphs, or one of too many dimensions.
 * FALSE with SSSP_ERROR_MEMORY. Cost: squares.h, and factor.h a dimension.
 */
gboolean dimensions_classify(const Graph *graph, Classes *classes, GError **error);

#endif
