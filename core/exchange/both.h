/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is there and what shall be, side by side. */
#ifndef SSSP_CORE_EXCHANGE_BOTH_H
#define SSSP_CORE_EXCHANGE_BOTH_H

#include "core/exchange/in_force.h"
#include "core/exchange/mix.h"
#include "core/reroute/stand.h"

#include <glib.h>

/* A switch to which hosts have moved, and the row of previous SLs that they come with; NULL: there were none. */
typedef struct {
	guint32 vertex;
	const guint8 *sl;
} BothMoved;

/* Of which tables. */
enum { BOTH_HAVE, BOTH_MAYBE, BOTH_SHALL, BOTH_SL, BOTH_COLUMNS };

typedef struct {
	const TablesInForce *previous;
	const Stand *stand;
	const Graph *graph;
	const Lft *lft;
	const PathSl *path_sl;
	/* [n_switches] rows of previous tables, new ones and previous SLs, NULL: it had none */
	const guint8 **row[BOTH_COLUMNS];
	guint32 n_lids[BOTH_COLUMNS]; /* in these rows */
	guint8 *strange; /* [n_switches] 1: the previous fabric had no such switch, nobody talked from there */
	GArray *moved;   /* BothMoved */
	GArray *changed; /* guint32: destinations with other entries or SLs, ascending */
	/* [changed][n_switches] what previous tables, new ones and previous SLs have; or NULL */
	guint8 *column[BOTH_COLUMNS];
	guint8 *uneven; /* [from][to] switches 1: paths have their new SL at once; NULL: none, or not marked yet */
	guint lanes;    /* that SL to VL tables know of: until they learn of others, their SLs go elsewhere */

	/* of the destination at hand */
	guint32 dest;
	guint place; /* of it in `changed`, or their number */
	/* [n_switches] entries, as a Mix has them: what a switch has, may have instead, and shall have */
	guint32 *has, *may, *shall;
	guint8 *sends;      /* [n_switches] 1: packets come from there */
	LaneMask *was, *is; /* [n_switches] lanes on which it has connections; on which it shall have them */
	LaneMask *own;      /* [n_switches] of `was`: that of the SL that paths keep meanwhile, 0: none */
} Both;

/* All must outlive it. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs). */
Both *both_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
	       const PathSl *path_sl, GError **error);
void both_free(Both *both); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Both, both_free)

/* Turns to a destination. O(switches). */
void both_begin(Both *both, guint32 dest);

/* The previous SL of paths from a switch to a LID, SL_NONE: there was none. O(1). */
guint8 both_previous_sl(const Both *both, guint32 v, guint32 lid);

/* The previous port of a switch for the destination at hand. O(1). */
guint8 both_port(const Both *both, guint32 v);

/*
 * Whether a switch must not have its new entry in the first phase: who asked for a path then would get a lane that SL
 * to VL tables do not know of. O(1).
 */
static inline gboolean both_is_too_soon(const Both *both, guint32 v)
{
	return !both->own[v] && both->is[v] >> both->lanes;
}

/* Whether somebody shall send on a lane that SL to VL tables do not know of. O(switches). */
gboolean both_learns(const Both *both);

#endif
