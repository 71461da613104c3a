/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets on virtual lanes: every route that carries data, with the SL of its path and the VL that the SL to VL
 * tables give that SL at each switch.
 *
 * The routes are those between any two endpoints, and in both directions between an endpoint and a switch's port 0;
 * routes between port 0 of two switches carry no data and are left out. A copy of a Lanes with other `ends` follows
 * only routes between ports of these classes. With `reverse`, each route is also followed on the SL of the path in the
 * opposite direction: connection managers answer on the SL that a request came with.
 *
 * A node is a channel on a lane: node = channel * n_lanes + lane. Lanes are the VLs that occur, ascending. Two routes
 * to one LID that meet at a switch on one VL and SL are the same from there on, so each (switch, VL, SL) is followed
 * once for a LID. Endpoints of one switch whose packets get the same VLs there are a class: on one SL, the packets of
 * all of them take the same channels and lanes.
 *
 * Two sets of tables for one fabric can be joined (`also`): old and new ones, which are in force side by side while a
 * subnet manager writes from switch to switch. Then a packet goes at each switch by either forwarding table and either
 * SL to VL table, and it was sent on the SL that either set has for its path. The choice is made anew at every hop, so
 * what a walk sees holds for any order in which entries are written, and for packets that are under way meanwhile.
 *
 * Connections keep the SL on which they were opened, also after the last entry is written: `previous` has these SLs,
 * over the same tables. Some applications use no path records: each source then sends on all SLs that `any` names.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_LANES_H
#define SSSP_EVALUATOR_DEADLOCK_LANES_H

#include "core/tables/sl.h"
#include "evaluator/deadlock/talk.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

#define LANES_DROP 15          /* the VL that throws data away */
#define LANES_NONE G_MAXUINT32 /* no such node */

typedef struct Lanes Lanes;
struct Lanes {
	const Paths *paths;         /* not owned, must outlive this */
	const Sl2vl *sl2vl;         /* not owned; NULL: every SL uses the VL of its number */
	const guint8 **endpoint_sl; /* [n_endpoints] SLs by LID of an endpoint's paths, NULL: all 0 */
	const guint8 **switch_sl;   /* [n_rows] the same for the port 0 of a switch */
	gssize *table;              /* [n_rows] index in sl2vl; -1: no table, or sl2vl has one map */
	guint32 sl_lids;            /* length of the rows of endpoint_sl and switch_sl */
	guint8 vl[SL_COUNT];        /* [n_lanes] VL of each lane */
	guint8 lane[SL_COUNT];      /* [VL] its lane */
	guint8 n_lanes;
	guint8 sl_rank[SL_COUNT]; /* [SL] number of an SL among those that occur */
	guint8 n_sls;
	guint32 sls;             /* the SLs that occur, as bits */
	guint32 *endpoint_class; /* [n_endpoints] */
	guint32 n_classes;
	guint32 ends; /* FabricClass of the ports that send and receive, as bits: all, unless the caller sets others */
	const Lanes *also;     /* the other set of tables, NULL: none; not owned, must outlive this */
	const Lanes *previous; /* SLs that connections may still have, NULL: none; not owned, must outlive this */
	Talk *talk;            /* only these pairs use the SLs of this Lanes, NULL: all; not owned, must outlive this */
	const Lanes *closed;   /* pairs that its talk has closed do not use its SLs any more, NULL: none; not owned */
	guint32 any;           /* SLs that every source sends on, as bits; 0: the one of the path */
};

/*
 * `path_sl` and `sl2vl` may each be NULL, and must outlive the Lanes. lanes_new_with() adds the lanes of one more SL,
 * for packets that follow no path (multicast). NULL with SSSP_ERROR_MEMORY. O(entries of path_sl).
 */
Lanes *lanes_new_with(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, guint sl, GError **error);
Lanes *lanes_new(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, GError **error);

/*
 * Joins the lanes of two sets of tables for the same sealed fabric: both are changed to one numbering, and walks of
 * `lanes` mix them. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean lanes_join(Lanes *lanes, Lanes *also, GError **error);

/* Lets walks of `lanes` use the SLs of `previous` too. Both must have the same paths and SL to VL tables. O(maps). */
void lanes_join_previous(Lanes *lanes, Lanes *previous);

/*
 * Lanes with sources that each send on all SLs of the bits `sls`; they know `sl` too. NULL with SSSP_ERROR_MEMORY.
 */
Lanes *lanes_new_any(const Paths *paths, const Sl2vl *sl2vl, guint32 sls, guint sl, GError **error);
void lanes_free(Lanes *lanes); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lanes, lanes_free)

/* The SL towards a LID in a row of endpoint_sl or switch_sl (NULL: 0). O(1). */
guint8 lanes_sl(const Lanes *lanes, const guint8 *row, guint32 lid);

/*
 * The VL of packets on `sl` that come to `row` by port `in` and leave by `out`; LANES_DROP: thrown away. O(1).
 */
guint lanes_vl(const Lanes *lanes, guint32 row, guint in, guint out, guint sl);

/* One route: a source, the LID that it sends to, and the SL. */
typedef struct {
	guint32 source; /* port index in the fabric: an endpoint's or a switch's port 0 */
	guint16 lid;
	guint8 sl;
	guint8 reply; /* TRUE: on the SL of the path in the opposite direction */
} LaneRoute;

typedef struct {
	guint64 routes;       /* followed */
	guint64 unreachable;  /* of these: do not arrive, whatever the lanes */
	guint64 dropped;      /* of these: sent to VL 15 by a table */
	guint64 pairs_lost;   /* pairs of a source and a LID that do not arrive: `unreachable` without replies */
	guint32 lids_lost;    /* joined tables only: LIDs to which some mixture loses a packet */
	guint32 lids_dropped; /* of these LIDs: some mixture sends a packet to VL 15 */
} LaneCounts;

/*
 * Called for each step of a route from node `from` (LANES_NONE: the route starts) to node `to`. Every step that any
 * route makes is seen at least once, in the same order every time. Returns FALSE to end the walk.
 */
typedef gboolean (*LaneVisitor)(gpointer user, guint32 from, guint32 to, const LaneRoute *route);

/*
 * Follows all routes, or with joined tables the routes of every mixture. A route of a mixture is all that one source
 * sends on one SL, and only lids_lost and lids_dropped tell how it ends. `counts` may be NULL. FALSE with
 * SSSP_ERROR_MEMORY. O(LIDs x (endpoints + switches x VLs x SLs)).
 */
gboolean lanes_walk(const Lanes *lanes, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
		    GError **error);

/* Like lanes_walk(), but leaves out the tables that are joined to `lanes`. */
gboolean lanes_walk_alone(const Lanes *lanes, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
			  GError **error);

#endif
