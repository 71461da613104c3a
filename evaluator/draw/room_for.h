/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the rectangles of a picture that are taken, and finds room for more. */
#ifndef SSSP_EVALUATOR_DRAW_ROOM_FOR_H
#define SSSP_EVALUATOR_DRAW_ROOM_FOR_H

#include <glib.h>

typedef struct {
	gdouble left, top, right, bottom;
} Room;

/* Takes a rectangle. FALSE: it overlaps with one in `taken` (an array of Room), and is not taken. O(taken). */
gboolean room_take(GArray *taken, Room room);

/*
 * Takes room for a mark of that size, its centre on a line; returns where on the line (0 .. 1) that is. Places near the
 * middle are tried first. Negative: there is no room.
 */
gdouble room_on_line(GArray *taken, const gdouble from[2], const gdouble to[2], gdouble bend, gdouble width,
		     gdouble height);

/* The point of a line that is bent upwards by so much in its middle. */
void room_point(const gdouble from[2], const gdouble to[2], gdouble bend, gdouble at, gdouble point[2]);

#endif
