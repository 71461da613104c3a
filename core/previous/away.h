/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Remembers the lanes of connections between hosts that are out of reach because a switch, or all ports on one, are
 * gone: should it come back, the connections go on with the service levels (lanes) that they had. Each routing that
 * starts from a previous one hands the table on to the next.
 */
#ifndef SSSP_CORE_PREVIOUS_AWAY_H
#define SSSP_CORE_PREVIOUS_AWAY_H

#include "core/graph/graph.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	guint32 n;
	guint64 *guid;  /* [n] switches with ports, ascending */
	guint32 *since; /* [n] by the clock, when it went; 0: it is there */
	guint16 *lanes; /* [from][to] of these, a bit a lane; 0: none, or the pair has routes */
	guint32 clock;  /* routings since the first of them went */
	guint32 most;   /* the highest number of switches at any time; at most so many that are away are remembered */
} Away;

/*
 * Returns what is to be remembered when routes of `then` with lanes `was` are replaced by others on `now`: pairs of
 * switches with ports that had routes, or were in `before` (NULL: none), and have none now. NULL with
 * SSSP_ERROR_MEMORY, or without `error` when there are none. When more switches are away than there ever were at once,
 * those that went first are forgotten: they were replaced. O(switches), where there are some O(switches^2 + switches x
 * LIDs).
 */
Away *away_new(const Away *before, const Graph *then, const Layers *was, const Graph *now, GError **error);
void away_free(Away *away); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Away, away_free)

/*
 * Fills back[from][to] switches of `now`, zeroed by the caller, with the lanes of pairs that are there again. FALSE:
 * there are none such. O(switches^2), and O(log switches) for each pair with lanes.
 */
gboolean away_find_back(const Away *away, const Graph *now, guint16 *back);

#endif
