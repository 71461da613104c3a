/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds P-SSSP's routes without regard to lanes: balanced shortest paths, which may close credit loops. All other
 * routes are compared with them, and many start from them. Led routes are P-SSSP's, too, but most of their paths follow
 * an order of the channels (balance_run_lead()), so that they need fewer lanes.
 */
#ifndef SSSP_CORE_CHOOSE_PLAIN_ROUTES_H
#define SSSP_CORE_CHOOSE_PLAIN_ROUTES_H

#include "core/balance/score.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* [n_switches][n_switches] from graph_hops() */
	guint passes;       /* as in PssspOptions */
	Routes *routes;     /* NULL: not computed yet */
	gboolean complete;  /* all rows are there, else those of hosts alone */
	gboolean measured;  /* the figures are known */
	RouteFigures figures;
	const guint32 *lead; /* [n_channels] places in an order of the channels (core/guide), the owner's */
	Routes *led; /* P-SSSP's routes as this order leads them: lanes fit them better; NULL: not computed yet */
} PlainRoutes;

/*
 * Computes the routes and their figures; does nothing where plain->complete. FALSE with SSSP_ERROR_MEMORY. As
 * psssp_compute().
 */
gboolean plain_routes_find(PlainRoutes *plain, GError **error);

/* As plain_routes_find(), but only what the figures need; does nothing where these are known. */
gboolean plain_routes_find_figures(PlainRoutes *plain, GError **error);

/* Sets the figures alone, from routes in which hosts have the same paths. FALSE with SSSP_ERROR_MEMORY. */
gboolean plain_routes_measure(PlainRoutes *plain, const Routes *same, GError **error);

/* Computes plain->led, on which no figures are kept; does nothing where it is there. As plain_routes_find(). */
gboolean plain_routes_lead(PlainRoutes *plain, GError **error);

void plain_routes_clear(PlainRoutes *plain);

#endif
