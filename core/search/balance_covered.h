/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * P-SSSP with the lanes in mind: each destination's tree takes, at every switch, the cheapest channel (hops first, then
 * weights, as in balance.h) of those that leave the switch's route a lane which its pair still has; where none does,
 * the cheapest of all, and the pair is left without a lane for the time being (fit/fit_hosts.h). Or routes may be
 * longer: then it takes the shortest way that has such a lane (lane_tree.h), and where there is none that of a spanning
 * tree, all turns of which the first lane allows: on a single lane no pair is left then.
 */
#ifndef SSSP_CORE_SEARCH_BALANCE_COVERED_H
#define SSSP_CORE_SEARCH_BALANCE_COVERED_H

#include "core/base/steps.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/* Steps (base/steps.h) that a look at a channel is worth when a tree is made of all of them. */
#define COVERED_STEPS 6

typedef struct {
	const guint8 *spanning; /* [n_channels] from spanning_tree.h: routes may be longer; NULL: all are minimal */
	gboolean ways;          /* ways round are looked for (lane_tree.h), before the tree's are taken */
	guint64 *effort;        /* for longer routes: channels and turns that may be looked at, shrinks */
	Steps *steps;           /* what all searches may still do, shrinks: with none left no pass follows the first */
	guint passes;
	gboolean one_tree; /* all hosts on a switch are reached the same way */
} CoveredOptions;

/*
 * Fills `routes` (fresh) for all destinations. common[n_switches][n_switches] holds the lanes that each pair may have,
 * in symmetric mode the same both ways; it shrinks to those in which all routes of the pair are legal, 0 when it is
 * left. In asymmetric mode legal[n_dests][n_switches] gets the lanes of each route, and `common` stays as it is. FALSE
 * with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES where longer routes lead over switches that are too far off to have any.
 * O(passes x LIDs x minimal channels), and for longer routes the effort.
 */
gboolean balance_covered(const Graph *graph, const LaneSet *lanes, LaneMask *common, const CoveredOptions *options,
			 Routes *routes, LaneMask *legal, GError **error);

#endif
