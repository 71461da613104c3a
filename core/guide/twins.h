/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Halves classes of parallel cables. A class is a set of channels that stand together in the order of all channels
 * (guide.h), in which paths are to ascend. Where two switches are joined by several cables, half of these can come
 * early in the order and half late. Then one path can go through a director while it goes up, and another while it goes
 * down.
 */
#ifndef SSSP_CORE_GUIDE_TWINS_H
#define SSSP_CORE_GUIDE_TWINS_H

#include "core/graph/graph.h"
#include "core/guide/places.h"

#include <glib.h>

/* Whether two switches are joined by more than one cable. O(channels x ports of a switch). */
gboolean twins_exist(const Graph *graph);

/*
 * Sorts channels into `twins` by the given classes, of which those of mostly parallel cables are halved, and extends an
 * order of the classes by the halves: in `first` one half of each comes after all other classes, in `second` before
 * them all (each [twins->n], room for CLASSES_MOST). FALSE: there is nothing to halve, or classes and halves are more
 * than CLASSES_MOST. O(channels x ports of a switch).
 */
gboolean twins_split(const Graph *graph, const Classes *classes, const guint8 *order, Classes *twins, guint8 *first,
		     guint8 *second);

#endif
