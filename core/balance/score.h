/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Estimates the bandwidth that routes give, and computes one number by which two routings of a fabric are compared.
 *
 * The estimate is the mean bandwidth of a few random bisections (half of the hosts, drawn at random, send to the other
 * half), as T. Hoefler et al. 2009, section IV.A define it. Every call draws the same bisections, so the results of two
 * calls can be compared. The evaluator's ebb draws many more and is the measurement.
 *
 * Random bisections get about the effective bisection bandwidth of the routes, uniform traffic about (hosts - 1) /
 * edge-forwarding index of a cable. The score is the geometric mean of both, each divided by what P-SSSP's routes
 * without regard to lanes (`plain`) get. It is lower where pairs of hosts have longer paths.
 */
#ifndef SSSP_CORE_BALANCE_SCORE_H
#define SSSP_CORE_BALANCE_SCORE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/* Bisections that decide between two sets of routes: fewer where each has many pairs of hosts. O(1). */
guint probe_patterns(const Graph *graph);

/*
 * Sets *value to the mean share of full bandwidth, 0 .. 1, over `patterns` > 0 bisections; 1 where there are fewer than
 * two hosts. Pairs that no route joins count as 0. FALSE with SSSP_ERROR_MEMORY. O(patterns x hosts x hops).
 */
gboolean probe_bisections(const Graph *graph, const Routes *routes, guint patterns, double *value, GError **error);

typedef struct {
	double bandwidth; /* probe_bisections() */
	guint64 efi;      /* edge-forwarding index: the load of the most loaded channel */
	guint64 longer;   /* pairs of a host and a host's LID whose path is not minimal */
} RouteFigures;

/*
 * Fills `figures` of `routes`; hops[n_switches][n_switches] is from graph_hops(). FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs + probe_bisections()).
 */
gboolean route_figures(const Graph *graph, const guint8 *hops, const Routes *routes, RouteFigures *figures,
		       GError **error);

/* A few longer paths: at most as many as one of so many pairs of hosts. With several LIDs each path counts. */
#define ROUTE_FEW_LONGER 1000

/* Whether `longer` pairs of hosts are at most one of so many (`part`). O(1). */
static inline gboolean route_longer_are_few(const Graph *graph, guint64 longer, guint64 part)
{
	return longer <= (guint64)graph->n_hosts * graph->n_hosts / part;
}

/* Returns the score: 1 is as good as `plain`, more is better, 0 is the least. O(1). */
double route_score(const Graph *graph, const RouteFigures *figures, const RouteFigures *plain);

#endif
