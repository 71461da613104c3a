/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the channel dependency graph of one virtual lane without a cycle: vertices are channels, an edge a -> b says
 * that some route takes channel b right after channel a. A lane is free of credit loops exactly when this graph has no
 * cycle (W. Dally, C. Seitz 1987; applied to routes on lanes as in T. Hoefler et al. 2009, section III.D).
 *
 * A dependency a -> b is a turn at the switch that a leads to, so the possible ones are known: the routes that make it
 * are counted in count[first[a] + (b - graph->first[to(a)])]. The graph is kept acyclic as it grows: every
 * channel has a place in a topological order, and a new dependency that runs against the order is settled by
 * searching only the part of the order between its ends (D. Pearce, P. Kelly, "A Dynamic Topological Sort Algorithm
 * for Directed Acyclic Graphs", 2006).
 */
#ifndef SSSP_CORE_GRAPH_CDG_H
#define SSSP_CORE_GRAPH_CDG_H

#include "core/graph/graph.h"

#include <glib.h>

/* Numbers of the turns of a graph; all lanes share one. */
typedef struct {
	const Graph *graph;
	guint32 *first; /* [n_channels + 1] number of a channel's first turn; the last: number of turns */
	guint32 *base;  /* [n_channels] such that base[a] + b is the number of the turn from a into b; modulo 2^32 */
} CdgTurns;

CdgTurns *cdg_turns_new(const Graph *graph, GError **error); /* NULL with SSSP_ERROR_MEMORY */
void cdg_turns_free(CdgTurns *turns);                        /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CdgTurns, cdg_turns_free)

/* Number of the turn from channel a into channel b, which must leave the switch that a leads to. */
static inline guint32 cdg_turn(const CdgTurns *turns, guint32 a, guint32 b)
{
	return turns->base[a] + b;
}

typedef struct {
	const CdgTurns *turns;
	guint32 *count;          /* [turns] routes that make a turn */
	guint32 *place;          /* [n_channels] place in the topological order */
	guint32 *seen;           /* scratch: [n_channels] the side of the search that met a channel last */
	guint32 search_limit;    /* channels on each side that a search may look at before cdg_add() gives up; 0: all */
	guint64 looked;          /* channels that all searches looked at so far */
	guint32 search;          /* number of the latest search; each search uses two numbers, one for each side */
	guint32 *after, *before; /* scratch: [n_channels] each */
	guint64 *sorted, *scratch; /* scratch: [2 n_channels] each */
	guint32 n_after, n_before;
	gboolean closes;  /* the latest search met a cycle; FALSE where it was refused at its limit */
	guint8 *refused;  /* [turns / 8 + 1] bits: turns that close a cycle with what is kept; NULL: none known */
	guint32 n_trials; /* turns that may be taken back */
	gboolean remembers_limited; /* see cdg_try() */
	Arena *arena;               /* private: holds the arrays but `refused` */
} Cdg;

/* A graph without dependencies; `turns` must outlive it. NULL with SSSP_ERROR_MEMORY. */
Cdg *cdg_new(const CdgTurns *turns, GError **error);
void cdg_free(Cdg *cdg); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cdg, cdg_free)

/*
 * Adds one route's dependency of channel a on channel b. FALSE, with nothing changed, if it would close a cycle or its
 * search reached search_limit. O(1) when other routes make the turn already; else O(turns of the channels between the
 * two in the order).
 */
gboolean cdg_add(Cdg *cdg, guint32 a, guint32 b);

/*
 * Adds a turn that no route makes yet on trial: cdg_take_back() may take it out again until cdg_keep(). Kept turns are
 * never taken out, so a turn that closes a cycle while none is on trial is remembered, and refused in O(1) from then
 * on. With `remembers_limited` a turn that was refused at the limit of a search is remembered, too. FALSE if it is
 * refused.
 */
gboolean cdg_try(Cdg *cdg, guint32 a, guint32 b);
void cdg_take_back(Cdg *cdg, guint32 turn);
/* Keeps all turns that are on trial. */
static inline void cdg_keep(Cdg *cdg)
{
	cdg->n_trials = 0;
}

/*
 * Makes an empty graph hold the dependencies marked in `used` ([turns], nonzero: present). FALSE with
 * SSSP_ERROR_MEMORY, or without `error` when they have a cycle. O(turns).
 */
gboolean cdg_fill(Cdg *cdg, const guint8 *used, GError **error);

/* Sets the order of the channels in an empty graph: by key[n_channels], then by number. */
void cdg_arrange(Cdg *cdg, const guint32 *key);

/* Whether cdg_add() needs no search for channel b after channel a: a route makes the turn, or it is in order. O(1). */
static inline gboolean cdg_needs_no_search(const Cdg *cdg, guint32 a, guint32 b)
{
	return cdg->place[a] < cdg->place[b] || cdg->count[cdg_turn(cdg->turns, a, b)];
}

/* Takes one route's dependency out again; it must be there, and cdg_try() never have been used. O(1). */
void cdg_remove(Cdg *cdg, guint32 a, guint32 b);

/* Sets used[turns] to 1 at the turns of a tree ([n_channels] 1: of it, both directions), U-turns left out. O(turns). */
void cdg_mark_tree(const CdgTurns *turns, const guint8 *in_tree, guint8 *used);

/*
 * Whether the dependencies marked in `used` ([turns], nonzero: present) have no cycle: one topological sort,
 * O(turns). FALSE with `error` set when memory is short, without when there is a cycle.
 */
gboolean cdg_is_acyclic(const CdgTurns *turns, const guint8 *used, GError **error);

#endif
