/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Samples destinations (some of the switches with hosts), by which orders of the channels are compared: by the part of
 * the pairs of hosts with a shortest path that ascends in the order, by how evenly such paths load channels, and by how
 * many pairs of switches have no ascending path at all.
 */
#ifndef SSSP_CORE_GUIDE_GUIDE_SAMPLE_H
#define SSSP_CORE_GUIDE_GUIDE_SAMPLE_H

#include "core/graph/bfs.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	guint32 n;
	guint32 *target; /* [n] ascending */
	guint32 n_bare;
	guint32 *bare; /* [n_bare] the switches without hosts, ascending */
	guint64 pairs; /* of hosts, on two switches with a path, to these destinations */
	Bfs *bfs;      /* scratch */
	guint32 *best; /* scratch, [n_switches] */
	guint32 *at;   /* scratch, [n_channels] */
	guint64 *load; /* scratch, [n_channels] */
	guint64 *flow; /* scratch, [n_channels] */
	Arena *arena;  /* private: holds the arrays */
} GuideSample;

/* At most so many destinations; all where there are fewer. FALSE with SSSP_ERROR_MEMORY; clear it in any case. */
gboolean guide_sample_init(GuideSample *sample, const Graph *graph, guint32 most, GError **error);
void guide_sample_clear(GuideSample *sample);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(GuideSample, guide_sample_clear)

/*
 * Part of the pairs that have a shortest path whose channels ascend in place[n_channels] (distinct, below G_MAXUINT32),
 * 1 where there are no pairs. O(channels) a destination.
 */
double guide_sample_covered(GuideSample *sample, const guint32 *place);

/*
 * Returns how badly paths spread in an order: the fourth root of the sum of the fourth powers of all channels' loads.
 * One destination after the other, pairs take the least loaded channels of their shortest paths that ascend in
 * place[n_channels]; pairs without such a path do not count. O(channels x channels of a switch) a destination.
 */
double guide_sample_load(GuideSample *sample, const guint32 *place);

/* The switch without hosts that goes with destination i of the sample, evenly chosen; GRAPH_NONE: there is none. */
guint32 guide_sample_bare(const GuideSample *sample, guint32 i);

/*
 * Counts pairs of switches that no path of any length serves whose channels ascend in place[n_channels]. The
 * destination is a sampled one, or one without hosts (guide_sample_bare()); at least one of both switches has hosts.
 * O(channels) a destination.
 */
guint64 guide_sample_stranded(GuideSample *sample, const guint32 *place);

#endif
