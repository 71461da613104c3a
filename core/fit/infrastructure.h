/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/fit: finds lanes path by path, for routes that fit on no lane made for many at once. In the order in
 * which to read:
 *
 *   class_order       orders of channels by level and direction, for lanes that hosts do not use
 *   fit_lanes         the lanes that hosts use, as dependency graphs; the leaf at which others may turn upwards
 *   fit_trees         in which lanes the routes of aggregation nodes and management ports are in order
 *   fit_pairs         a lane for one pair of switches after the other; fit_try: one attempt for a pair; fit_frozen:
 *                     the entries that an attempt must not change; fit_path: a path that keeps to these
 *   fit_round         one round of pairs of hosts, one after the other
 *   fit_hosts         rounds for the last pairs of hosts; fit_room: rounds in which other pairs make room for them
 *   fit_rest          fit_hosts, and where that does not serve all, fit_room
 *   infrastructure    aggregation nodes and management ports, after all hosts (below)
 *   unproven          which management ports are left out of the proof of given routes and lanes
 *   fit_left          aggregation nodes and management ports that lost their lanes, beside all that have one
 *   fit_beside_tree   pairs that move to other lanes so that a multicast tree fits on lane 0
 */

/*
 * Gives routes and lanes to endpoints that are no hosts: aggregation nodes and the management ports of switches. Hosts
 * have routes and lanes already, and keep them; the others get routes and lanes that close no cycle with these.
 *
 * On a switch with hosts, the other LIDs take the routes of the first host there (as they are at that time: even.c may
 * move hosts). There remain the pairs of switches of which one has no hosts. Entries that no host's route uses are free
 * for them, and so are the trees to switches without hosts. Each pair gets one lane for both directions, on which its
 * routes close no cycle. The routes stay as the engine chose them, begin with another first channel, or get longer;
 * they fit in the order of channels that the lane has, or that order is changed (cdg.h).
 *
 * In fabrics with levels, a lane that hosts do not use begins with a rotated order of channel classes (class_order.h):
 * "down before up" for routes from spine to spine over a leaf, "down from the first level, up, then down from the top"
 * for routes that do so at one end only.
 */
#ifndef SSSP_CORE_FIT_INFRASTRUCTURE_H
#define SSSP_CORE_FIT_INFRASTRUCTURE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/* What becomes of management ports that find no lane beside hosts and aggregation nodes. */
typedef enum {
	MANAGEMENT_UNPROVEN, /* layers->unproven marks their pairs */
	MANAGEMENT_BESIDE,   /* it ends with SSSP_ERROR_LANES, unless all of them close no cycle even so */
	MANAGEMENT_FURTHER,  /* they may have further lanes, as aggregation nodes, and end it if these do not suffice */
} ManagementLanes;

/*
 * `routes` are complete, `layers` are the lanes of hosts, without a cycle; `hops` is from graph_hops(). Afterwards all
 * routes that carry data, unproven pairs apart, have one of at most max_lanes lanes, and no lane has a cycle.
 * Aggregation nodes may always open further lanes. FALSE with SSSP_ERROR_LANES where a pair that must have a lane finds
 * none, or with SSSP_ERROR_MEMORY. O(switches x LIDs) where the engine's own routes close no cycle, else a few times
 * that, and what cdg_add() takes for each turn.
 */
gboolean infrastructure_fit(const Graph *graph, const guint8 *hops, guint max_lanes, ManagementLanes management,
			    Routes *routes, Layers *layers, GError **error);

#endif
