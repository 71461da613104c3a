/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Packets on virtual lanes: every route that carries data, followed with the SL of its path and the VL that the SL to
 * VL tables give it at each switch.
 *
 * The routes are those between any two endpoints, and both ways between an endpoint and a switch's port 0; routes
 * between port 0 of two switches carry no data and are left out. With `reverse`, each route is also followed on the SL
 * of the path the other way: connection managers answer on the SL that a request came with.
 *
 * A node is a channel on a lane: node = channel * n_lanes + lane. Lanes are the VLs that occur, ascending. Where two
 * routes to one LID meet at a switch on one VL and SL they are one from there on, so each (switch, VL, SL) is followed
 * once for a LID.
 */
#ifndef SSSP_EVALUATOR_LANES_H
#define SSSP_EVALUATOR_LANES_H

#include "core/sl.h"
#include "evaluator/paths.h"

#include <glib.h>

#define LANES_DROP 15          /* the VL that throws data away */
#define LANES_NONE G_MAXUINT32 /* no such node */

typedef struct {
	const Paths *paths;         /* not owned, must outlive this */
	const Sl2vl *sl2vl;         /* not owned; NULL: every SL uses the VL of its number */
	const guint8 **endpoint_sl; /* [n_endpoints] SLs by LID of an endpoint's paths, NULL: all 0 */
	const guint8 **switch_sl;   /* [n_rows] the same for a switch's port 0 */
	gssize *table;              /* [n_rows] position in sl2vl, -1 when it has none */
	guint32 sl_lids;            /* entries of those rows */
	guint8 vl[SL_COUNT];        /* [n_lanes] VL of each lane */
	guint8 lane[SL_COUNT];      /* lane of each VL */
	guint8 n_lanes;
	guint8 sl_rank[SL_COUNT]; /* the SLs that occur, numbered */
	guint8 n_sls;
} Lanes;

/*
 * `path_sl` and `sl2vl` may each be NULL and must outlive this. lanes_new_with() knows the lanes of one more SL, for
 * packets that follow no path. NULL with SSSP_ERROR_MEMORY. O(entries of path_sl).
 */
Lanes *lanes_new_with(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, guint sl, GError **error);
Lanes *lanes_new(const Paths *paths, const PathSl *path_sl, const Sl2vl *sl2vl, GError **error);
void lanes_free(Lanes *lanes); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lanes, lanes_free)

/* The VL of an SL's packets that come to `row` by port `in` and leave by `out`; LANES_DROP: thrown away. O(1). */
guint lanes_vl(const Lanes *lanes, guint32 row, guint in, guint out, guint sl);

/* One route: who sends to which LID on which SL. */
typedef struct {
	guint32 source; /* port index in the fabric: an endpoint's or a switch's port 0 */
	guint16 lid;
	guint8 sl;
	guint8 reply; /* followed on the SL of the path the other way */
} LaneRoute;

typedef struct {
	guint64 routes;      /* followed */
	guint64 unreachable; /* of these: they do not arrive, whatever the lanes */
	guint64 dropped;     /* of these: sent to VL 15 by a table on the way */
} LaneCounts;

/*
 * Called for each step of a route from `from` (LANES_NONE: it starts) to `to`; every step that any route makes is seen
 * at least once, in the same order every time. FALSE ends the walk.
 */
typedef gboolean (*LaneVisitor)(gpointer user, guint32 from, guint32 to, const LaneRoute *route);

/*
 * Follows all routes. `counts` may be NULL. FALSE with SSSP_ERROR_MEMORY.
 * O(LIDs x (endpoints + switches x VLs x SLs)).
 */
gboolean lanes_walk(const Lanes *lanes, gboolean reverse, LaneVisitor visitor, gpointer user, LaneCounts *counts,
		    GError **error);

#endif
