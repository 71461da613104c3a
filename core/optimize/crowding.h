/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the tables that tell how much flows crowd each other: the number of couples of flows that share a channel and
 * have neither source nor destination in common. In a random permutation every host sends once and receives once, so
 * two flows from one source, or to one destination, are never there together; any other two are with about the same
 * probability. So the fewer couples, the more bandwidth, and no sample has to be drawn.
 *
 * On a channel whose flows have the weights w, L in all, a from each source and b to each destination, the number of
 * couples is (L^2 - sum of a^2 - sum of b^2 + sum of w^2) / 2. Two flows that share several channels in a row slow each
 * other down only once. So the couples of each turn are taken off, as n channels in a row have n - 1 turns. (Without
 * that, the search spreads the flows between two switches over all paths that there are, where they meet other flows in
 * more places.)
 *
 * The tables keep L, a and b, so that moving a flow costs O(1) for each channel. They do not keep what a source has on
 * a turn: it is estimated as the less of what it has on the two channels. That is exact if all its flows on one of them
 * make the turn.
 */
#ifndef SSSP_CORE_OPTIMIZE_CROWDING_H
#define SSSP_CORE_OPTIMIZE_CROWDING_H

#include "core/base/arena.h"
#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/flows.h"
#include "core/optimize/optimize.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const Flows *flows;
	const CdgTurns *turns;
	gint64 *load;      /* [n_channels] weight of the channel's flows */
	gint64 *turn_load; /* [turns] weight of the flows that make the turn */
	guint16 *targets;  /* [n_channels][n_classes] destinations that each host of a class reaches over the channel */
	Rounds *rounds;    /* flows->rounds, whose loads replace load, turn_load and targets; NULL: no rounds */
	guint32 *behind;   /* [flows->n_dests][n_switches] hosts whose routes to a destination come by a switch */
	guint32 *sending;  /* [flows->n_dests][n_switches] such hosts that send to it (in rounds: flows of such hosts);
			    * the same array as `behind` where all hosts send */
	Arena *arena;      /* private: holds the arrays */
} Crowding;

/*
 * Fills the tables for `routes`, which must arrive at all of flows->dest. `turns`, `flows` and the graph must outlive
 * the result. NULL with SSSP_ERROR_MEMORY, or without an error when `stop` (NULL: never) says so. O(switches x LIDs x
 * hops + channels x classes).
 */
Crowding *crowding_new(const Graph *graph, const CdgTurns *turns, const Flows *flows, const Routes *routes,
		       StopCheck *stop, GError **error);
void crowding_free(Crowding *crowding); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Crowding, crowding_free)

/* The cell of `targets` for a channel and a class, to read or to change. O(1). */
static inline guint16 *crowding_targets(const Crowding *crowding, guint32 channel, guint32 class)
{
	return crowding->targets + (gsize)channel * crowding->flows->n_classes + class;
}

#endif
