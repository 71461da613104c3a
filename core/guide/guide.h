/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/guide: finds an order of the channels from the cables, before anything is routed. In the order in
 * which to read:
 *
 *   guide.h         the order that is found (below)
 *   guide.c         tries the methods and keeps the best order
 *   guide_sample    sampled destinations; how much of their traffic an order serves
 *   places          channels sorted by the keys that a method gives them, or by class
 *   roles           classes by the switches that a channel joins, for trees and other fabrics with levels
 *   twins           classes of parallel cables, halved
 *   dimensions      an order by dimension and direction, for grids, cubes and their like
 *   squares         which cables are of one dimension
 *   coordinates     where switches are in each dimension: in a row, in a ring, or all joined to all
 *   rings           how long rings are, and how far places on them are apart
 *   up_down         an order towards a root and then away from it, for all other fabrics
 *   class_paths     the sequences of classes that shortest paths have, as one small graph
 *   class_search    the order of the classes that serves most of them
 *   improve         improves an order channel by channel
 *   guide_lacks     switches to blame for pairs that an order leaves without a path
 *   guide_exits     channels reserved for switches that an order leaves without paths
 */

/*
 * Holds a guide: an order of all channels (a channel is one direction of a cable between switches) in which as many
 * pairs of hosts as possible keep a shortest path that ascends. A path ascends if each of its channels stands later in
 * the order than the one before. If the channels of all paths ascend in one order, their dependencies close no cycle,
 * so no credit loop (W. Dally, C. Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
 * 1987). core/choose makes the guide first, and P-SSSP then prefers paths that ascend in it. The order comes from the
 * cables alone: numbers of ports and GUIDs decide among equals only.
 */
#ifndef SSSP_CORE_GUIDE_GUIDE_H
#define SSSP_CORE_GUIDE_GUIDE_H

#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	guint32 *place; /* [n_channels] 0 .. n_channels - 1; a channel may be followed by those with a higher place */
	guint32 *rank;  /* [n_channels] as `place`, with equals where the order between channels does not matter */
	/*
	 * With has_other: a second order. It serves as many pairs of hosts, but loads channels more. In return it
	 * leaves fewer pairs of switches, at least one of them with hosts, without any ascending path. Without
	 * has_other: scratch.
	 */
	guint32 *other_place, *other_rank;
	gboolean has_other;
	guint n_classes;  /* of channels, or dimensions; 0 where switches or channels are ranked one by one */
	double covered;   /* part of the pairs of hosts, towards sampled switches, with a shortest path that ascends */
	const char *kind; /* the method: "roles", "dimensions", .. */
	Arena *arena;     /* private: holds the arrays */
} Guide;

/*
 * Returns the best order that the methods find: the one that covers most pairs; among equals the one that loads
 * channels less, then the one that leaves fewer pairs of switches without an ascending path, then the one with fewer
 * classes. `covered` counts pairs of hosts on two switches that have a path, and is 1 where there are none. All
 * switches with hosts are sampled where that is quick, else some. NULL with SSSP_ERROR_MEMORY; free with guide_free().
 * The same graph gives the same guide. O(channels) a sampled switch and order that is evaluated. Fabrics of up to some
 * hundreds of switches that no classes fit cost some tens of milliseconds more; where not all pairs can be served,
 * searches cost some thousand steps a channel.
 */
Guide *guide_new(const Graph *graph, GError **error);
/* Exchanges place and rank with those of the other order. O(1) */
void guide_swap(Guide *guide);
void guide_free(Guide *guide); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Guide, guide_free)

#endif
