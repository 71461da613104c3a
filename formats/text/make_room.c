/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Enlarges arrays by doubling, so that growing item by item copies each item about once. */
#include "formats/text/make_room.h"

#include "core/base/error.h"

#define FIRST_ROOM 64

gboolean make_room(gpointer array, gsize *room, gsize need, gsize item, GError **error)
{
	if (need <= *room)
		return TRUE;
	gsize bigger = MAX(MAX(*room * 2, need), FIRST_ROOM);
	gpointer *slot = array;
	gpointer grown = g_try_realloc_n(*slot, bigger, item);
	if (!grown)
		return sssp_error_memory(error, "what was read", bigger * item);
	*slot = grown;
	*room = bigger;
	return TRUE;
}
