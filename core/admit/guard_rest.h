/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Declares what guard_rest.c, guard_rest_serve.c and guard_rest_fit.c share: they choose the entries to a destination
 * that no host's packet uses (free entries). A row is the entries of all switches to one destination; an entry is kept
 * if it stays. The order of the graph is its topological order of the channels. A path is legal if each of its
 * dependencies is in the graph or ascends in that order (fits it).
 */
#ifndef SSSP_CORE_ADMIT_GUARD_REST_H
#define SSSP_CORE_ADMIT_GUARD_REST_H

#include "core/admit/guard.h"

typedef struct {
	/* [n_switches] `sends` 1: the switch sends data to the destination at hand; `kept` 1: its entry stays */
	guint8 *sends, *kept;
	guint8 *before; /* [n_switches] scratch: a row as it was */
	guint32 *list;  /* [n_switches] switches whose entries do not stay, by hops */
	guint32 *left;  /* [n_left] destinations that have to be tried again */
	guint32 n_left;
	gboolean late; /* rest_serve_late() follows for hosts that are left */
	/*
	 * for switches without a path in the order: dependencies may go against it where they close no cycle, and the
	 * entries of other switches, hosts' too, may change to channels of equally short paths
	 */
	gboolean turns;
	gboolean last; /* the last try: the order of the graph, and hosts' routes, may change */
} Rest;

/* ---- guard_rest_fit.c */

/* Sets kept[n_switches] to 1 at switches that hosts' packets to a destination cross, the hosts' own among them. */
void rest_mark_kept(const Guard *guard, const guint8 *row, guint8 *kept);

/* Whether cables join a switch with a destination's. O(1) */
gboolean rest_is_connected(const Guard *guard, guint32 v, guint32 target);

/* With one VL: whether all switches have a path in the row, and the graph all of its dependencies. O(switches). */
gboolean rest_has_all(Guard *guard, guint32 dest, const guint8 *row);

/*
 * With one VL: marks in rest->kept the free entries whose whole path needs only dependencies that are there or fit the
 * order. Lists the switches of all other free entries in rest->list, and returns their number.
 */
guint32 rest_keep_legal(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row);

/*
 * With several VLs: adds the dependencies of free entries, nearest first, and marks in rest->kept those that fit. FALSE
 * if an entry closes a cycle, or leads to a switch whose entry does.
 */
gboolean rest_keep_fitting(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row);

/*
 * With one VL: whether a row can stay as it is: all switches that send and can reach the destination have a path, with
 * dependencies that are there or fit the order, which are added. Also marks the switches on these paths in rest->kept.
 */
gboolean rest_is_legal(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row);

/*
 * With one VL: whether the switches in rest->sends are served by a row as it is, on paths that a byte can count. Adds
 * dependencies as rest_is_legal() does.
 */
gboolean rest_may_stay(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row);

/* ---- guard_rest_serve.c */

/* Chooses the entries of one destination that no host's packet takes. FALSE: a switch that sends has no path. */
gboolean rest_finish_dest(Guard *guard, Rest *rest, guint32 dest, Routes *routes);

/*
 * With one VL, where all other routes are in the graph (guard->filled): whether all that send to a destination have
 * paths in the row which need only dependencies that are there or fit the order. Those are added, also where it is
 * FALSE.
 */
gboolean rest_can_stay(Guard *guard, Rest *rest, guint32 dest, const guint8 *row);

/*
 * With one VL: gives switches without a path to a host within the order such a path. For it, switches with hosts may
 * take a later channel, and a longer path only with `may_bend`. FALSE where a switch that sends stays without a path;
 * the new entries of the others then stay, so that few are left for the last try, unless hosts' paths would be illegal.
 */
gboolean rest_serve_late(Guard *guard, Rest *rest, guint32 dest, gboolean may_bend, Routes *routes);

#endif
