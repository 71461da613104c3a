/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes all further LIDs by one variant, and rates the result. Used in this folder alone. */
#ifndef SSSP_CORE_LMC_LMC_VARIANT_H
#define SSSP_CORE_LMC_LMC_VARIANT_H

#include "core/lanes/layers.h"
#include "core/lmc/lmc_options.h"

/* What all variants start from. */
typedef struct {
	const Graph *graph;
	const LmcOptions *options;
	const Routes *base;
	guint32 *next_host; /* [n_dests] from a host's base LID to that of the next host on the switch, in a ring */
	guint most;         /* LIDs of a port at most */
} Lmc;

typedef struct {
	guint more_vls;   /* VLs beyond those of base LIDs, as far as there are any */
	gboolean detours; /* as in LmcTree; else LID base + k begins with the routes of the host k places further on */
	guint fullest;    /* the limit of lmc_improve(), in percent of the highest load; 0: no improvement */
	guint more_hops;  /* that lmc_improve() may add */
} LmcVariant;

/* The result of a variant. */
typedef struct {
	Routes *routes;
	PortVls *vls; /* NULL: those of base LIDs stay */
	LmcFigures figures;
} LmcFound;

void lmc_found_clear(LmcFound *found);

/*
 * Returns routes to all destinations: each has the row of its port's base LID in lmc->base. NULL with
 * SSSP_ERROR_MEMORY.
 */
Routes *lmc_spread_routes(const Lmc *lmc, GError **error);

/* Counts in `figures` further LIDs of hosts, and those that have the routes of their base LID. */
void lmc_count_followed(const Lmc *lmc, const Routes *routes, LmcFigures *figures);

/* Fills `found`. FALSE with SSSP_ERROR_MEMORY, or without an error where the variant has no result. */
gboolean lmc_try_variant(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, LmcFound *found,
			 GError **error);

#endif
