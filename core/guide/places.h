/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts the channels of a graph by a number for each, its key, and gives each channel its place in that order. Channels
 * with the same key also get the same rank. The methods that look for an order of the channels (guide.h) give keys, or
 * classes: sets of channels that stand together in the order.
 */
#ifndef SSSP_CORE_GUIDE_PLACES_H
#define SSSP_CORE_GUIDE_PLACES_H

#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	guint32 n;
	guint64 *key;            /* [n] the caller fills it; n times the highest must fit into 64 bits */
	guint32 *place;          /* [n] 0 .. n - 1, ascending with the keys, channels with the same key by number */
	guint32 *rank;           /* [n] the lowest place of all channels with the same key */
	guint64 *list, *scratch; /* private */
} Places;

/* Room for a graph's channels, from an arena, which says whether there was memory (arena_check()). */
void places_init(Places *places, const Graph *graph, Arena *arena);

/* Fills place and rank. O(n log n) */
void places_sort(Places *places);

#define CLASSES_MOST 16

typedef struct {
	guint n;       /* classes */
	guint8 *class; /* [n_channels] the class of each channel, below n */
} Classes;

/* Fills `places` by order[n], the classes, first to last. O(channels log channels). */
void places_by_class(Places *places, const Classes *classes, const guint8 *order);

#endif
