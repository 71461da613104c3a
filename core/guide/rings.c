/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds how long the rings of a product are, and how far places on them are apart. Coordinates are counted on around a
 * ring, past the first switch, so a cable between places that are far apart shows where it closes.
 */
#include "core/guide/rings.h"

#include <stdlib.h>
#include <string.h>

/*
 * Returns the length that two neighbours show rings in dimension d to have, 0: none. Either their cable closes a ring;
 * or it is of another dimension, and one of them was counted on once around the ring.
 */
static guint ring_of(guint n, const Place *from, const Place *to, guint d)
{
	guint far = (guint)abs(from->at[d] - to->at[d]), aside = 0;
	for (guint e = 0; e < n; e++)
		aside += e == d ? 0 : (guint)abs(from->at[e] - to->at[e]);
	if (far >= 2 && aside == 0)
		return far + 1;
	return far >= 3 && aside == 1 ? far : 0;
}

guint32 rings_length(const Squares *squares, const Place *place, const guint8 *placed, guint d, guint32 *cables)
{
	guint32 best = 0, n = squares->graph->n_switches;
	memset(cables, 0, (n + 1) * sizeof *cables);
	for (guint32 v = 0; v < n; v++)
		for (guint32 k = squares->first[v]; placed[v] && k < squares->first[v + 1]; k++) {
			guint32 u = squares->side[k].neighbour;
			guint length = placed[u] ? ring_of(squares->n, &place[v], &place[u], d) : 0;
			if (v < u && length && length <= n)
				cables[length]++;
		}
	for (guint32 length = 3; length <= n; length++)
		best = cables[length] > cables[best] ? length : best;
	return best && 4 * (guint64)cables[best] * best >= n ? best : 0;
}

guint rings_steps_between(guint n, const guint32 *ring, const Place *a, const Place *b)
{
	guint apart = 0;
	for (guint d = 0; d < n; d++) {
		guint far = (guint)abs(a->at[d] - b->at[d]), round = ring[d] ? far % ring[d] : far;
		apart += ring[d] ? MIN(round, ring[d] - round) : far;
	}
	return apart;
}
