/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds a GUID in an ascending array by binary search; GUIDs are the key of every table with one row a node. */
#ifndef SSSP_CORE_BASE_GUID_SEARCH_H
#define SSSP_CORE_BASE_GUID_SEARCH_H

#include <glib.h>

/* Position of `guid` in guids[0 .. n), ascending, or -1. O(log n). */
static inline gssize guid_search(const guint64 *guids, guint32 n, guint64 guid)
{
	guint32 low = 0, high = n;
	while (low < high) {
		guint32 middle = low + (high - low) / 2;
		if (guids[middle] < guid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && guids[low] == guid ? (gssize)low : -1;
}

#endif
