/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes all further LIDs by one variant, and says what it comes to. Used by this room alone. */
#ifndef SSSP_CORE_LMC_LMC_VARIANT_H
#define SSSP_CORE_LMC_LMC_VARIANT_H

#include "core/lanes/layers.h"
#include "core/lmc/lmc_input.h"

typedef struct {
	guint more_vls;      /* than base LIDs have, where they can be had */
	gboolean next_hosts; /* LID base + k begins with the routes of the host k places further on the switch */
	guint price;         /* of a channel that another LID of the port has: parts of 100 of the mean load */
	gboolean detours;    /* as in LmcTree */
	guint fullest;       /* improved (lmc_improve.h), no channel above so many of 100 of the most load; 0: not so */
} LmcVariant;

/* What a variant comes to. */
typedef struct {
	Routes *routes;
	PortVls *vls; /* NULL: as it was */
	LmcFigures figures;
	LmcWorth worth;
} LmcFound;

void lmc_found_clear(LmcFound *found);

/* The rows of base LIDs come to where they belong; all others have the same. NULL with SSSP_ERROR_MEMORY. */
Routes *lmc_spread_routes(const Lmc *lmc, GError **error);

/* Fills `found`. FALSE with SSSP_ERROR_MEMORY, or without an error where the variant comes to nothing. */
gboolean lmc_try_variant(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, LmcFound *found,
			 GError **error);

#endif
