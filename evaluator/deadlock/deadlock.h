/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/deadlock: credit loops, and which lanes packets take. In this order:
 *
 *	deadlock          whether there is a credit loop: a cycle, and the routes that make it
 *	deadlock_classes  the classes of endpoints that a loop needs: hosts, aggregation nodes, management ports
 *	any_sl            credit loops of packets that may be on any SL
 *	dependencies      the channel dependency graph, and a cycle in it
 *	lanes             which lanes packets take: set up in lanes.c, followed in lanes_walk, on two sets of tables at
 *	                  once in lanes_mixed; lanes_sources: senders and their SLs; talk: pairs that could talk before
 *	multicast         whether each multicast group is a tree; multicast_walk: the dependencies of its packets
 */

/*
 * Finds whether every virtual lane is free of credit loops. Builds the dependencies of all routes on their lanes, looks
 * for a cycle, and names for each dependency of it one route, or one multicast group, that makes it.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_DEADLOCK_H
#define SSSP_EVALUATOR_DEADLOCK_DEADLOCK_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/deadlock/multicast.h"

#include <glib.h>

typedef struct {
	guint8 vl;
	guint8 cyclic;        /* a cycle passes this lane */
	guint32 channels;     /* channels that routes use on this lane */
	guint64 dependencies; /* dependencies that begin at these channels */
} DeadlockLayer;

/* Whose routes make a dependency, where old and new tables, or previous and present SLs, are judged together. */
typedef enum {
	DEADLOCK_BY_THESE,
	DEADLOCK_BY_OLD,
	DEADLOCK_BY_NEW,
	DEADLOCK_BY_MIXTURE,
	DEADLOCK_ON_OLD_SL,
	DEADLOCK_ON_NEW_SL
} DeadlockBy;

/*
 * A channel of the cycle, held by a packet of `route` or of a multicast group while it waits for the next one. Nodes,
 * ports and LIDs are those of the fabric when it was evaluated, so that the step can be told without paths and lanes.
 */
typedef struct {
	guint32 channel; /* number in Paths */
	guint32 node;    /* switch that sends into the channel */
	guint8 port;     /* the port by which it sends */
	guint8 vl;
	guint16 mlid;        /* group that holds the channel, 0: a packet of `route` does */
	LaneRoute route;     /* valid when mlid is 0 */
	guint16 slid;        /* of route.source */
	guint32 destination; /* port index that route.lid belongs to */
	guint8 by;           /* DeadlockBy: which tables, or which SL, of joined lanes make the route do this */
} DeadlockStep;

/* What the packets of multicast groups add. */
typedef struct {
	guint64 dependencies; /* that these packets make, also where routes make them */
	guint64 dropped;      /* steps that a table sends to VL 15 */
	gboolean free;        /* no credit loop by these dependencies alone */
} DeadlockMulticast;

typedef struct {
	gboolean free;
	LaneCounts counts;
	guint64 dependencies;           /* of all layers */
	DeadlockLayer layers[SL_COUNT]; /* [n_layers] the VLs in use, ascending */
	guint n_layers;
	DeadlockStep *cycle; /* [n_cycle] */
	guint32 n_cycle;
	guint32 cycle_classes; /* FabricClass bits: see deadlock_classes.h; 0 when free */
	DeadlockMulticast multicast;
} DeadlockFacts;

/*
 * `reverse`: each route is also followed on the SL of the path in the opposite direction. `multicast` may be NULL; its
 * packets are on SL `mcast_sl`, which the lanes must know.
 *
 * Of joined lanes every mixture counts: when the facts are free, no packets can deadlock while entries of the one set
 * replace those of the other, one by one and in any order. When they are not free, the dependencies of the cycle may
 * belong to different moments of such a change, so that a deadlock is possible but not certain. NULL with
 * SSSP_ERROR_MEMORY.
 */
DeadlockFacts *deadlock_facts_new(const Lanes *lanes, gboolean reverse, const Multicast *multicast, guint mcast_sl,
				  GError **error);
void deadlock_facts_free(DeadlockFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DeadlockFacts, deadlock_facts_free)

#endif
