/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room admit: guard (below; guard_tree.c: a spanning tree in the graph, guard_marks.c: what finished routes use,
 * guard_rest.c: all that is no host's), careful (one destination hop by hop; careful_step.c: one hop; careful_repair.c:
 * the last means), squeeze (VLs for finished routes).
 *
 * Admits the routes of P-SSSP to a dependency graph, destination by destination, so that no cycle is ever in it.
 *
 * A tree is chosen as if it were free, and the dependencies of the hosts' routes in it are looked up: as a rule all are
 * there already. Those that are not are added from the destination outward; when one closes a cycle the tree is taken
 * back and the destination is routed with care (careful.h), and where that leaves a switch without a path, by the
 * spanning tree whose dependencies were in the graph from the start. Later passes keep the routes that a destination
 * has where the new ones are longer for more pairs.
 *
 * Routes that no host's packets take follow when those of hosts are final (guard_rest.c): aggregation nodes, management
 * ports. They never change a host's route, except where they can have no path beside them: then the caller begins again
 * with a spanning tree that joins them, too (guarded.c).
 */
#ifndef SSSP_CORE_ADMIT_GUARD_H
#define SSSP_CORE_ADMIT_GUARD_H

#include "core/dependency/dependency.h"
#include "core/balance/balance_run.h"
#include "core/admit/careful.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	Balance *balance; /* the caller's */
	CdgTurns *turns;
	DependencyGraph *deps;
	Careful *careful;
	const guint8 *near;   /* [n_switches][n_switches] hops (graph_hops()), the caller's */
	const guint32 *place; /* order that it began with */
	guint32 *by_number;   /* [n_channels] the order of channel numbers: where none is given */
	const guint32 *rank;  /* the same with equals; NULL: none */
	guint8 *sends;        /* [n_switches] 1: hosts are there */
	guint8 *unfit;        /* [n_dests] 1: its routes are not in the graph (squeeze.h) */
	guint8 *longer;       /* [n_dests] 1: not all of its routes are minimal */
	guint8 *in_tree;  /* [n_channels] 1: of the spanning tree, whose dependencies are in the graph; NULL: none */
	Routes **noted;   /* gets a copy of what guard_finish() has served before others have to move; or NULL */
	guint8 *unserved; /* [n_dests] 1: not among these, apart from hosts' paths; the caller's, or NULL */
	gboolean filled;  /* routes that came from elsewhere are there, on the highest VL: only `unserved` is left */
	gboolean ordered; /* the order of the graph is kept where a path can be had so */
	guint32 searched; /* switch whose last destination was routed with searches for another order; GRAPH_NONE: none */
	guint64 longer_there;                 /* hosts whose path to that destination is longer than it could be */
	guint64 n_longer, n_routed;           /* hosts with a longer path, over all destinations routed; these */
	guint tree_vl;                        /* of its states: 0 unless it is set before */
	guint8 *tree_room;                    /* [n_channels] for it */
	guint8 *row, *hops, *kept, *tree_row; /* scratch: [n_switches] */
	guint32 *missing;                     /* scratch: [n_switches] */
	guint32 n_careful;                    /* destinations routed with care */
	guint32 n_failed;                     /* of these: nothing was found, and there is no spanning tree */
	guint32 n_tree;                       /* of these: on the spanning tree */
	guint32 n_bent;                       /* hosts whose routes yielded to those of switches' own LIDs */
	gboolean given_up; /* the looks that careful->most allows did not suffice: nothing is complete */
	Arena *arena;
} Guard;

/* For so many VLs; `balance` must outlive it. NULL with SSSP_ERROR_MEMORY. O(channels x words). */
Guard *guard_new(Balance *balance, const guint8 *near, guint n_vls, GError **error);
void guard_free(Guard *guard); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Guard, guard_free)

/*
 * Begins a routing: an empty graph in the order place[n_channels] (NULL: any), rank[n_channels] if channels share
 * places there (or NULL), with the dependencies of the spanning
 * tree `in_tree` ([n_channels], copied; NULL: none). O(channels x words + dependencies of the tree).
 */
void guard_begin(Guard *guard, const guint32 *place, const guint32 *rank, const guint8 *in_tree);

/*
 * Adds the dependencies of guard->in_tree: all pairs of its channels at a switch, but for those that turn back. What is
 * sent over a channel to a leaf of the tree is in no pair. For guard_begin(). O(channels x degree).
 */
void guard_add_tree(Guard *guard);

/* Whether what fits the order comes first from now on. */
void guard_guide(Guard *guard, BalanceRun *run, gboolean guided);

/*
 * Routes a host's destination of the run's row (`bfs`), and admits it; `again`: it has a route, which is taken out
 * before. FALSE: it was left without routes (n_failed). O(minimal channels) as a rule.
 */
gboolean guard_route(Guard *guard, BalanceRun *run, const Bfs *bfs, guint32 dest, gboolean again, Routes *routes);

/* Whether a host was left without a path, or the looks have ended: the routes are not complete. */
static inline gboolean guard_is_stuck(const Guard *guard)
{
	return guard->n_failed || guard->given_up;
}

/* Whether the looks have ended. */
gboolean guard_gives_up(Guard *guard);

/* Drops what the routes of hosts do not use. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs). */
gboolean guard_prune(Guard *guard, const Routes *routes, GError **error);

/*
 * A copy to return to, with the routes of then: of the dependencies and what belongs to the routes. NULL with
 * SSSP_ERROR_MEMORY. O(vertices x words)
 */
Guard *guard_copy(const Guard *guard, GError **error);
void guard_take_over(Guard *guard, const Guard *from, const Routes *routes);

/*
 * Takes over routes that somebody else made, of hosts alone or to all that are not guard->unserved: their dependencies,
 * on the highest VL, so that who begins on the lowest comes before them, and what is longer among all rows. FALSE with
 * SSSP_ERROR_MEMORY, or without `error` when they close a cycle. O(switches x LIDs), and what dependencies cost.
 */
gboolean guard_fill(Guard *guard, const Routes *routes, GError **error);

/*
 * All that hosts do not need: free entries towards hosts, then routes to aggregation nodes and switches (guard_rest.c).
 * What is there and legal stays, with one VL.
 * Where some find no path at all, n_failed is set and nothing is complete; with a spanning tree that joins all
 * switches that cannot be. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs) as a rule.
 */
gboolean guard_finish(Guard *guard, Routes *routes, GError **error);

/*
 * Fills row[n_switches] with the spanning tree's paths to a destination. FALSE when there is no tree, or it lacks a
 * switch that sends (sends[n_switches]) and can reach the destination. O(channels).
 */
gboolean guard_take_tree(Guard *guard, guint32 dest, const guint8 *sends, guint8 *row);

/*
 * Adds dependencies by which a spanning tree joins all switches where no path in the order does, as far as they close
 * no cycle. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean guard_suggest_tree(Guard *guard, GError **error);

#endif
