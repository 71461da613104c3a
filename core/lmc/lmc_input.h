/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds what all variants of routing further LIDs start from. Used by this room alone. */
#ifndef SSSP_CORE_LMC_LMC_INPUT_H
#define SSSP_CORE_LMC_LMC_INPUT_H

#include "core/graph/routes.h"
#include "core/lmc/lmc_options.h"

typedef struct {
	const Graph *graph;
	const LmcOptions *options;
	const Routes *base;
	guint32 *next_host; /* [n_dests] from a host's base LID to that of the next host on the switch, in a ring */
	guint most;         /* LIDs of a port at most */
} Lmc;

/* The destination that is the base LID of the same port. */
static inline guint32 lmc_base_of(const Lmc *lmc, guint32 dest)
{
	const GraphDest *to = &lmc->graph->dests[dest];
	return graph_dest(lmc->graph, to->lid - to->sibling);
}

#endif
