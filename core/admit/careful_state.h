/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Defines what the search of routes hop by hop (careful.h) works on: the tree of the destination at hand. */
#ifndef SSSP_CORE_ADMIT_CAREFUL_STATE_H
#define SSSP_CORE_ADMIT_CAREFUL_STATE_H

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

#endif
