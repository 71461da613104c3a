/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room fit: lanes path by path, for what no lane made for many routes at once serves. In the order to read:
 *
 *   class_order       orders of channels by level and direction, for lanes that hosts do not use
 *   fit_lanes         the lanes that hosts use, as dependency graphs; the leaf at which others may turn upwards
 *   fit_trees         others' trees in the order of the lanes
 *   fit_pairs         pair after pair of switches into lanes, routes changed where nobody else comes by; fit_frozen:
 *                     where somebody does; fit_path: a path between these
 *   fit_round         one round of pairs of hosts, one after the other; fit_try: one pair, once
 *   fit_hosts         the last pairs of hosts, left by lanes that serve all others
 *   fit_rest          the same where room is made for them, too (fit_room)
 *   infrastructure    aggregation nodes and management ports, after all hosts (below)
 *   unproven          which management ports are left out of the proof of given routes and lanes
 *   fit_left          the same for those that lost their lanes, beside all that have one
 */
/*
 * Routes and lanes of all that is no host: aggregation nodes and the management ports of switches. Hosts come first:
 * their routes and lanes are there and stay as they are, and the others take what is legal in what is left.
 *
 * On a switch with hosts the others take the routes of the hosts there (as these are then: even.h may move hosts). What
 * remains are pairs of switches of which one has no hosts: entries that no host's route uses are free, and so are the
 * trees to switches without hosts. Each pair gets
 * one lane for both directions in which its routes close no cycle: as the engine chose them, or with another first
 * channel, in the order of channels that the lane has, or by changing that order (cdg.h).
 *
 * In fabrics with levels a lane that hosts do not use begins with an order of channel classes (the level that a channel
 * leads to or from, up or down) turned round by some places: "down before up" for what goes from spine to spine over
 * a leaf, "down from the first level, up, then down from the top" for what does so at one end only.
 */
#ifndef SSSP_CORE_FIT_INFRASTRUCTURE_H
#define SSSP_CORE_FIT_INFRASTRUCTURE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * `routes` are complete, `layers` those of hosts, with no cycle in any lane. Afterwards all that carries data has a
 * lane of at most max_lanes, and no lane has a cycle; more lanes than hosts need are taken for aggregation nodes, and
 * with `all` for management ports; else such for which no lane is left are layers->unproven. FALSE with
 * SSSP_ERROR_LANES when those that may have more find none, or with SSSP_ERROR_MEMORY. O(switches x LIDs) where the
 * engine's own routes close no cycle, else a few times that, and what cdg_add() takes for routes out of order.
 */
gboolean infrastructure_fit(const Graph *graph, const guint8 *hops, guint max_lanes, gboolean all, Routes *routes,
			    Layers *layers, GError **error);

#endif
