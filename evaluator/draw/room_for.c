/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds room for words and marks in a picture. A new rectangle is compared with all that are taken, as a picture has
 * some dozens of boxes and marks. On a line places near its middle are tried first.
 */
#include "evaluator/draw/room_for.h"

gboolean room_take(GArray *taken, Room room)
{
	for (guint i = 0; i < taken->len; i++) {
		const Room *other = &g_array_index(taken, Room, i);
		if (room.left < other->right && other->left < room.right && room.top < other->bottom &&
		    other->top < room.bottom)
			return FALSE;
	}
	g_array_append_val(taken, room);
	return TRUE;
}

void room_point(const gdouble from[2], const gdouble to[2], gdouble bend, gdouble at, gdouble point[2])
{
	for (guint i = 0; i < 2; i++)
		point[i] = from[i] + at * (to[i] - from[i]);
	point[1] -= 4 * at * (1 - at) * bend;
}

gdouble room_on_line(GArray *taken, const gdouble from[2], const gdouble to[2], gdouble bend, gdouble width,
		     gdouble height)
{
	for (guint step = 0; step <= 20; step++) {
		gdouble at = 0.5 + (step % 2 ? -1.0 : 1.0) * ((step + 1) / 2) * 0.04, point[2];
		room_point(from, to, bend, at, point);
		if (room_take(taken, (Room){point[0] - width / 2, point[1] - height / 2, point[0] + width / 2,
					    point[1] + height / 2}))
			return at;
	}
	return -1;
}
