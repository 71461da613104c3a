/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room of credit loops. In this order:
 *
 *	deadlock          the question and its answer: a cycle, and routes that make it
 *	deadlock_classes  who is behind a loop: hosts, aggregation nodes, management ports
 *	any_sl            the question for packets that may be on any SL
 *	dependencies      the channel dependency graph, and a cycle in it
 *	lanes             which lanes packets take: set up in lanes.c, followed in lanes_walk, on two sets of tables at
 *	                  once in lanes_mixed; lanes_sources: who sends on which SL; talk: who could, by previous tables
 *	multicast         what multicast tables do with a packet; multicast_walk: the dependencies of its copies
 */
/*
 * Is every virtual lane free of credit loops? Builds the dependencies of all routes on their lanes, looks for a cycle,
 * and names for each dependency of it one route, or one multicast group, that makes it.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_DEADLOCK_H
#define SSSP_EVALUATOR_DEADLOCK_DEADLOCK_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/deadlock/multicast.h"

#include <glib.h>

typedef struct {
	guint8 vl;
	guint8 cyclic;        /* a cycle passes this lane */
	guint32 channels;     /* channels in use on it */
	guint64 dependencies; /* that leave these channels */
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
 * A channel of the cycle, held by a packet of `route` or of a multicast group while it waits for the next one. Nodes
 * and ports are those of the fabric, LIDs those it had when it was judged: no paths or lanes are needed to tell it.
 */
typedef struct {
	guint32 channel; /* number in Paths */
	guint32 node;    /* switch that sends into it */
	guint8 port;     /* by this port */
	guint8 vl;
	guint16 mlid;        /* 0: it is `route` */
	LaneRoute route;     /* when no group is to blame */
	guint16 slid;        /* of route.source */
	guint32 destination; /* port index that route.lid belongs to */
	guint8 by;           /* DeadlockBy: of joined lanes, which set alone makes route do this, or whose SL it has */
} DeadlockStep;

/* What multicast packets add. */
typedef struct {
	guint64 dependencies; /* that they make, whether routes make them too or not */
	guint64 dropped;      /* steps that a table sends to VL 15 */
	gboolean free;        /* no credit loop by these dependencies alone */
} DeadlockMulticast;

typedef struct {
	gboolean free;
	LaneCounts counts;
	guint64 dependencies;           /* of all layers */
	DeadlockLayer layers[SL_COUNT]; /* of the VLs in use, ascending */
	guint n_layers;
	DeadlockStep *cycle; /* [n_cycle] */
	guint32 n_cycle;
	guint32 cycle_classes; /* FabricClass bits: see deadlock_classes.h; 0 when free */
	DeadlockMulticast multicast;
} DeadlockFacts;

/*
 * `reverse`: each route also on the SL of the path the other way. `multicast`, which may be NULL: its packets too, on
 * SL `mcast_sl`, which the lanes must know. Of joined lanes every mixture counts: when the facts are free, no packets
 * can deadlock while entries of the one set replace those of the other, one by one and in any order; when they are
 * not, the dependencies of the cycle may need different moments of such a change. NULL with SSSP_ERROR_MEMORY.
 */
DeadlockFacts *deadlock_facts_new(const Lanes *lanes, gboolean reverse, const Multicast *multicast, guint mcast_sl,
				  GError **error);
void deadlock_facts_free(DeadlockFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DeadlockFacts, deadlock_facts_free)

#endif
