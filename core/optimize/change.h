/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Describes, prices and makes one change: at one switch the route to one destination leaves by another channel, and all
 * routes to it that come by that switch go with it. The change ends where the new path meets the old one for good.
 */
#ifndef SSSP_CORE_OPTIMIZE_CHANGE_H
#define SSSP_CORE_OPTIMIZE_CHANGE_H

#include "core/optimize/crowding.h"

#include <glib.h>

typedef struct {
	guint32 i, at;     /* the destination, as an index of flows->dest; the switch where the route changes */
	guint32 n_sources; /* switches whose routes to the destination come by `at`, which is one of them */
	guint32 *source;   /* [n_sources] these switches, `at` first, each after the next switch of its route */
	guint32 *arrival;  /* [n_sources] the channel by which a source's route comes into `at`; of `at` GRAPH_NONE */
	guint32 n_old, n_new;
	guint32 old_path[GRAPH_FAR], new_path[GRAPH_FAR]; /* [n_old], [n_new] channels from `at` to where both meet */
	guint32 *moved; /* [n_moved] rounds of the flows that come by `at`, ascending; n_moved is 0 without rounds */
	guint32 n_moved;
	guint32 after; /* the channel after the place where both paths meet; GRAPH_NONE: they meet at the destination */
} Change;

/* Allocates room for any change. FALSE with SSSP_ERROR_MEMORY; change_clear() in any case. */
gboolean change_init(Change *change, const Crowding *crowding, GError **error);
void change_clear(Change *change);

/*
 * Begins a change of the route to destination number i at switch `at`: fills sources and `moved`. O(sources x ports).
 */
void change_begin(const Crowding *crowding, const Routes *routes, guint32 i, guint32 at, Change *change);

/*
 * Fills in the old path and the new one, which leaves by `channel` (another than the route has now). FALSE if the new
 * path would not arrive within `hops` hops from the switch. To be called after change_begin(). O(hops).
 */
gboolean change_find_paths(const Crowding *crowding, const Routes *routes, guint32 channel, guint hops, Change *change);

/* How many couples of flows more meet after the change, weighted; below 0: fewer. O(hops x sources). */
gint64 change_price(const Crowding *crowding, const Change *change);

/* Whether some channel of the new path would have more than `most` routes of hosts. O(hops). */
gboolean change_overloads(const Crowding *crowding, const Routes *routes, const Change *change, guint64 most);

/* Makes the change in `routes` with their loads, and in the tables of `crowding`. O(hops x sources). */
void change_make(Crowding *crowding, Routes *routes, const Change *change);

#endif
