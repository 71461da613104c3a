/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Defines the options for routes to further LIDs, and the figures of the result. */
#ifndef SSSP_CORE_LMC_LMC_OPTIONS_H
#define SSSP_CORE_LMC_LMC_OPTIONS_H

#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/graph/routes.h"
#include "core/lmc/lmc_probe.h"

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

/* Figures of the result. */
typedef struct {
	guint32 n_lids;     /* further LIDs of hosts */
	guint32 n_followed; /* of these: those with the base LID's routes, as others close a cycle or do not exist */
	guint64 longer;     /* (source host, further LID) pairs with longer paths than shortest */
	guint lids;         /* LIDs of a port at most; 0: lmc_route() was not called */
	LmcWorth worth;
} LmcFigures;

#endif
