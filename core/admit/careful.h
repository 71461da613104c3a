/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the routes to one destination hop by hop. Each hop enters a dependency graph (which channel waits for which)
 * before it is taken, and is taken only if it closes no cycle there. P-SSSP falls back on this where the routes that it
 * would choose freely close a cycle.
 *
 * Switches get their paths level by level, from the destination outward; a level is all switches with the same number
 * of hops. Of its channels to switches of a level, a switch takes the one with the least cost that closes no cycle. A
 * switch that finds none is asked again when the next level is complete, so its path gets longer. A switch that sends
 * nothing itself adds no dependencies until a path first goes through it; then it may still choose another channel. For
 * a switch that is left without a path, a neighbour takes another channel (careful_repair.c).
 * careful_attach() gives paths to a few switches beside routes that are there.
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
	gboolean guided;     /* channels that fit the graph's present order come before less loaded ones */
	gboolean free_only;  /* take only channels whose dependencies are there or fit the graph's present order */
	gboolean makes_room; /* neighbours may take another channel of the same length; only with several VLs */
	const guint8 *avoid; /* [n_switches] 1: lacks paths within the order; others go past it if they can; or NULL */
	const guint8 *sends; /* [n_switches] 1: packets to this destination start there; NULL: in careful_attach() */
	const guint8
		*previous; /* [n_switches] ports of the previous routing, which come first; NULL, as with free_only */
	const Bfs *bfs;    /* laid out for `target`: its minimal channels spare looks at others; or NULL */
	guint32 dest, target; /* the destination at hand, and its switch */
	guint32 *next;        /* [n_switches] first channel of the path, GRAPH_NONE at the target and without a path */
	guint8 *hops;         /* [n_switches] hops of the path, GRAPH_FAR: none yet */
	guint64 *cost;        /* [n_switches] sum of the path's channel weights */
	guint8 *active;       /* [n_switches] 1: packets cross the switch, and their dependencies are in the graph */
	guint32 *woken;       /* [n_woken] switches that became active, in that order */
	guint32 *level;   /* private: [GRAPH_FAR + 1] by hops: the first switch in the level's list, or GRAPH_NONE */
	guint32 *another; /* private: [n_switches] the next switch in the list of its level, or GRAPH_NONE */
	guint32 *in_vain; /* private: [n_channels] the last attempt in which packets over it could not go on */
	guint32 *asked;   /* private: [n_switches] the round in which a switch was last asked */
	guint64 *key;     /* private: [n_switches] keys of channels, in ask_free() */
	guint32 *order;   /* scratch: [n_switches] */
	guint8 *scratch;  /* [n_switches] */
	/* private, the last two: how many levels were asked; how many times careful_add_path() was called */
	guint32 n_woken, round, attempt;
	guint64 looked; /* looks at channels so far */
	guint64 most;   /* looks at channels and dependencies after which careful_is_over(); 0: no limit */
	Arena *arena;
} Careful;

/* `balance` and `deps` must outlive the result; `deps` may be set later. NULL with SSSP_ERROR_MEMORY. */
Careful *careful_new(const Balance *balance, DependencyGraph *deps, GError **error);
void careful_free(Careful *careful); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Careful, careful_free)

/*
 * Fills row[n_switches] with entries of all switches that can reach the destination. `sends` ([n_switches], not NULL)
 * marks the switches that packets to it start at. `kept` ([n_switches], or NULL: none) marks switches whose entries
 * stay, and all switches on their paths: their dependencies are in the graph already. `repair`: where a switch is left
 * without a path neighbours take other channels, those that `kept` marks, too. TRUE: the caller may still take back
 * what was added (dependency_mark()). FALSE, with the dependency graph and the row as before, when a switch that sends
 * stays without a path; careful->order[0] is that switch. O(channels x log) apart from what dependencies cost.
 */
gboolean careful_route(Careful *careful, guint32 dest, const guint8 *sends, const guint8 *kept, gboolean repair,
		       guint8 *row);

/*
 * Gives the switches list[n] (nearest first, changed) new entries in the row, whose dependencies fit the order of the
 * graph, or with `anew` close no cycle. All other entries lead to the destination in hops[n_switches] hops, and their
 * dependencies are in the graph; with `anew` and careful->avoid they may change to others with as many hops. FALSE,
 * with the row and the graph as before, if a switch of the list finds no entry. O(n x channels of a switch) as a rule.
 */
gboolean careful_attach(Careful *careful, guint32 dest, const guint8 *hops, gboolean anew, guint32 *list, guint32 n,
			guint8 *row);

/*
 * Lists in order[n_switches] the switches whose paths in a row lead to the destination: its own switch first, each
 * other one after the next switch on its path. Fills hops[n_switches] with their hops, GRAPH_FAR for all others.
 * Returns how many are listed. O(switches), times hops where rows lead nowhere.
 */
guint32 careful_order(Careful *careful, guint32 dest, const guint8 *row, guint32 *order, guint8 *hops);

/* Lists in order[n_switches] the switches by hops[n_switches], without those at GRAPH_FAR; how many. O(switches). */
guint32 careful_list(const Graph *graph, const guint8 *hops, guint32 *order);

/* Returns the looks at channels and dependencies so far. */
static inline guint64 careful_looks(const Careful *careful)
{
	return careful->looked + careful->deps->visited;
}

/* Whether more looks were taken than careful->most allows. */
static inline gboolean careful_is_over(const Careful *careful)
{
	return careful->most && careful_looks(careful) > careful->most;
}

/* ---- careful_step.c, for the other files */

/* A state to return to: how many entries the graph's log has, and how many switches became active. */
typedef struct {
	guint32 log, woken;
} CarefulMark;

CarefulMark careful_mark(const Careful *careful);
/*
 * Takes back the dependencies that were added since the mark, and the switches that became active since. Always returns
 * FALSE, so that a caller that fails can return what this returns.
 */
gboolean careful_return(Careful *careful, CarefulMark mark);

/*
 * Adds the dependencies of packets that channel b's switch sends over b and on along the next switch's path. FALSE: one
 * closes a cycle; those added before it stay until careful_return(). O(turns x hops) apart from what dependencies cost.
 */
gboolean careful_add_path(Careful *careful, guint32 b);

/* Enters switch w, whose path has so many hops, in the list of its level. */
void careful_enter(Careful *careful, guint32 w, guint hops);
/* Enters channel b as the first one of switch w's path, with its cost and hops, and w in the list of its level. */
void careful_settle(Careful *careful, guint32 w, guint32 b);
/*
 * The same, after adding the dependencies of w's packets if it sends, which makes it active. FALSE, with all as before:
 * they close a cycle.
 */
gboolean careful_take(Careful *careful, guint32 w, guint32 b);

/* Whether the path from switch v comes through w: after a repair hops do not tell. */
gboolean careful_comes_through(const Careful *careful, guint32 v, guint32 w);

/* Whether the path from switch v crosses none of careful->avoid, which must be there. */
gboolean careful_is_clear(const Careful *careful, guint32 v);

/* ---- careful_repair.c, for careful.c and careful_attach.c */

/*
 * Gives switch w a path by having one of its neighbours take another channel, with a path that may be longer. FALSE,
 * with nothing changed: no neighbour can.
 */
gboolean careful_repair(Careful *careful, guint32 w);
/*
 * Gives switch w a path over its channel b by having the switch at b's end take another channel to a switch that is as
 * near to the target; with `clear` its path then has to be clear (careful_is_clear()). FALSE, with nothing changed:
 * there is none.
 */
gboolean careful_make_room(Careful *careful, guint32 w, guint32 b, gboolean clear);

#endif
