/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where lanes cut the rings of a torus: in each lane one switch of every ring is not gone straight through. A minimal
 * move passes at most half a ring less one switch between its ends, so it spoils the lanes whose cut lies there; the
 * moves of a path, one in each ring, must leave it one lane. Cuts are chosen for as few lanes as possible, by search;
 * two for each ring, half of it apart and in all combinations, always do.
 */
#ifndef SSSP_CORE_TORUS_GRID_CUTS_H
#define SSSP_CORE_TORUS_GRID_CUTS_H

#include <glib.h>

#define GRID_RINGS 8
#define GRID_LANES 8

typedef struct {
	guint n_lanes;
	guint32 at[GRID_RINGS][GRID_LANES]; /* position in a ring, by lane */
} GridCuts;

/*
 * For rings of `size` (each at least 4), with at most `most` lanes, 1 or more. FALSE when that or GRID_LANES is not
 * enough: then the cuts leave as few combinations of moves without a lane as were found.
 */
gboolean grid_cuts_find(const guint32 *size, guint rings, guint most, GridCuts *cuts);

#endif
