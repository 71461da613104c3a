/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the routes to one further LID of a port: from the destination outward each switch takes, of the channels that
 * the gate admits, the one on whose path the loads of the channels add up to least. Entries that another row gives come
 * before that.
 */
#ifndef SSSP_CORE_LMC_LMC_TREE_H
#define SSSP_CORE_LMC_LMC_TREE_H

#include "core/base/arena.h"
#include "core/lmc/lmc_gate.h"

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* [n_switches][n_switches] graph_hops() */
	Routes *routes;     /* rows of further LIDs are filled as they are routed */
	LmcGate *gate;
	guint64 *load;      /* [n_channels] routes of hosts to LIDs that are routed */
	gboolean detours;   /* paths may be longer where the shortest have channels of the path to the base LID */
	const Routes *kept; /* entries that stay if they can, ROUTE_NONE: none; or NULL */
	/* of the row at hand */
	const guint8 *model;        /* [n_switches] entries to take where that can be, after those in `kept`; or NULL */
	guint32 dest, target, base; /* base: destination of the port's base LID */
	guint round;                /* place of the LID among those of its port */
	guint32 *next;              /* [n_switches] channel of the path; GRAPH_NONE: the target, or none yet */
	guint8 *length;             /* [n_switches] hops of the path; GRAPH_FAR: none yet */
	guint64 *cost;              /* [n_switches] sum of the loads of the path's channels */
	guint8 *direct;             /* [n_switches] 1: the switch does not wait for a longer path */
	guint32 *given;         /* [n_switches] channel that the switch takes if the gate admits it; GRAPH_NONE: any */
	guint32 *stamp, stamps; /* [n_channels] scratch: `stamps` on the path of the switch at hand to the base LID */
	Arena *arena;
} LmcTree;

/* What it points to must outlive it. NULL with SSSP_ERROR_MEMORY. */
LmcTree *lmc_tree_new(const Graph *graph, const guint8 *hops, Routes *routes, LmcGate *gate, GError **error);
void lmc_tree_free(LmcTree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LmcTree, lmc_tree_free)

/*
 * Routes a destination, and adds its routes to the loads; the port's base LID must be routed. Where a switch finds no
 * channel that the gate admits, the destination has the base LID's row. O(switches x channels of one x hops), and what
 * dependencies cost.
 */
void lmc_tree_route(LmcTree *tree, guint32 dest);

/* Returns the load of a channel, more on a slow link for the same routes, 0 for a channel that does not count. O(1). */
static inline guint64 lmc_tree_weight(const LmcTree *tree, guint32 c)
{
	const Graph *g = tree->graph;
	if (g->ignored && g->ignored[c])
		return 0;
	return g->slowness ? tree->load[c] * g->slowness[c] / GRAPH_FASTEST : tree->load[c];
}

/* Adds the routes to a destination, which must be there, to the loads. O(switches x hops). */
void lmc_tree_count(LmcTree *tree, guint32 dest);

/*
 * Improves the routes to all further LIDs of hosts by a local search (lmc_improve.c); they must be in tree->routes,
 * admitted by the gate and counted in the loads. No path of hosts gets more than `more_hops` hops beyond the minimal
 * ones. Entries that the gate does not let move stay, and so do the tree's kept entries; load above `fullest` costs so
 * much that entries move away from such channels, and hardly ever to them. FALSE with SSSP_ERROR_MEMORY. O(LIDs x
 * switches x hops^2 x (LIDs of a port + channels of a switch)), and what dependencies cost.
 */
gboolean lmc_improve(LmcTree *tree, guint more_hops, guint64 fullest, GError **error);

#endif
