/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the routes to one LID as one byte for each switch: which of the switch's own channels comes next. All bytes
 * begin as STREAM_LOST, since the tree of routes lists only the switches whose packets arrive.
 */
#include "evaluator/measures/bandwidth/stream_row.h"

#include <string.h>

guint32 stream_row(const Paths *p, const PathTree *tree, guint8 *next)
{
	guint32 most = 0;
	memset(next, STREAM_LOST, p->n_rows);
	for (guint32 i = 0; i < tree->n_arriving; i++) {
		guint32 row = tree->order[i], channel = tree->channel[row];
		next[row] = channel == PATHS_NONE ? STREAM_ARRIVED : (guint8)(channel - p->first[row]);
		most = MAX(most, tree->hops[row]);
	}
	return most;
}
