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
	guint32 *next_host; /* [n_dests] of base LIDs of hosts: that of the next one on the switch, going round */
	guint most;         /* LIDs of a port */
} Lmc;

/* The destination of the base LID of the port that a destination is of. */
static inline guint32 lmc_base_of(const Lmc *lmc, guint32 dest)
{
	const GraphDest *to = &lmc->graph->dests[dest];
	return graph_dest(lmc->graph, to->lid - to->sibling);
}

#endif
