/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds VLs for finished routes: all states of all routes at once, the dependencies that fit added to the graph.
 */
#ifndef SSSP_CORE_ADMIT_SQUEEZE_H
#define SSSP_CORE_ADMIT_SQUEEZE_H

#include "core/admit/guard.h"

typedef struct {
	const guint32 *place, *rank; /* as for guard_begin() */
	const guint8 *tree;
	double most;       /* part of all dependencies beyond which it is enough to know that more are refused */
	double few;        /* with no more than this the graph is of use */
	gboolean reorders; /* try further orders of states then, if most LIDs miss none */
} SqueezeOptions;

typedef struct {
	double refused;  /* the part of dependencies that did not fit; above options->most not all were tried */
	gboolean mostly; /* most hosts' LIDs miss none */
} SqueezeTally;

/*
 * Fills the guard's dependency graph, with the spanning tree's dependencies first, with what hosts' routes need, as far
 * as no cycle closes, and marks in guard->unfit the destinations that miss some. FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs) and what dependencies cost, several times with options->reorders.
 */
gboolean guard_squeeze(Guard *guard, const SqueezeOptions *options, const Routes *routes, SqueezeTally *tally,
		       GError **error);

#endif
