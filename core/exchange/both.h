/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds previous and new tables side by side, for the plan by which the new ones take the place of the previous ones.
 * both_begin() fills in the entries and lanes of one destination; all of core/exchange works on these.
 */
#ifndef SSSP_CORE_EXCHANGE_BOTH_H
#define SSSP_CORE_EXCHANGE_BOTH_H

#include "core/base/arena.h"
#include "core/exchange/in_force.h"
#include "core/exchange/mix.h"
#include "core/previous/stand.h"

#include <glib.h>

/* A switch to which a host has moved. */
typedef struct {
	guint32 vertex;
	const guint8 *sl; /* by LID: previous SLs of the switch that the host comes from; NULL: there were no SLs */
} BothMoved;

/* The tables that a row is of: previous ones, those that may be there instead, new ones, previous SLs. */
enum { BOTH_HAVE, BOTH_MAYBE, BOTH_SHALL, BOTH_SL, BOTH_KINDS };

typedef struct {
	TablesInForce previous; /* `maybe` is `lft` where that is certain, `path_sl` NULL where it has no LIDs */
	const Stand *stand;
	const Graph *graph;
	const Lft *lft;
	const PathSl *path_sl;
	/* [kind][n_switches] rows of the tables, by LID; NULL: the switch has no row in these tables */
	const guint8 **row[BOTH_KINDS];
	guint32 n_lids[BOTH_KINDS]; /* [kind] length of these rows */
	guint8 *strange; /* [n_switches] 1: the previous fabric had no such switch, so no connection starts there */
	GArray *moved;   /* BothMoved */
	guint8 *changed; /* [n_dests] 1: with other entries or SLs */
	guint32 n_changed;
	guint8 *uneven; /* [from][to] switches 1: paths have their new SL at once; NULL: none, or not marked yet */
	guint lanes;    /* SLs below this one have their VL in SL to VL tables; others are on some other VL until the
			 * tables are written */

	/* the destination at hand, set by both_begin() */
	guint32 dest;
	/* [n_switches] entries in the form of Mix: what a switch has, may have instead, and shall have */
	guint32 *has, *may, *shall;
	guint8 *sends; /* [n_switches] 1: hosts of the switch send to the destination */
	/* [n_switches] lanes of connections from the switch: previous ones, the new one */
	LaneMask *old_lanes, *new_lanes;
	/* [n_switches] of `old_lanes`: the lane whose SL paths keep until the last phase; 0: none */
	LaneMask *kept_lane;
	Arena *arena; /* private: holds the arrays, but for `uneven` */
} Both;

/* Reads all tables. The arguments must outlive the result. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs). */
Both *both_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
	       const PathSl *path_sl, GError **error);
void both_free(Both *both); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Both, both_free)

/* Fills the fields of the destination at hand with those of `dest`. O(switches). */
void both_begin(Both *both, guint32 dest);

/* What the tables of a kind have at switch v for a LID; LFT_NO_PATH, or SL_NONE: nothing. O(1). */
static inline guint8 both_entry(const Both *both, guint kind, guint32 v, guint32 lid)
{
	G_STATIC_ASSERT(LFT_NO_PATH == SL_NONE);
	const guint8 *row = both->row[kind][v];
	return row && lid < both->n_lids[kind] ? row[lid] : LFT_NO_PATH;
}

/* The previous SL of paths from switch v to a LID, 0 where there were no SLs; SL_NONE: there was no path. O(1). */
guint8 both_previous_sl(const Both *both, guint32 v, guint32 lid);

/* The new SL of paths from switch v to a destination's LID; 0 where the new routing has no SLs. O(1). */
static inline guint8 both_new_sl(const Both *both, guint32 v, guint32 lid)
{
	return both->path_sl ? both->path_sl->sl[(gsize)v * both->path_sl->n_lids + lid] : 0;
}

/* The number of a pair of switches, whichever comes first. O(1). */
static inline gsize both_pair(const Both *both, guint32 v, guint32 w)
{
	return (gsize)MIN(v, w) * both->graph->n_switches + MAX(v, w);
}

/*
 * Whether switch v must not have its new entry in the first phase, as its paths get their new SL at once and SL to VL
 * tables do not map that SL yet. O(1).
 */
static inline gboolean both_is_too_soon(const Both *both, guint32 v)
{
	return !both->kept_lane[v] && both->new_lanes[v] >> both->lanes;
}

/* Whether some new path to the destination at hand is on an SL that SL to VL tables do not map yet. O(switches). */
gboolean both_needs_tables(const Both *both);

/* ---- both_ways.c */

/*
 * Fills both->uneven. A routing gives all paths between two switches one SL, in both directions. During an update that
 * is not so when a host has moved or joined: paths that had an SL keep it until the last phase, and all others have the
 * new one at once, SL 0 where the new routing has no SLs. Such pairs are marked, unless their new SLs (or, without any,
 * their previous ones) differ as well. Not for updates in which paths do not keep their SLs. FALSE with
 * SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean both_ways_mark(Both *both, GError **error);

#endif
