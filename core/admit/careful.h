/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the routes to one destination hop by hop, each admitted to a dependency graph before it is taken: what P-SSSP
 * falls back on where the routes that it would choose freely close a cycle.
 *
 * Level by level from the destination outward a switch takes, of its channels to switches that have a path already, the
 * one with the least cost that closes no cycle; a switch that finds none on its level is asked again on the next, so
 * its path is longer. A switch that sends nothing itself adds dependencies only when a path first goes through it, and
 * may choose another channel then. A switch that is left without a path has its neighbours' channels exchanged
 * (careful_repair.c).
 */
#ifndef SSSP_CORE_ADMIT_CAREFUL_H
#define SSSP_CORE_ADMIT_CAREFUL_H

#include "core/dependency/dependency.h"
#include "core/balance/balance.h"
#include "core/graph/bfs.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	DependencyGraph *deps;
	const Balance *balance;
	gboolean guided;        /* channels that fit the order as it stands come before less loaded ones */
	gboolean free_only;     /* take only what fits the order as it stands, or is there */
	gboolean makes_room;    /* others may take another channel of the same length; with more VLs than one */
	const guint8 *sends;    /* [n_switches] 1: packets to this destination start there; NULL: everywhere */
	const guint8 *previous; /* [n_switches] ports that cost less, so that most stay; NULL: none do */
	const Bfs *bfs; /* of the destinations that are routed, laid out, whose minimal channels spare looks; or NULL */
	guint32 dest, target;
	guint32 *next;    /* [n_switches] channel of the path, GRAPH_NONE at the target and without one */
	guint8 *hops;     /* [n_switches] of the path, GRAPH_FAR: none yet */
	guint64 *cost;    /* [n_switches] of the path */
	guint8 *active;   /* [n_switches] 1: packets go through, so its dependencies are in the graph */
	guint32 *woken;   /* [n_woken] switches that became active, in that order */
	guint32 *level;   /* private: [GRAPH_FAR] first switch with so many hops */
	guint32 *another; /* private: [n_switches] the next with as many */
	guint32 *in_vain; /* private: [n_channels] the last attempt in which nothing that came over it could go on */
	guint32 *asked;   /* private: [n_switches] number of the level that a switch was last asked on */
	guint32 *order;   /* scratch: [n_switches] */
	guint8 *scratch;  /* [n_switches] */
	guint32 n_woken, round, attempt;
	guint64 looked; /* at channels so far */
	guint64 most;   /* looks at channels and dependencies, after which nobody is moved any more; 0: no limit */
	Arena *arena;
} Careful;

/* `balance` and `deps` must outlive it. NULL with SSSP_ERROR_MEMORY. */
Careful *careful_new(const Balance *balance, DependencyGraph *deps, GError **error);
void careful_free(Careful *careful); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Careful, careful_free)

/*
 * Fills row[n_switches] for all that can reach the destination. `sends` as above; `kept` ([n_switches], or NULL: none)
 * marks switches whose entries stay, with all on their paths: their dependencies are in the graph. `repair`, without
 * `kept`: exchange channels where a switch is left without a path. FALSE, with the dependency graph and the row as they
 * were, when a switch that sends stays without one: it is careful->order[0]. What was added can be taken back
 * (dependency_mark()). O(channels x log) apart from what dependencies cost.
 */
gboolean careful_route(Careful *careful, guint32 dest, const guint8 *sends, const guint8 *kept, gboolean repair,
		       guint8 *row);

/*
 * Gives the switches list[n], nearest first, whose entries in the row do not count, others that the order has room for;
 * with `anew` any that close no cycle. All other entries lead to the destination, in hops[n_switches], and their
 * dependencies are there. FALSE, with the row and the graph as they were, if one finds none. The list's order changes.
 * O(n x channels of a switch) as a rule.
 */
gboolean careful_attach(Careful *careful, guint32 dest, const guint8 *hops, gboolean anew, guint32 *list, guint32 n,
			guint8 *row);

/*
 * Lists in order[n_switches] all that a row leads to the destination, which is the first, each after the one its path
 * goes on to; hops[n_switches] gets theirs, GRAPH_FAR for the others. Returns how many. O(channels).
 */
guint32 careful_order(Careful *careful, guint32 dest, const guint8 *row, guint32 *order, guint8 *hops);

/* At channels and dependencies so far. */
static inline guint64 careful_looks(const Careful *careful)
{
	return careful->looked + careful->deps->visited;
}

/* Whether the looks have ended. */
static inline gboolean careful_is_over(const Careful *careful)
{
	return careful->most && careful_looks(careful) > careful->most;
}

/* ---- careful_step.c, for careful.c and careful_repair.c */

/* What was added to the graph, and who became active, can be undone down to such a mark. */
typedef struct {
	guint32 log, woken;
} CarefulMark;

CarefulMark careful_mark(const Careful *careful);
gboolean careful_return(Careful *careful, CarefulMark mark); /* always FALSE */

/*
 * Sends packets by channel b, and on from the switch that it leads to. FALSE: closes a cycle; what was added stays.
 * O(turns x hops) apart from what dependencies cost.
 */
gboolean careful_go(Careful *careful, guint32 b);

/* A switch takes a channel; what is added, and who becomes active, is undone when that closes a cycle. */
gboolean careful_take(Careful *careful, guint32 w, guint32 b);

/* Notes a switch on its level, and by a channel that it has taken with the cost of its path. */
void careful_enter(Careful *careful, guint32 w, guint hops);
void careful_settle(Careful *careful, guint32 w, guint32 b);

/* Whether the path from switch v comes through w: after a repair hops do not tell. */
gboolean careful_comes_through(const Careful *careful, guint32 v, guint32 w);

/* ---- careful_repair.c, for careful.c: FALSE where no neighbour can take another channel */

gboolean careful_repair(Careful *careful, guint32 w);
/* Has the neighbour over channel b of w take another channel that is as near, and w go by it. FALSE: there is none. */
gboolean careful_make_room(Careful *careful, guint32 w, guint32 b);

#endif
