/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps what a dependency graph should hold, beside the one under test: a byte for each dependency and state, no order,
 * no log. Cycles are found by a plain depth-first search. Shares no line with core/dependency.
 */
#ifndef SSSP_TESTS_CORE_DEPENDENCY_DEPENDENCY_SHADOW_H
#define SSSP_TESTS_CORE_DEPENDENCY_DEPENDENCY_SHADOW_H

#include "core/dependency/dependency.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	guint n_vls;
	guint32 n_vertices, width; /* width: channels of the widest switch */
	gsize n_bytes;
	guint8 *bytes; /* [n_bytes] the next three in a row: what a snapshot is */
	guint8 *has;   /* [n_vertices][width] 1: depends on the i-th channel of the switch that the channel leads to */
	guint8 *state; /* [n_channels][width] VL of packets that go on with it, or DEPENDENCY_NO_VL */
	guint8 *sent;  /* [n_channels] VL of the switch's own packets */
	guint32 *seen, *stack;
	guint32 search;
} Shadow;

Shadow *shadow_new(const Graph *graph, guint n_vls);
void shadow_free(Shadow *shadow);
void shadow_clear(Shadow *shadow);

static inline guint32 shadow_index(const Shadow *shadow, guint32 d)
{
	return d - shadow->graph->first[shadow->graph->from[d]];
}

static inline guint8 *shadow_dependency(const Shadow *shadow, guint32 c, guint vl, guint32 d)
{
	return &shadow->has[((gsize)c * shadow->n_vls + vl) * shadow->width + shadow_index(shadow, d)];
}

static inline guint8 *shadow_state(const Shadow *shadow, guint32 b, guint32 c)
{
	return &shadow->state[(gsize)b * shadow->width + shadow_index(shadow, c)];
}

/* Whether (c, vl) -> (d, VL of (c, d)), which is not there yet, closes a cycle. */
gboolean shadow_closes(Shadow *shadow, guint32 c, guint vl, guint32 d);

/* What of the dependency graph is not as it should be; NULL: nothing. */
const char *shadow_compare(Shadow *shadow, const DependencyGraph *deps);

#endif
