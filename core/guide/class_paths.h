/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the sequences of classes that the shortest paths to the sampled destinations have, as a graph of states
 * without cycles. A class is a set of channels that stand together in an order of the channels (places.h). Switches
 * from which paths to a destination go on alike share a state: the set of their steps, each of which is the class of a
 * minimal channel and the state that the channel leads to. In a regular fabric there are few states, so class_search.c
 * can evaluate an order of the classes in microseconds.
 */
#ifndef SSSP_CORE_GUIDE_CLASS_PATHS_H
#define SSSP_CORE_GUIDE_CLASS_PATHS_H

#include "core/guide/guide_sample.h"
#include "core/guide/places.h"

#include <glib.h>

typedef struct {
	guint32 n_channels;         /* of the graph */
	guint32 n;                  /* states; state 0 is the destination, the others come after those they lead to */
	guint32 *first;             /* [n + 1] */
	guint32 *step;              /* [first[n]] state that a step leads to << 4 | class */
	guint64 *weight;            /* [n] pairs of hosts that begin there */
	guint64 *bare;              /* [n] pairs of switches, hosts on one of them only, that begin there */
	guint64 pairs;              /* of hosts, of all states */
	guint64 hops[CLASSES_MOST]; /* to the destination, summed over the minimal channels of a class */
	guint64 used[CLASSES_MOST]; /* minimal channels of a class */
} ClassPaths;

/*
 * Collects the paths to as many sampled destinations as there is room for states (`pairs` says how many pairs that
 * are), at least one where there are any; with `to_bare` also to switches without hosts, one for every other
 * destination. The arrays are from an arena. FALSE with SSSP_ERROR_MEMORY. O(minimal channels) a destination.
 */
gboolean class_paths_init(ClassPaths *paths, GuideSample *sample, const Classes *classes, gboolean to_bare,
			  Arena *arena, GError **error);

#endif
