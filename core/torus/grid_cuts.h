/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the cuts of a torus: in each lane, one switch of every ring that no route of the lane goes straight through
 * along the ring, so that the lane has no cycle round it. A move along a ring spoils the lanes that cut the ring at a
 * switch which the move goes straight through. The moves of a path, one in each ring, must leave it one lane.
 *
 * The cuts are a code. Lanes cut a ring only at a few switches, its positions. No shortest move goes straight through
 * two of them. (Of two directions of equal length a move takes the one with fewer positions: grid_cuts_passed().) A
 * lane is a word: a position for each ring. Whatever position each move passes, one word has to differ from these in
 * all rings. With more positions in each ring than there are rings, one lane more than rings suffices. Two positions in
 * each ring always suffice, with a lane for each of their combinations.
 */
#ifndef SSSP_CORE_TORUS_GRID_CUTS_H
#define SSSP_CORE_TORUS_GRID_CUTS_H

#include <glib.h>

#define GRID_RINGS 8
#define GRID_LANES 8

typedef struct {
	guint n_lanes;
	guint n_positions[GRID_RINGS];
	guint32 position[GRID_RINGS][GRID_LANES]; /* of a ring: where lanes cut it */
	guint32 at[GRID_RINGS][GRID_LANES];       /* the one at which a lane cuts the ring */
} GridCuts;

/*
 * Finds cuts for rings of `size` (each at least 4), with at most `most` lanes (`most` is 1 or more). FALSE when `most`
 * or GRID_LANES is not enough: then the cuts leave as few combinations of moves without a lane as were found. O(1) in
 * the size of fabrics.
 */
gboolean grid_cuts_find(const guint32 *size, guint rings, guint most, GridCuts *cuts);

/* How many positions a move upwards by `hops` from a place in a ring goes straight through. O(lanes). */
guint grid_cuts_passed(const GridCuts *cuts, guint ring, guint32 size, guint32 from, guint32 hops);

#endif
