/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes one change: at one switch the route to one destination leaves by another channel, and with it goes all that
 * comes by that switch. Where the new path meets the old one the change ends: the two have no channel in common.
 */
#ifndef SSSP_CORE_OPTIMIZE_CHANGE_H
#define SSSP_CORE_OPTIMIZE_CHANGE_H

#include "core/optimize/crowding.h"

#include <glib.h>

typedef struct {
	guint32 i, at;     /* the destination, of flows->dest; the switch */
	guint32 n_sources; /* switches whose routes come by: `at` first, each after the one that it leads to */
	guint32 *source;   /* [n_switches] */
	guint32 *arrival;  /* [n_switches] the channel by which a source comes to `at`, of it itself GRAPH_NONE */
	guint32 n_old, n_new;
	guint32 old_path[GRAPH_FAR], new_path[GRAPH_FAR]; /* channels from `at` on */
	guint32 *moved; /* [n_moved] rounds of the flows that go with it, ascending, where these are known */
	guint32 n_moved;
	guint32 after; /* the channel by which both go on from where they meet, GRAPH_NONE: that is the destination */
} Change;

/* For any change of these. FALSE with SSSP_ERROR_MEMORY; clear it in any case. */
gboolean change_init(Change *change, const Crowding *crowding, GError **error);
void change_clear(Change *change);

/* Finds who comes by a switch. O(sources x ports). */
void change_begin(const Crowding *crowding, const Routes *routes, guint32 i, guint32 at, Change *change);

/*
 * Both paths if the route leaves by `channel`, which is not the one it has. FALSE where the new path would not arrive
 * within `hops`, from the switch on. O(hops).
 */
gboolean change_find_paths(const Crowding *crowding, const Routes *routes, guint32 channel, guint hops, Change *change);

/* How many couples more there would be, weighted. O(hops x sources). */
gint64 change_price(const Crowding *crowding, const Change *change);

/* Whether the new path would get a channel more than `most` routes of hosts. O(hops). */
gboolean change_overloads(const Crowding *crowding, const Routes *routes, const Change *change, guint64 most);

/* Makes it so: tables, routes and their loads. O(hops x sources). */
void change_make(Crowding *crowding, Routes *routes, const Change *change);

#endif
