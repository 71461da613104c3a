/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes and looks up the service levels (SLs) of paths: a flat table and a binary search for its rows. Makes SL to VL
 * tables: each different map of SLs to virtual lanes is stored once, and each pair of ports has the number of its map.
 * A sorted list of the maps finds the number of one that is there already.
 */
#include "core/tables/sl.h"

#include "core/base/error.h"
#include "core/base/guid_search.h"

#include <string.h>

PathSl *path_sl_new(guint32 n_sources, guint32 n_lids, GError **error)
{
	gsize entries = (gsize)n_sources * n_lids;
	g_autoptr(PathSl) sl = g_new0(PathSl, 1);
	sl->n_sources = n_sources;
	sl->n_lids = n_lids;
	sl->guid = g_try_new0(guint64, n_sources + 1);
	sl->sl = g_try_malloc(entries + 1);
	if (!sl->guid || !sl->sl)
		return sssp_error_memory_null(error, "service levels", entries);
	memset(sl->sl, SL_NONE, entries + 1);
	return g_steal_pointer(&sl);
}

void path_sl_free(PathSl *sl)
{
	if (!sl)
		return;
	g_free(sl->guid);
	g_free(sl->sl);
	g_free(sl);
}

const guint8 *path_sl_row(const PathSl *sl, guint64 guid)
{
	gssize row = sl ? guid_search(sl->guid, sl->n_sources, guid) : -1;
	return row < 0 ? NULL : sl->sl + (gsize)row * sl->n_lids;
}

/* ---- SL to VL tables */

static const SlMap identity = {.vl = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

/* Makes room for one more map. FALSE with SSSP_ERROR_MEMORY. */
static gboolean grow(Sl2vl *t, GError **error)
{
	guint32 capacity = MAX(16, t->maps_capacity * 2);
	if (t->n_maps < t->maps_capacity)
		return TRUE;
	if (capacity > G_MAXUINT16 + 1u)
		return sssp_error_set(error, SSSP_ERROR_MEMORY, "more than %u different SL to VL maps",
				      t->maps_capacity);
	SlMap *maps = g_try_renew(SlMap, t->maps, capacity);
	t->maps = maps ? maps : t->maps;
	guint16 *sorted = maps ? g_try_renew(guint16, t->sorted, capacity) : NULL;
	if (!sorted)
		return sssp_error_memory(error, "SL to VL maps", capacity * sizeof(SlMap));
	t->sorted = sorted;
	t->maps_capacity = capacity;
	return TRUE;
}

/* The number of a map, which is appended when it is new; -1 when there is no room. */
static gint number_of(Sl2vl *t, const SlMap *map, GError **error)
{
	guint32 low = 0, high = t->n_maps;
	while (low < high) {
		guint32 middle = low + (high - low) / 2;
		int order = memcmp(&t->maps[t->sorted[middle]], map, sizeof *map);
		if (order == 0)
			return t->sorted[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (!grow(t, error))
		return -1;
	memmove(t->sorted + low + 1, t->sorted + low, (t->n_maps - low) * sizeof *t->sorted);
	t->sorted[low] = (guint16)t->n_maps;
	t->maps[t->n_maps] = *map;
	return (gint)t->n_maps++;
}

Sl2vl *sl2vl_new(guint32 n_switches, const guint64 *guid, const guint8 *n_ports, GError **error)
{
	g_autoptr(Sl2vl) t = g_new0(Sl2vl, 1);
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
	if (!t->guid || !t->first || !t->n_ports || !t->index || number_of(t, &identity, NULL) < 0)
		return sssp_error_memory_null(error, "SL to VL tables", entries * sizeof(guint16));
	return g_steal_pointer(&t);
}

Sl2vl *sl2vl_of_fabric(const Fabric *fabric, GError **error)
{
	g_autofree guint64 *guid = g_try_new(guint64, fabric->n_switches + 1);
	g_autofree guint8 *n_ports = g_try_new(guint8, fabric->n_switches + 1);
	if (!guid || !n_ports)
		return sssp_error_memory_null(error, "SL to VL tables", fabric->n_switches * sizeof *guid);
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guid[i] = fabric->nodes[fabric->switches[i]].guid;
		n_ports[i] = fabric->nodes[fabric->switches[i]].n_ports;
	}
	return sl2vl_new(fabric->n_switches, guid, n_ports, error);
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
	g_free(t->sorted);
	g_free(t);
}

gssize sl2vl_find(const Sl2vl *t, guint64 guid)
{
	return guid_search(t->guid, t->n_switches, guid);
}

gboolean sl2vl_set(Sl2vl *t, guint32 sw, guint in, guint out, const SlMap *map, GError **error)
{
	gint number = number_of(t, map, error);
	if (number < 0)
		return FALSE;
	t->index[t->first[sw] + in * (t->n_ports[sw] + 1u) + out] = (guint16)number;
	return TRUE;
}

const SlMap *sl2vl_get(const Sl2vl *t, guint32 sw, guint in, guint out)
{
	if (in > t->n_ports[sw] || out > t->n_ports[sw])
		return &identity;
	return &t->maps[t->index[t->first[sw] + in * (t->n_ports[sw] + 1u) + out]];
}
