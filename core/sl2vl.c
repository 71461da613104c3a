/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/error.h"
#include "core/search.h"
#include "core/sl.h"

#include <string.h>

static const SlMap identity = {.vl = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

/* Appends a map and returns its number, or -1 when memory is short. */
static gint add_map(Sl2vl *t, const SlMap *map)
{
	if (t->n_maps == t->maps_room) {
		guint32 room = MAX(16, t->maps_room * 2);
		SlMap *grown = room > G_MAXUINT16 + 1u ? NULL : g_try_renew(SlMap, t->maps, room);
		if (!grown)
			return -1;
		t->maps = grown;
		t->maps_room = room;
	}
	t->maps[t->n_maps] = *map;
	return (gint)t->n_maps++;
}

Sl2vl *sl2vl_new(guint32 n_switches, const guint64 *guid, const guint8 *n_ports, GError **error)
{
	Sl2vl *t = g_new0(Sl2vl, 1);
	gsize entries = 0;
	t->n_switches = n_switches;
	t->guid = g_try_new(guint64, n_switches + 1);
	t->first = g_try_new(guint32, n_switches + 1);
	t->n_ports = g_try_new(guint8, n_switches + 1);
	for (guint32 i = 0; t->guid && t->first && t->n_ports && i < n_switches; i++) {
		t->guid[i] = guid[i];
		t->n_ports[i] = n_ports[i];
		t->first[i] = (guint32)entries;
		entries += (n_ports[i] + 1u) * (n_ports[i] + 1u);
	}
	t->index = entries > G_MAXUINT32 ? NULL : g_try_new0(guint16, entries + 1);
	if (!t->guid || !t->first || !t->n_ports || !t->index || add_map(t, &identity) < 0) {
		sssp_error_memory(error, "SL to VL tables", entries * sizeof(guint16));
		sl2vl_free(t);
		return NULL;
	}
	return t;
}

void sl2vl_free(Sl2vl *t)
{
	if (!t)
		return;
	g_free(t->guid);
	g_free(t->first);
	g_free(t->n_ports);
	g_free(t->index);
	g_free(t->maps);
	g_free(t);
}

gssize sl2vl_find(const Sl2vl *t, guint64 guid)
{
	return search_guid(t->guid, t->n_switches, guid);
}

gboolean sl2vl_set(Sl2vl *t, guint32 sw, guint in, guint out, const SlMap *map, GError **error)
{
	gint number = -1;
	for (guint32 i = 0; i < t->n_maps && number < 0; i++)
		if (memcmp(&t->maps[i], map, sizeof *map) == 0)
			number = (gint)i;
	if (number < 0 && (number = add_map(t, map)) < 0)
		return sssp_error_memory(error, "SL to VL maps", (t->n_maps + 1) * sizeof(SlMap));
	t->index[t->first[sw] + in * (t->n_ports[sw] + 1u) + out] = (guint16)number;
	return TRUE;
}

const SlMap *sl2vl_get(const Sl2vl *t, guint32 sw, guint in, guint out)
{
	if (in > t->n_ports[sw] || out > t->n_ports[sw])
		return &identity;
	return &t->maps[t->index[t->first[sw] + in * (t->n_ports[sw] + 1u) + out]];
}
