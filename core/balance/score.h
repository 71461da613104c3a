/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes one number by which two routings of a fabric are compared. Random bisections get about the effective
 * bisection bandwidth of the routes, uniform traffic about (hosts - 1) / edge-forwarding index of a cable (the load of
 * the most loaded one): the score is the geometric mean of both, as parts of what P-SSSP without regard to lanes gets,
 * and less where pairs of hosts have longer paths.
 */
#ifndef SSSP_CORE_BALANCE_SCORE_H
#define SSSP_CORE_BALANCE_SCORE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	double bandwidth; /* mean of a few random bisections (probe.h) */
	guint64 efi;
	guint64 longer; /* pairs of a host and a host's LID with a path that is not shortest */
} RouteFigures;

/* hops[n_switches][n_switches] from graph_hops(). FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs + probes). */
gboolean route_figures(const Graph *graph, const guint8 *hops, const Routes *routes, RouteFigures *figures,
		       GError **error);

/* 1: as good as `plain`. O(1). */
double route_score(const Graph *graph, const RouteFigures *figures, const RouteFigures *plain);

#endif
