/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/measures: figures that need nothing but the paths. In this order:
 *
 *	efi          reachability, route lengths, loads of channels; efi_spread: how loads are distributed
 *	port_loads   loads by the port that sends, for callers without paths
 *	levels       switches and channels by their distance from the hosts
 *	cable_classes   cables by the levels they join, and those slower than their peers
 *	diff         entries and SLs that differ between two sets of tables; update_cost: what else replacing one takes
 *
 *	bandwidth/   the bandwidth of flows that share channels:
 *	  ebb          effective bisection bandwidth; ebb_streams, stream_row: routes in a form that is quick to follow
 *	  maxmin       max-min fair shares; spread: flows over all shortest paths; split: over the LIDs of a port
 *	  disjoint     which of the LIDs of a port have paths of their own
 *	  worst        the worst permutation; worst_match: the maximum matching by which it is found
 */

/*
 * Computes which pairs arrive, the lengths of their routes, the loads of channels and the edge-forwarding index.
 *
 * Reachability is that of all endpoints; lengths and loads are those of pairs that take part (paths.h): of hosts,
 * unless others are chosen.
 *
 * The load of a channel is the number of routes over it, one from every endpoint to every LID of every other endpoint;
 * the edge-forwarding index is the highest load (Hoefler, Schneider, Lumsdaine: "Optimized Routing for Large-Scale
 * InfiniBand Networks", 2009, section II). Loads are counted on switch-to-switch channels only: a terminal channel
 * carries the routes of its one endpoint whatever the tables say.
 */
#ifndef SSSP_EVALUATOR_MEASURES_EFI_H
#define SSSP_EVALUATOR_MEASURES_EFI_H

#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	guint64 pairs;        /* (source endpoint, LID of another endpoint) */
	guint64 unreachable;  /* pairs that do not arrive, loops included */
	guint64 loops;        /* pairs in a forwarding loop */
	guint64 nonminimal;   /* pairs that take part and arrive over more channels than necessary */
	guint64 switch_pairs; /* (switch, LID): LIDs of switches and endpoints, its own included */
	guint64 switch_unreachable;
	guint64 *hop_pairs; /* [n_rows + 1] pairs that take part and arrive over so many channels */
	guint32 max_hops;
	gdouble mean_hops;        /* of these pairs; 0 when none does */
	guint64 *load;            /* [n_channels] */
	guint32 n_links;          /* channels between two different switches: the ones counted below */
	guint64 efi_max, efi_min; /* all 0 without channels */
	gdouble efi_mean, efi_stddev;
} RouteFacts;

/* NULL with SSSP_ERROR_MEMORY. O(LIDs x switches + switches x channels). */
RouteFacts *route_facts_new(const Paths *paths, GError **error);
void route_facts_free(RouteFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RouteFacts, route_facts_free)

/*
 * The channels between different switches into order[n_channels], fullest first, those of equal load in their own
 * order. Returns how many there are. O(channels log channels).
 */
guint32 route_facts_fullest(const RouteFacts *facts, const Paths *paths, guint32 *order);

#endif
