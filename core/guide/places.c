/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts channels by their keys, or by an order of their classes, and fills in the place and the rank of each. What is
 * sorted is one number for each channel: the key is its high part, the number of the channel its low part.
 */
#include "core/guide/places.h"

#include "core/base/number_sort.h"

void places_init(Places *places, const Graph *graph, Arena *arena)
{
	guint32 n = graph->n_channels;
	*places = (Places){.n = n,
			   .key = arena_new_array0(arena, guint64, n),
			   .place = arena_new_array(arena, guint32, n),
			   .rank = arena_new_array(arena, guint32, n),
			   .list = arena_new_array(arena, guint64, n),
			   .scratch = arena_new_array(arena, guint64, n)};
}

void places_sort(Places *places)
{
	for (guint32 c = 0; c < places->n; c++)
		places->list[c] = places->key[c] * places->n + c;
	number_sort(places->list, places->n, places->scratch);
	for (guint32 i = 0, first = 0; i < places->n; i++) {
		guint32 c = (guint32)(places->list[i] % places->n);
		first = i && places->list[i - 1] / places->n == places->list[i] / places->n ? first : i;
		places->place[c] = i;
		places->rank[c] = first;
	}
}

void places_by_class(Places *places, const Classes *classes, const guint8 *order)
{
	guint64 rank[CLASSES_MOST] = {0};
	for (guint i = 0; i < classes->n; i++)
		rank[order[i]] = i;
	for (guint32 c = 0; c < places->n; c++)
		places->key[c] = rank[classes->class[c]];
	places_sort(places);
}
