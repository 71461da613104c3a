/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Defines the options for routes to further LIDs and the figures of the result, and declares what rates routes. */
#ifndef SSSP_CORE_LMC_LMC_OPTIONS_H
#define SSSP_CORE_LMC_LMC_OPTIONS_H

#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

#include <glib.h>

/*
 * The kind of routes to further LIDs: chosen by P-SSSP as those to base LIDs are; shortest, on channels that the port's
 * other LIDs do not use; longer ones, too.
 */
typedef enum { LMC_SHORTEST, LMC_DISJOINT, LMC_LAYERS, LMC_N_ROUTES } LmcRoutes;

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
	const guint8 *in_tree; /* [n_channels] 1: in the multicast tree; or NULL */
	guint max_lanes;
	const Routes *kept;  /* of the same graph: entries that stay if they can, ROUTE_NONE: none; or NULL */
	const PortVls *hint; /* VLs that states keep if they can; or NULL */
} LmcOptions;

/* What flows get that are split evenly over the LIDs of their target port, as fractions of what a host can send. */
typedef struct {
	double bisections; /* random ones */
	double shifts;     /* every host to the one a random number of places further */
	double neighbours; /* the hosts of a switch to those of one that it is cabled to, all others silent */
	double uniform;    /* all send to all, at the rate at which the fullest channel is full */
} LmcWorth;

/* Figures of the result. */
typedef struct {
	guint32 n_lids;     /* further LIDs of hosts */
	guint32 n_followed; /* of these: those with the base LID's routes, as others close a cycle or do not exist */
	guint64 longer;     /* (source host, further LID) pairs with longer paths than shortest */
	guint lids;         /* LIDs of a port at most; 0: lmc_route() was not called */
	LmcWorth worth;
} LmcFigures;

/*
 * Counts the loads of these routes anew, and estimates what they are worth, to choose between sets of routes: the mean
 * max-min fair share in a few patterns, the same for every call. The evaluator's figures are the measurement. FALSE
 * with SSSP_ERROR_MEMORY. O(patterns x hosts x LIDs of a port x hops), and O(switches x LIDs x hops).
 */
gboolean lmc_probe(const Graph *graph, Routes *routes, LmcWorth *worth, GError **error);

#endif
