/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares the steps of a rerouting on one lane or lanes by SL, and holds what they hand to each other. */
#ifndef SSSP_CORE_REROUTE_WORK_H
#define SSSP_CORE_REROUTE_WORK_H

#include "core/fit/fit_pairs.h"
#include "core/lanes/lane_use.h"
#include "core/reroute/reroute_options.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RerouteOptions *options;
	const PreviousRoutes *before;
	Routes *routes;
	guint8 *lost; /* [n_dests] 1: misses an entry */
	guint64 must; /* entries that were filled in, but for new destinations */
	/* of the attempt at hand */
	Layers *layers;
	LaneUse *use;     /* turns in use on each lane */
	guint8 *spanning; /* [n_channels] 1: of the multicast tree, whose turns are in use, too; NULL: there is none */
	guint8 *without;  /* [from][to] switches, 1: had no lane to begin with; NULL: all had */
	FitKeep keep;     /* pairs that kept their lanes, and their detours */
	gboolean whole;   /* destinations that lost an entry may have routes as before that are not in use */
	/* some pairs had no lane to begin with, or, beside what stays alone, found none at first */
	gboolean had_unproven;
	gboolean freely;  /* pairs may get any lane, as not all can keep theirs */
	gboolean anew;    /* `freely`, or there are no lanes to keep */
	gboolean changed; /* routes of hosts were changed */
	gboolean others;  /* all that is no host's was found anew */
} Reroute;

/* ---- keep.c */

/*
 * Fills r->routes with the previous entries that stay, ROUTE_NONE where one is missing: those whose port leads along a
 * minimal path, and longer routes that arrive as they did, between switches that have come no nearer; but those of
 * hosts only while the previous routes have as many lanes as there may be.
 * r->lost gets 1 for destinations that miss some entry. Following entries that stay ends at the destination or where
 * one is missing, never in a loop. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean keep_entries(Reroute *r, guint max_lanes, GError **error);

/*
 * Fills r->layers: new LIDs on a switch get the lanes of those that were there, pairs of switches that had none are
 * marked as unproven. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean keep_lanes(Reroute *r, GError **error);

/*
 * Marks the pairs of switches that exchange data and had no lane; they find one later. settled[n_switches] is 1 where
 * there were lanes to and from a switch; NULL: nowhere. FALSE with SSSP_ERROR_MEMORY. O(switches^2).
 */
gboolean keep_unsettled(Reroute *r, const guint8 *settled, GError **error);

/* ---- serve.c */

/* Counts the pairs of switches with hosts that r->layers->unproven marks as without a lane. O(switches^2). */
guint64 serve_hosts_left(const Reroute *r);

/*
 * Serves the pairs that r->layers->unproven marks; r->use, r->changed and r->others follow. FALSE without `error` where
 * some of hosts or aggregation nodes stay without a lane, else with SSSP_ERROR_MEMORY. Cost as fit_left(), fit_hosts(),
 * infrastructure_fit().
 */
gboolean serve_left(Reroute *r, GError **error);

/* ---- even.c */

/*
 * Moves entries within the budget of the options; loads and what is in use of the lanes are counted before, where
 * pairs were served since. Moves nothing where what is in use has a cycle then. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean even_loads(Reroute *r, GError **error);

/* ---- conclude.c */

/*
 * Whether no lane has a cycle: all routes are in use, and a topological sort of what is in use finds none,
 * independently of the search by which each addition was admitted. layers->used is filled then. FALSE with
 * SSSP_ERROR_MEMORY too. O(switches x LIDs + lanes x turns).
 */
gboolean conclude_proof(Reroute *r, GError **error);

/* Fills what r->layers says of lanes. O(switches x LIDs). */
void conclude_layers(Reroute *r);

#endif
