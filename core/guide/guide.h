/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room guide: an order of the channels, found from the cables before anything is routed. In the order in which to
 * read:
 *
 *   guide.h         what is found (below)
 *   guide.c         the methods tried, the best kept
 *   guide_sample    destinations that stand for all; how much of their traffic an order serves
 *   places          channels sorted by what a method makes of each
 *   classes         channels by class: what joins alike
 *   roles           classes by what a channel joins, for trees and all that has levels
 *   twins           classes of parallel cables, halved
 *   dimensions      an order by dimension and direction, for grids, cubes and their like
 *   squares         which cables are of one dimension
 *   coordinates     where switches are in each: a row, a ring, all joined to all
 *   up_down         towards a root and away from it, for all else
 *   class_paths     the sequences of classes that shortest paths have, as one small graph
 *   class_search    the order of the classes that serves most of them
 *   union_find      disjoint sets of numbers
 *   improve         an order made better channel by channel
 *   guide_lacks     switches to blame for pairs that an order leaves without a path
 *   guide_exits     channels reserved for switches that an order leaves without paths
 */
/*
 * A path whose channels ascend in a total order of all channels depends on no channel before itself, so paths that all
 * ascend in one order close no cycle (W. Dally, C. Seitz, "Deadlock-Free Message Routing in Multiprocessor
 * Interconnection Networks", 1987). A guide is an order in which as many pairs of hosts as possible keep a shortest
 * path. It comes from the cables alone: numbers of ports and GUIDs decide among equals only.
 */
#ifndef SSSP_CORE_GUIDE_GUIDE_H
#define SSSP_CORE_GUIDE_GUIDE_H

#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	guint32 *place; /* [n_channels] 0 .. n_channels - 1; a channel may be followed by those with a higher place */
	guint32 *rank;  /* [n_channels] as `place`, with equals where the order between channels does not matter */
	/*
	 * With has_other: an order that serves as many pairs of hosts, and leaves fewer switches without an ascending
	 * path to or from hosts, but loads channels more. Else scratch.
	 */
	guint32 *other_place, *other_rank;
	gboolean has_other;
	guint n_classes; /* of channels, or dimensions; 0 where switches or channels are ranked one by one */
	double covered; /* part of the pairs of hosts with a shortest path that ascends, of those to sampled switches */
	const char *kind; /* the method: "roles", "dimensions", .. */
} Guide;

/*
 * The best that the methods find; of equals the one that loads channels less, then the one that leaves fewer switches
 * without ascending paths, then the one with fewer classes. `covered` counts pairs of hosts on two switches that have a
 * path, and is 1 where there are none; sampled are all switches with hosts where that is quick, else some. NULL with
 * SSSP_ERROR_MEMORY; free with guide_free(). The same graph gives the same guide. O(channels) a sampled switch and
 * order that is evaluated; fabrics that no classes fit, of up to some hundreds of switches, cost some tens of
 * milliseconds more, and searches where not all pairs can be served some thousand steps a channel.
 */
Guide *guide_new(const Graph *graph, GError **error);
/* Makes place and rank the other order, and the other one those. O(1) */
void guide_swap(Guide *guide);
void guide_free(Guide *guide); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Guide, guide_free)

#endif
