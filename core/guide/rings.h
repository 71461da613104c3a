/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds rings among the places that switches of a product have so far, as coordinates.h gives them. */
#ifndef SSSP_CORE_GUIDE_RINGS_H
#define SSSP_CORE_GUIDE_RINGS_H

#include "core/guide/squares.h"

#include <glib.h>

#define COORDINATES_MOST 16 /* dimensions */

typedef struct {
	gint16 at[COORDINATES_MOST];
} Place;

/*
 * Returns the length of rings in dimension d that most cables between switches with a place show, if they are about one
 * for each ring, or a quarter of that where cables are lost. 0: the dimension is no ring. place[n_switches] counts where
 * placed[n_switches] is 1; cables[n_switches + 1] is scratch. O(neighbours of all switches x dimensions).
 */
guint32 rings_length(const Squares *squares, const Place *place, const guint8 *placed, guint d, guint32 *cables);

/*
 * Returns by how many steps two places of n dimensions are apart, the shorter direction around rings: ring[n] is their
 * length, 0 in a row. O(n).
 */
guint rings_steps_between(guint n, const guint32 *ring, const Place *a, const Place *b);

#endif
