/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_TEXT_MAKE_ROOM_H
#define SSSP_FORMATS_TEXT_MAKE_ROOM_H

#include <glib.h>

/*
 * Makes `*array` hold at least `need` items of `item` bytes, by doubling. FALSE with SSSP_ERROR_MEMORY. Arrays that
 * grow with the input use this in place of GArray, whose allocator ends the program when memory is short.
 */
gboolean make_room(gpointer array, gsize *room, gsize need, gsize item, GError **error);

#endif
