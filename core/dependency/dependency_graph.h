/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Defines the channel dependency graph (dependency.h) and what reads it at the cost of a look. */
#ifndef SSSP_CORE_DEPENDENCY_DEPENDENCY_GRAPH_H
#define SSSP_CORE_DEPENDENCY_DEPENDENCY_GRAPH_H

#include "core/base/arena.h"
#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

#include <glib.h>

#define DEPENDENCY_NO_VL 255
#define DEPENDENCY_MAX_VLS 15
#define DEPENDENCY_WITNESS 16 /* vertices of a cycle that is remembered, at most */

typedef struct {
	const Graph *graph;
	const CdgTurns *turns; /* states by number: cdg_turn() */
	guint n_vls;
	guint32 n_vertices; /* channel c on VL v is vertex c * n_vls + v */
	guint32 words;      /* 64-bit words that a channel for each port of the widest switch takes */
	guint64 *next;      /* [n_vertices][words] bit i: on the i-th channel of the switch that the channel leads to */
	guint64 *previous; /* [n_vertices][words] bit i: from the reverse of the i-th channel of the switch it leaves */
	guint64 *refused;  /* [n_vertices][words] as `next`: closes a cycle */
	guint64 *fresh;    /* private: [n_vertices][words] as `next`: those in the log */
	guint8 *state_vl;  /* [states] VL, or DEPENDENCY_NO_VL; NULL with one VL */
	guint8 *sent_vl;   /* [n_channels] the same for packets of the switch's own ports; NULL with one VL */
	guint32 *place;    /* [n_vertices] place in the topological order, all different and below n_vertices */
	guint32 *at;       /* [n_vertices] private: the vertex at each place */
	const guint32 *began; /* [n_channels] the order of channels that it began with; NULL: by number */
	guint64 *log;         /* private: what was added since the last dependency_keep() */
	guint32 n_log, log_capacity;
	guint32 *seen, search;            /* private: scratch of searches */
	guint32 *after, *before, *parent; /* private: [n_vertices] met forward, backward; from which each was met */
	guint32 met_from, met_to;         /* the dependency over which both searches met */
	guint32 *pool;                    /* scratch: places that are shared out; vertices while it is sorted */
	guint64 *placed;                  /* [n_vertices / 64] bits of places, none between searches */
	guint32 n_after, n_before;
	guint32 *witness;    /* private: cycles that were found, DEPENDENCY_WITNESS words each (dependency_witness.c) */
	guint witness_shift; /* 32 less the bits that number them */
	gboolean lowest_first; /* new states get the lowest VL, not the highest, as they usually do */
	gboolean keeps_order;  /* refuse, without a search, what needs another order */
	guint32 few;           /* vertices after which a search ends if the other has ended; tests lower it */
	guint64 n_reorders;    /* changes of the order so far */
	guint64 visited;       /* vertices that searches visited so far */
	guint64 n_refused;     /* dependencies refused so far */
	Arena *arena;          /* private: holds the arrays */
} DependencyGraph;

/* The order can be changed; or a cycle would close, with dependencies of the log in it or only with kept ones. */
typedef enum { ORDER_FITS, ORDER_CYCLE, ORDER_KEPT_CYCLE } OrderAnswer;

static inline guint32 dependency_vertex(const DependencyGraph *deps, guint32 c, guint vl)
{
	return c * deps->n_vls + vl;
}

/* The VL of packets that came over channel b and leave by channel c, DEPENDENCY_NO_VL: no route has that state. O(1) */
static inline guint dependency_state_vl(const DependencyGraph *deps, guint32 b, guint32 c)
{
	return deps->state_vl ? deps->state_vl[cdg_turn(deps->turns, b, c)] : 0;
}

/* The same for packets of the switch's own ports. */
static inline guint dependency_sent_vl(const DependencyGraph *deps, guint32 c)
{
	return deps->sent_vl ? deps->sent_vl[c] : 0;
}

/* Whether channel c on this VL depends on channel d, with the VL that the state (c, d) has. O(1). */
static inline gboolean dependency_has(const DependencyGraph *deps, guint32 c, guint vl, guint32 d)
{
	guint32 i = graph_channel_number(deps->graph, d);
	return deps->next[(gsize)dependency_vertex(deps, c, vl) * deps->words + i / 64] >> i % 64 & 1;
}

static inline void dependency_set_place(DependencyGraph *deps, guint32 x, guint32 place)
{
	deps->place[x] = place;
	deps->at[place] = x;
}

/* Whether the dependency of vertex x on a vertex of channel d is in the log, so that it may be taken back. O(1). */
static inline gboolean dependency_is_fresh(const DependencyGraph *deps, guint32 x, guint32 d)
{
	guint32 i = graph_channel_number(deps->graph, d);
	return deps->fresh[(gsize)x * deps->words + i / 64] >> i % 64 & 1;
}

#endif
