/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps a channel dependency graph (Dally, Seitz: "Deadlock-Free Message Routing in Multiprocessor Interconnection
 * Networks", 1987): a node for each channel on each virtual lane, an edge from one to another when some packet may hold
 * the first while it waits for the second. Packets can deadlock only around a cycle.
 *
 * A channel can only be followed by channels that leave the switch it leads to, so a node's edges are a short row of
 * bits: one for each lane of each channel of that switch. Cycles are found by Tarjan's strongly connected components,
 * without recursion.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_DEPENDENCIES_H
#define SSSP_EVALUATOR_DEADLOCK_DEPENDENCIES_H

#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	const Paths *paths;
	guint n_lanes;
	guint32 n_nodes; /* n_channels * n_lanes; node = channel * n_lanes + lane */
	gsize *offset;   /* [n_channels] first word of the channel's first lane */
	guint32 *words;  /* [n_channels] words of each of its lanes */
	guint64 *bits;
	gsize n_words;
} Dependencies;

/* A graph without edges. `paths` must outlive it. NULL with SSSP_ERROR_MEMORY. */
Dependencies *dependencies_new(const Paths *paths, guint n_lanes, GError **error);
void dependencies_free(Dependencies *dependencies); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Dependencies, dependencies_free)

/* Adds the edge from -> to; the channel of `to` must leave the switch that the channel of `from` leads to. O(1). */
void dependencies_add(Dependencies *dependencies, guint32 from, guint32 to);

/* The lowest successor of `node` that is >= `at`; G_MAXUINT32 when there is none. */
guint32 dependencies_next(const Dependencies *dependencies, guint32 node, guint32 at);

/*
 * For each node the number of its cycle knot (strongly connected component with a cycle), 0 when it is on no cycle;
 * free with g_free(). Numbers are arbitrary but always the same. NULL with SSSP_ERROR_MEMORY. O(nodes + edges).
 */
guint32 *dependencies_knots(const Dependencies *dependencies, GError **error);

/*
 * A shortest cycle through the lowest node that is on one, as an array of guint32 nodes, each depending on the next and
 * the last on the first; of length 0 when there is none. NULL with SSSP_ERROR_MEMORY.
 */
GArray *dependencies_cycle(const Dependencies *dependencies, const guint32 *knots, GError **error);

#endif
