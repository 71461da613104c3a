/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes one number by which two routings of a fabric are compared. Random bisections get about the effective
 * bisection bandwidth of the routes, uniform traffic about (hosts - 1) / edge-forwarding index of a cable. The score is
 * the geometric mean of both, each divided by what P-SSSP's routes without regard to lanes (`plain`) get, and lower
 * where pairs of hosts have longer paths.
 */
#ifndef SSSP_CORE_BALANCE_SCORE_H
#define SSSP_CORE_BALANCE_SCORE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	double bandwidth; /* mean of a few random bisections (probe.h) */
	guint64 efi;      /* edge-forwarding index: the load of the most loaded channel */
	guint64 longer;   /* pairs of a host and a host's LID whose path is not minimal */
} RouteFigures;

/*
 * Fills `figures` of `routes`; hops[n_switches][n_switches] is from graph_hops(). FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs + probe_bisections()).
 */
gboolean route_figures(const Graph *graph, const guint8 *hops, const Routes *routes, RouteFigures *figures,
		       GError **error);

/* Returns the score: 1 is as good as `plain`, more is better. O(1). */
double route_score(const Graph *graph, const RouteFigures *figures, const RouteFigures *plain);

#endif
