/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes all further LIDs by one variant, and says what it comes to. Used by this room alone. */
#ifndef SSSP_CORE_LMC_LMC_VARIANT_H
#define SSSP_CORE_LMC_LMC_VARIANT_H

#include "core/lanes/layers.h"
#include "core/lmc/lmc_options.h"

#define LMC_LIDS (G_MAXUINT16 + 1 + (1 << FABRIC_MAX_LMC))

typedef struct {
	const Graph *graph;
	const LmcOptions *options;
	const Routes *base;
	guint32 *of_lid;    /* [LMC_LIDS] destination, GRAPH_NONE: none */
	guint32 *next_host; /* [n_dests] of base LIDs of hosts: that of the next one on the switch, going round */
	guint most;         /* LIDs of a port */
} Lmc;

typedef struct {
	guint more_vls;    /* than base LIDs have */
	gboolean turned;   /* the next LIDs have the routes of the next hosts on the switch */
	guint price;       /* of a channel that another LID of the port has: parts of 100 of the mean load */
	gboolean detours;  /* as in LmcTree */
	guint direct_part; /* of 100 neighbours of the target: go there themselves */
	guint prompt_part; /* of 100 switches behind these: take shortest paths */
	guint from;        /* the LID of a port, counted from 0, from which on there are detours */
} LmcVariant;

/* What a variant comes to. */
typedef struct {
	Routes *routes;
	PortVls *vls; /* NULL: as it was */
	LmcFigures figures;
	LmcWorth worth;
} LmcFound;

void lmc_found_clear(LmcFound *found);

/* The destination of the base LID of the port that a destination is of. */
static inline guint32 lmc_base_of(const Lmc *lmc, guint32 dest)
{
	const GraphDest *to = &lmc->graph->dests[dest];
	return lmc->of_lid[to->lid - to->sibling];
}

/* The rows of base LIDs come to where they belong; all others have the same. NULL with SSSP_ERROR_MEMORY. */
Routes *lmc_spread_routes(const Lmc *lmc, GError **error);

/* Fills `found`. FALSE with SSSP_ERROR_MEMORY, or without an error where the variant comes to nothing. */
gboolean lmc_try_variant(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, LmcFound *found,
			 GError **error);

#endif
