/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The routes towards one LID, a byte a switch: what following millions of them wants. */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_STREAM_ROW_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_STREAM_ROW_H

#include "evaluator/paths/paths.h"

#include <glib.h>

#define STREAM_ARRIVED 254 /* the destination hangs here */
#define STREAM_LOST 255    /* no route from here arrives */

/*
 * Rank of the next channel among those of each row, or the above, in next[n_rows]. Returns the most hops of a route.
 * O(switches).
 */
guint32 stream_row(const Paths *paths, const PathTree *tree, guint8 *next);

#endif
