/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the multicast tree, for which routes leave room on lane 0: what is there of the previous one, joined again. */
#ifndef SSSP_CORE_REROUTE_SPANNING_H
#define SSSP_CORE_REROUTE_SPANNING_H

#include "core/reroute/work.h"

/*
 * Puts the turns of such a tree into r->use and the tree into r->spanning, which is NULL before: first the cables of
 * the previous tree, then others, as far as they close no cycle with what is in use. Neither where that does not join
 * all endpoints, or where there was no tree and nothing has changed. FALSE with SSSP_ERROR_MEMORY. O(channels x turns
 * of a switch), and cdg_add().
 */
gboolean spanning_keep(Reroute *r, GError **error);

/*
 * Where r->spanning is NULL, lanes are by SL and something has changed: gives other lanes to pairs of switches whose
 * routes on lane 0 leave no tree, and sets r->spanning. Changes nothing where not all of these pairs find a lane. FALSE
 * with SSSP_ERROR_MEMORY. O(switches x LIDs x hops), and what cdg_add() and fit_left() take.
 */
gboolean spanning_make_room(Reroute *r, GError **error);

/*
 * in_tree[n_channels] gets 1 for the channels of the previous multicast tree that are there still. FALSE where it is
 * not whole: one is gone, or leads back by another port, or there was no such tree. O(channels).
 */
gboolean spanning_previous(const PreviousRoutes *before, const Graph *graph, guint8 *in_tree);

#endif
