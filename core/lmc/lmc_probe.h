/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Estimates the bandwidth of flows that are split evenly over the LIDs of their target port, to choose between sets of
 * routes: the mean max-min fair share in a few patterns, the same for every call. The evaluator's figures are the
 * measurement.
 */
#ifndef SSSP_CORE_LMC_LMC_PROBE_H
#define SSSP_CORE_LMC_LMC_PROBE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/* Fractions of what a host can send. */
typedef struct {
	double bisections; /* random ones */
	double shifts;     /* every host to the one a random number of places further */
	double neighbours; /* the hosts of a switch to those of one that it is cabled to, all others silent */
	double uniform;    /* all send to all, at the rate at which the fullest channel is full */
} LmcWorth;

/*
 * Counts the loads of these routes anew, and fills `worth` for them. FALSE with SSSP_ERROR_MEMORY. O(patterns x hosts x
 * LIDs of a port x hops), and O(switches x LIDs x hops).
 */
gboolean lmc_probe(const Graph *graph, Routes *routes, LmcWorth *worth, GError **error);

#endif
