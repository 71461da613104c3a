/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts how much flows crowd each other: the number of couples of flows that share a channel and have neither source
 * nor destination in common. In a random permutation every host sends once and receives once, so two flows of one
 * source, or to one destination, never meet; any other two do with about the same probability. So fewer couples are
 * more bandwidth, and no sample is drawn.
 *
 * Of a channel with flows of weight w, L in all, a of each source, b to each destination, couples are
 * (L^2 - sum of a^2 - sum of b^2 + sum of w^2) / 2. Two flows that share several channels in a row slow each other down
 * but once: the same number of each turn is taken off, there being one turn less than channels. (Without that, flows
 * of two switches are spread over as many paths as there are, where they meet others in more places.)
 *
 * The tables keep L, a and b, so that a flow that is moved costs O(1) a channel. What a source has on a turn is not
 * kept: it is taken for the less of what it has on the two channels, as it is where no other path joins them.
 */
#ifndef SSSP_CORE_OPTIMIZE_CROWDING_H
#define SSSP_CORE_OPTIMIZE_CROWDING_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/flows.h"
#include "core/optimize/stop.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const Flows *flows;
	const CdgTurns *turns;
	gint64 *load;      /* [n_channels] weight of its flows */
	gint64 *turn_load; /* [turns] the same */
	guint16 *targets;  /* [n_channels][n_classes] destinations that each host of a class reaches over it */
	Rounds *rounds;    /* the flows', with loads in place of these three; NULL: all pairs of a job */
	guint32 *behind;   /* [flows->n_dests][n_switches] hosts whose routes to a destination come by a switch */
	guint32 *sending;  /* the same of those that send to it, or of flows in rounds; may be the same table */
} Crowding;

/*
 * What the routes make of it; those to flows->dest must arrive. `turns`, `flows` and the graph must outlive it. NULL
 * with SSSP_ERROR_MEMORY, or without an error when `stop` (NULL: never) says so. O(switches x LIDs x hops +
 * channels x classes).
 */
Crowding *crowding_new(const Graph *graph, const CdgTurns *turns, const Flows *flows, const Routes *routes,
		       StopCheck *stop, GError **error);
void crowding_free(Crowding *crowding); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Crowding, crowding_free)

/* What the hosts of a class reach over a channel. O(1). */
static inline guint16 *crowding_targets(const Crowding *crowding, guint32 channel, guint32 class)
{
	return crowding->targets + (gsize)channel * crowding->flows->n_classes + class;
}

#endif
