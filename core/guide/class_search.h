/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the order of the classes that leaves most pairs a shortest path that ascends. */
#ifndef SSSP_CORE_GUIDE_CLASS_SEARCH_H
#define SSSP_CORE_GUIDE_CLASS_SEARCH_H

#include "core/guide/class_paths.h"
#include "core/guide/places.h"

#include <glib.h>

/*
 * Fills order[classes->n], first to last. All orders are tried where they are few. Else classes are moved one by one as
 * long as that helps, beginning with the order in which paths come through them; with `again` this is repeated from
 * random orders near the best one while some pairs are not served. Among orders that serve as many pairs, the one is
 * taken that leaves them more choice at the beginning. O(steps of all states) an order tried; at most some millions of
 * steps in all, and some thousands for each channel of the graph.
 */
void class_search(const ClassPaths *paths, const Classes *classes, gboolean again, guint8 *order);

/*
 * As class_search(), but moves classes only, from the better of two orders, and of orders that serve as many pairs of
 * hosts takes the one for which c x n^30 is greater: c is the choice of steps that pairs of hosts have all along their
 * paths, n the number of pairs of switches that it serves of which one has no hosts.
 */
void class_search_from(const ClassPaths *paths, const Classes *classes, const guint8 *first, const guint8 *second,
		       guint8 *order);

#endif
