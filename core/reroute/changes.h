/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts what a routing has changed of the previous one, how much of that had to change, and how many paths are longer
 * than minimal.
 */
#ifndef SSSP_CORE_REROUTE_CHANGES_H
#define SSSP_CORE_REROUTE_CHANGES_H

#include "core/previous/previous.h"

#include <glib.h>

#define CHANGES_BLOCK 64 /* LIDs of a block of a forwarding table, the unit in which tables are sent */

typedef struct {
	guint64 entries; /* of all tables: (switch, LID) */
	guint64 changed; /* of these, not those of LIDs that are gone */
	/* of `changed`: LIDs and switches that are new; previous ports that lead along no minimal path now */
	guint64 must;
	guint64 blocks; /* of all tables */
	guint64 blocks_changed;
	guint64 paths;       /* (switch, LID) that carry data and whose routes are what they were */
	guint64 sls_changed; /* of these, paths with another SL */
} Changes;

/*
 * Compares finished routes, and the tables made of them, with the previous ones: switches by GUID, LIDs by the GUIDs of
 * their ports. O(switches x LIDs), and O(channels) for each destination of which something changed. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean changes_count(const PreviousTables *previous, const PreviousRoutes *before, const Graph *graph,
		       const guint8 *hops, const Routes *routes, const Layers *layers, const Lft *lft, Changes *changes,
		       GError **error);

/*
 * Counts the longer paths as routes_nonminimal(), of routes that began as `before`. O(switches x LIDs); where the stand
 * had none only what changed is looked at.
 */
guint64 count_longer_pairs(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, const Routes *routes);

/*
 * Returns the previous detours for want of lanes, without those by which pairs kept theirs; 0 where that is not known.
 * O(1).
 */
guint64 longer_for_lanes(const PreviousTables *previous, const PreviousRoutes *before);

#endif
