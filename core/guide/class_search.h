/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the order of classes of channels in which the greatest number of pairs of hosts keep a shortest path that
 * ascends. A class is a set of channels that stand together in the order; class_paths.h holds the sequences of classes
 * that paths have. guide.c calls it for each set of classes that it tries.
 */
#ifndef SSSP_CORE_GUIDE_CLASS_SEARCH_H
#define SSSP_CORE_GUIDE_CLASS_SEARCH_H

#include "core/guide/class_paths.h"
#include "core/guide/places.h"

#include <glib.h>

/*
 * Fills order[classes->n], first to last. All orders are tried where they are few. Else classes are moved one by one as
 * long as that helps, beginning with the order in which paths come through them. With `again` this is repeated from
 * random orders near the best one while some pairs are not served. Among orders that serve as many pairs, the one is
 * taken that leaves them more choice at the beginning. O(steps of all states) an order tried; at most some millions of
 * steps in all, and some thousands for each channel of the graph. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean class_search(const ClassPaths *paths, const Classes *classes, gboolean again, guint8 *order, GError **error);

/*
 * As class_search(), but begins with the better of two orders, and only moves classes. Of orders that serve as many
 * pairs of hosts it takes the one for which c x n^30 is greater. Here c is the choice of steps that pairs of hosts have
 * all along their paths, and n the number of served pairs of switches of which only one has hosts. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean class_search_from(const ClassPaths *paths, const Classes *classes, const guint8 *first, const guint8 *second,
			   guint8 *order, GError **error);

#endif
