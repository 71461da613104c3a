/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the score of routes. A single longer path lowers the score by a fixed factor (SOME_LONGER), so that routes
 * with longer paths do not win by a difference in bandwidth that is within the error of the estimate.
 */
#include "core/balance/score.h"

#include "core/balance/probe.h"

#include <math.h>

/* The factor on the score where at least one path is longer than minimal. */
#define SOME_LONGER 0.98

gboolean route_figures(const Graph *graph, const guint8 *hops, const Routes *routes, RouteFigures *figures,
		       GError **error)
{
	figures->efi = routes_efi(graph, routes);
	figures->longer = routes_nonminimal(graph, routes, hops);
	return probe_bisections(graph, routes, probe_patterns(graph), &figures->bandwidth, error);
}

double route_score(const Graph *graph, const RouteFigures *figures, const RouteFigures *plain)
{
	double pairs = MAX((double)graph->n_hosts * graph->n_hosts, 1);
	double bisections = plain->bandwidth > 0 ? figures->bandwidth / plain->bandwidth : 1;
	double uniform = (double)MAX(plain->efi, 1) / (double)MAX(figures->efi, 1);
	double longer = figures->longer ? SOME_LONGER * (1 - (double)figures->longer / pairs) : 1;
	return sqrt(bisections * uniform) * longer;
}
