/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds VLs by ports for finished routes: gives every state that they use a VL, and adds the dependencies that close no
 * cycle to the graph.
 */
#ifndef SSSP_CORE_ADMIT_ASSIGN_VLS_H
#define SSSP_CORE_ADMIT_ASSIGN_VLS_H

#include "core/admit/guard.h"

typedef struct {
	const guint32 *place, *rank; /* arguments of guard_begin() */
	const guint8 *tree;          /* `in_tree` of guard_begin() */
	double most;       /* share of refused dependencies that is too much: a round may end when it is exceeded */
	double few;        /* share of refused dependencies up to which further orders of states are tried */
	gboolean reorders; /* try further orders of states, if no more are refused and AssignVlsTally.mostly is TRUE */
} AssignVlsOptions;

typedef struct {
	double refused;  /* share of dependencies that were refused; above options->most not all were tried */
	gboolean mostly; /* at least half of the hosts' LIDs have all dependencies of their routes in the graph */
} AssignVlsTally;

/*
 * Empties the guard's dependency graph and fills it with the dependencies of the spanning tree first, and then with
 * those of hosts' routes, as far as no cycle closes. Marks in guard->unfit the destinations of which some are missing,
 * and fills `*tally`. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs) and what dependencies cost, several times with
 * options->reorders.
 */
gboolean guard_assign_vls(Guard *guard, const AssignVlsOptions *options, const Routes *routes, AssignVlsTally *tally,
			  GError **error);

#endif
