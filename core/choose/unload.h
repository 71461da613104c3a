/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves routes from channels that are overloaded because the choice of lanes left no better paths. Finished routes and
 * their lanes go in; each route keeps its lane, and its new path is no longer and closes no cycle there. by_sl_best.c
 * calls it for routes that were chosen for their lanes, level_lane.c for routes on one lane.
 */
#ifndef SSSP_CORE_CHOOSE_UNLOAD_H
#define SSSP_CORE_CHOOSE_UNLOAD_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * Moves routes of hosts off the fullest channels, where the highest load is clearly above `plain`, the highest load of
 * P-SSSP's routes without regard to lanes. No route gets longer, no lane gets a cycle. A path is taken when the sum of
 * the fourth powers of the loads on it is less, without the routes of its destination. The lane of each pair stays; a
 * tree that multicast can have is in layers->tree afterwards. FALSE with SSSP_ERROR_MEMORY. O(LIDs x switches x hops) a
 * round, of which there are a few, within `most_looks` looks at channels, or UNLOAD_MOST_LOOKS if that is less.
 */
gboolean unload_full(const Graph *graph, const guint8 *hops, guint64 plain, guint64 most_looks, Routes *routes,
		     Layers *layers, GError **error);

/* A second's work at most. */
#define UNLOAD_MOST_LOOKS 50000000

/* The same round by round, for a caller who looks at the routes in between. */
typedef struct Unload Unload;

/*
 * Begins with these routes, which rounds change; the caller may put back routes that were there before. Until
 * unload_free() all belong to it; layers->tree is as for unload_full(). All rounds together have one limit of looks. On
 * one lane layers->layer is there in the meantime. NULL with SSSP_ERROR_MEMORY, or without `error` where a lane has a
 * cycle. O(switches x LIDs + lanes x turns).
 */
Unload *unload_new(const Graph *graph, const guint8 *hops, Routes *routes, Layers *layers, GError **error);
void unload_free(Unload *unload); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Unload, unload_free)

/*
 * Moves single switches off channels with a load above `most`, while the other routes to the same destination stay, so
 * that these spread over several channels. O(full channels x LIDs + LIDs that cross them x switches x hops).
 */
void unload_round(Unload *unload, guint64 most);

/* Whether the limit of looks is reached, so that further rounds do nothing. */
gboolean unload_is_spent(const Unload *unload);

#endif
