/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the routes to one LID as one byte for each switch (which of its channels comes next), so that many can be
 * followed quickly. The routes come as a tree that has been followed through the forwarding tables (PathTree, paths.h).
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_STREAM_ROW_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_STREAM_ROW_H

#include "evaluator/paths/paths.h"

#include <glib.h>

#define STREAM_ARRIVED 254 /* the destination is on this switch */
#define STREAM_LOST 255    /* no route from here arrives */

/*
 * next[n_rows]: the rank of the next channel among those of the row, STREAM_ARRIVED or STREAM_LOST. Returns the most
 * hops of a route. O(switches).
 */
guint32 stream_row(const Paths *paths, const PathTree *tree, guint8 *next);

#endif
