/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds what the methods of by_sl.c share: what is wanted, and the best routes with lanes by SL so far. Each function
 * costs what infrastructure_fit() and unload_full() do.
 */
#ifndef SSSP_CORE_CHOOSE_BY_SL_BEST_H
#define SSSP_CORE_CHOOSE_BY_SL_BEST_H

#include "core/choose/plain_routes.h"
#include "core/choose/routing_options.h"
#include "core/graph/graph.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RoutingOptions *options;
	guint most, least;   /* lanes that most links have, at most max_vls of the options; lanes that all links have */
	PlainRoutes *plain;  /* P-SSSP's routes; NULL: those of options->engine are wanted */
	Routes *best;        /* the best of by_sl_consider(), owned; NULL: none yet */
	Layers *layers;      /* lanes of `best`, owned; NULL: none yet */
	double score;        /* of `best` */
	guint64 longer;      /* pairs of hosts with a longer path, in `best` */
	guint64 looks;       /* looks at channels that are left */
	guint n_fitted;      /* attempts that gave all routes of hosts a lane */
	guint n_served;      /* of these: all others found one beside them */
	gboolean enough;     /* `best` is good enough (ENOUGH) */
	gboolean ran_out;    /* an attempt to spread routes took all looks */
	gboolean alike;      /* aggregation nodes, or all, count as hosts: the last chance */
	gboolean only_torus; /* no method but that for tori */
} BySl;

/*
 * Gives aggregation nodes and management ports routes and lanes beside those of hosts. Management ports that find none
 * get further lanes with options->management_lanes; else layers->n_unproven counts them. FALSE with the errors of
 * infrastructure_fit().
 */
gboolean by_sl_fit_others(const BySl *b, Routes *routes, Layers *layers, GError **error);

/*
 * Moves routes that were chosen for their lanes off channels that this has overloaded, within so many looks. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean by_sl_unload(const BySl *b, guint64 looks, Routes *routes, Layers *layers, GError **error);

/*
 * Gives aggregation nodes and management ports routes and lanes beside these of hosts, and makes the result the best if
 * it is better. Takes `routes` and `layers` over. TRUE also where `layers` is NULL, the others find no lanes, or the
 * result is no better. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean by_sl_consider(BySl *b, const char *strategy, Routes *routes, Layers *layers, GError **error);

#endif
