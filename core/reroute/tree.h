/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds the routes to one destination while they are changed: which cross a switch, and on which lanes. */
#ifndef SSSP_CORE_REROUTE_TREE_H
#define SSSP_CORE_REROUTE_TREE_H

#include "core/base/arena.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/lane_use.h"

#include <glib.h>

/* Whose routes must close no cycle: those of hosts among themselves, all that carry data. */
typedef enum { TREE_HOSTS, TREE_ALL, TREE_SCOPES } TreeScope;

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	Routes *routes;
	Layers *layers; /* unproven: pairs whose routes are on no lane; NULL: none */
	LaneUse *use;
	const Routes *previous; /* entries to prefer where one is missing: the previous ones */
	gboolean may_move;      /* entries of others change, and routes are longer, so that all keep their lanes */

	/* of the destination at hand */
	guint32 dest, target;
	const guint8 *near;           /* [n_switches] minimal hops */
	guint32 *next;                /* [n_switches] channel, GRAPH_NONE at the target and where an entry is missing */
	LaneMask *lanes[TREE_SCOPES]; /* [TreeScope][n_switches] lanes of the routes that cross the switch */
	guint64 *flow;                /* [n_switches] hosts whose route, to a host, crosses the switch */
	gboolean lifted;              /* routes->load is without this tree */
	guint32 *order;               /* [n_switches] scratch: switches, nearest first (careful_list()) */
	guint8 *tried, *on_path;      /* [n_channels], [n_switches] private to refill.c */
	guint64 path_steps;           /* the same: channels that it may still look at, in all */
	Arena *arena;                 /* private: holds the arrays */
} Tree;

/* All must outlive it. NULL with SSSP_ERROR_MEMORY. */
Tree *tree_new(const Graph *graph, const guint8 *hops, const Routes *previous, Routes *routes, Layers *layers,
	       LaneUse *use, GError **error);
void tree_free(Tree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Tree, tree_free)

/* Begins with the routes to a destination. O(switches x hops). */
void tree_begin(Tree *tree, guint32 dest);

/* Returns the load of channel c and of all on the path from there, which arrives. O(hops). */
guint64 tree_cost(const Tree *tree, guint32 c);

/*
 * Whether switch v may send by channel c, to a switch whose routes arrive, without a cycle in any lane on which routes
 * of `scope` cross v, and all channels from there have these lanes; the turns of that are in use from then on.
 */
gboolean tree_fits(Tree *tree, guint32 v, guint32 c, TreeScope scope);

/*
 * Adds a turn on all of these lanes. tree_add_before() adds the turns into channel c from each channel by which routes
 * of `scope` come to v, on those of the lanes that they are on. FALSE: one does not fit; those before it stay in use.
 */
gboolean tree_add_turn(Tree *tree, LaneMask lanes, guint32 in, guint32 c);
gboolean tree_add_before(Tree *tree, guint32 v, guint32 c, LaneMask lanes, TreeScope scope);

/* Sends all routes through v over channel c; tree_detach() takes them off again. Loads follow. O(hops). */
void tree_attach(Tree *tree, guint32 v, guint32 c);
void tree_detach(Tree *tree, guint32 v);

/* Takes the tree out of the loads while it changes (`lifted`), and puts it back. O(switches). */
void tree_lift(Tree *tree, gboolean lifted);

/*
 * Sends all routes through v over channel c although that closes a cycle: pairs on the lanes where it does are marked
 * as unproven, both directions; what the others use is in use from then on. FALSE with SSSP_ERROR_MEMORY. O(switches x
 * hops).
 */
gboolean tree_give_up(Tree *tree, guint32 v, guint32 c, GError **error);

/* ---- refill.c */

/*
 * Fills the missing entries of one destination, nearest switch first: the channel that is cheapest as P-SSSP counts it
 * (T. Hoefler et al. 2009, section III.A) among those that close no cycle; then among those that close none for hosts.
 * Pairs whose lane has no room for them are marked in layers->unproven. routes->load must be the loads of the entries
 * that are there; it is kept up. `*filled` grows by the number of entries. FALSE with SSSP_ERROR_MEMORY. O(switches x
 * hops + channels), and what cdg_add() takes.
 */
gboolean refill_dest(Tree *tree, guint32 dest, guint64 *filled, GError **error);

#endif
