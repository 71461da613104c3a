/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/lmc: routes to the further LIDs of ports (LMC) that applications can use as paths of their own. In
 * the order in which to read:
 *
 *   lmc         the best of several variants (below); lmc_options: options, and what routes are worth
 *   lmc_dests   a graph of base LIDs alone; how many LIDs ports have
 *   lmc_variant     further LIDs in one variant, round by round
 *   lmc_tree    the routes to one of them
 *   lmc_improve routes to further LIDs made better entry by entry
 *   lmc_gate    whether these routes close a cycle
 *   lmc_probe   the bandwidth of flows that are split over the LIDs of a port, estimated
 *
 * Base LIDs are routed as if there were no others, so applications that use only these get what they get without LMC.
 * Layers of longer paths are those of M. Besta et al., "FatPaths: Routing in Supercomputers and Data Centers when
 * Shortest Paths Fall Short" (2020), section V, and N. Blach et al., "A High-Performance Design, Implementation,
 * Deployment, and Evaluation of The Slim Fly Network" (NSDI 2024). But here each destination is routed on the loads of
 * those before it, and its entries are moved on the loads of all, within one dependency graph.
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
 * Extends `routes` and `layers`, which are of base LIDs alone (lmc_hide()), to all destinations of the graph. Several
 * variants are tried. The one is taken with which flows that are split over LIDs get the most bandwidth, of those that
 * cost nearly nothing in bisections and uniform traffic; a variant that brings much between neighbours may cost some of
 * both. Where no variant finds routes of their own, further LIDs have those of their base LID. FALSE with
 * SSSP_ERROR_MEMORY. O(LIDs x channels x hops x LIDs of a port), and what dependencies cost.
 */
gboolean lmc_route(const Graph *graph, const LmcOptions *options, Routes **routes, Layers *layers, LmcFigures *figures,
		   GError **error);

#endif
