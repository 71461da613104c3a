/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room lmc: routes to the further LIDs of ports (LMC) that applications can use as paths of their own. In the order
 * in which to read:
 *
 *   lmc         what is asked for, and the best of several ways (below)
 *   lmc_dests   a graph of base LIDs alone
 *   lmc_way     further LIDs in one way, round by round
 *   lmc_tree    the routes to one of them
 *   lmc_gate    whether they close a cycle
 *   lmc_probe   what flows get that are split over the LIDs of a port
 *
 * Base LIDs are routed as if there were no others: who uses these only has what there is without LMC. Layers of longer
 * paths as in M. Besta et al., "FatPaths: Routing in Supercomputers and Data Centers when Shortest Paths Fall Short"
 * (2020), section V, and N. Blach et al., "A High-Performance Design, Implementation, Deployment, and Evaluation of The
 * Slim Fly Network" (NSDI 2024); here each destination is routed on the loads of those before it, within one dependency
 * graph.
 */
#ifndef SSSP_CORE_LMC_LMC_H
#define SSSP_CORE_LMC_LMC_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/lmc/lmc_dests.h"
#include "core/lmc/lmc_probe.h"

#include <glib.h>

/* What routes to further LIDs are: P-SSSP's own, as those to base LIDs; shortest and on channels of their own; longer. */
typedef enum { LMC_SHORTEST, LMC_DISJOINT, LMC_LAYERS, LMC_N_ROUTES } LmcRoutes;

#define LMC_MORE_VLS 2 /* than base LIDs need */

static inline const char *lmc_routes_name(LmcRoutes routes)
{
	static const char *const names[] = {"shortest", "disjoint", "layers"};
	return names[routes];
}

/* LMC_N_ROUTES: no such name. */
static inline LmcRoutes lmc_routes_from_name(const char *name)
{
	guint i = 0;
	while (i < LMC_N_ROUTES && !g_str_equal(lmc_routes_name((LmcRoutes)i), name))
		i++;
	return (LmcRoutes)i;
}

typedef struct {
	LmcRoutes routes;
	const guint8 *hops;    /* graph_hops() */
	const guint8 *in_tree; /* [n_channels] of multicast, or NULL */
	guint max_lanes;
	const Routes *kept;  /* of the same graph: entries that stay if they can, ROUTE_NONE: none; or NULL */
	const PortVls *hint; /* VLs that states keep if they can; or NULL */
} LmcOptions;

/* What became of it. */
typedef struct {
	guint32 n_lids;     /* further LIDs of hosts */
	guint32 n_followed; /* of these: with the base LID's routes: there are no others, or they close a cycle */
	guint64 longer;     /* (source host, further LID) pairs with longer paths than shortest */
	guint lids;         /* of a port, at most; 0: none has routes of its own */
	LmcWorth worth;
} LmcFigures;

/*
 * Makes `routes` and `layers`, of base LIDs alone (lmc_hide()), those of all destinations of the graph. Several ways are
 * tried, of which that is taken with which flows that are split over LIDs get most, before it those that cost nothing in
 * bisections and uniform traffic. With LMC_LAYERS some of these may go where that brings much between neighbours. Where
 * no way leads to routes beside those of base LIDs all have these. FALSE with SSSP_ERROR_MEMORY. O(LIDs x channels x hops
 * x LIDs of a port), and what dependencies cost.
 */
gboolean lmc_route(const Graph *graph, const LmcOptions *options, Routes **routes, Layers *layers, LmcFigures *figures,
		   GError **error);

#endif
