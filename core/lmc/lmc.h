/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room lmc: routes to the further LIDs of ports (LMC) that applications can use as paths of their own. In the order
 * in which to read:
 *
 *   lmc         the best of several variants (below); lmc_options: what is asked for; lmc_input: what each starts from
 *   lmc_dests   a graph of base LIDs alone
 *   lmc_variant     further LIDs in one variant, round by round
 *   lmc_tree    the routes to one of them
 *   lmc_improve routes to them made better entry by entry
 *   lmc_gate    whether they close a cycle
 *   lmc_probe   what flows get that are split over the LIDs of a port
 *
 * Base LIDs are routed as if there were no others: who uses these only has what there is without LMC. Layers of longer
 * paths as in M. Besta et al., "FatPaths: Routing in Supercomputers and Data Centers when Shortest Paths Fall Short"
 * (2020), section V, and N. Blach et al., "A High-Performance Design, Implementation, Deployment, and Evaluation of The
 * Slim Fly Network" (NSDI 2024); here each destination is routed on the loads of those before it, and moved on those of
 * all, within one dependency graph.
 */
#ifndef SSSP_CORE_LMC_LMC_H
#define SSSP_CORE_LMC_LMC_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/lmc/lmc_dests.h"
#include "core/lmc/lmc_options.h"

#include <glib.h>

/*
 * Makes `routes` and `layers`, of base LIDs alone (lmc_hide()), those of all destinations of the graph. Several
 * variants are tried, of which that is taken with which flows that are split over LIDs get most, before it those that
 * cost nothing in bisections and uniform traffic. With LMC_LAYERS some of these may go where that brings much between
 * neighbours. Where no variant leads to routes beside those of base LIDs all have these. FALSE with SSSP_ERROR_MEMORY.
 * O(LIDs x channels x hops x LIDs of a port), and what dependencies cost.
 */
gboolean lmc_route(const Graph *graph, const LmcOptions *options, Routes **routes, Layers *layers, LmcFigures *figures,
		   GError **error);

/* What flows get that are split over the LIDs of these routes. FALSE with SSSP_ERROR_MEMORY. As lmc_probe(). */
gboolean lmc_worth(const Graph *graph, const Routes *routes, LmcWorth *worth, GError **error);

#endif
