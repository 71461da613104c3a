/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes, copies and looks up forwarding tables: a flat table and a binary search for its rows. */
#include "core/tables/lft.h"

#include "core/base/error.h"
#include "core/base/guid_search.h"

#include <string.h>

Lft *lft_new(guint32 n_switches, guint32 n_lids, GError **error)
{
	gsize entries = (gsize)n_switches * n_lids;
	g_autoptr(Lft) lft = g_new0(Lft, 1);
	lft->n_switches = n_switches;
	lft->n_lids = n_lids;
	lft->guid = g_try_new0(guint64, n_switches + 1);
	lft->port = g_try_malloc(entries + 1);
	if (!lft->guid || !lft->port)
		return sssp_error_memory_null(error, "forwarding tables", entries);
	memset(lft->port, LFT_NO_PATH, entries + 1);
	return g_steal_pointer(&lft);
}

Lft *lft_copy(const Lft *lft, GError **error)
{
	Lft *copy = lft_new(lft->n_switches, lft->n_lids, error);
	if (!copy)
		return NULL;
	copy->unsaid = lft->unsaid;
	memcpy(copy->guid, lft->guid, lft->n_switches * sizeof *lft->guid);
	memcpy(copy->port, lft->port, (gsize)lft->n_switches * lft->n_lids);
	return copy;
}

void lft_free(Lft *lft)
{
	if (!lft)
		return;
	g_free(lft->guid);
	g_free(lft->port);
	g_free(lft);
}

const guint8 *lft_row(const Lft *lft, guint64 guid)
{
	gssize row = guid_search(lft->guid, lft->n_switches, guid);
	return row < 0 ? NULL : lft->port + (gsize)row * lft->n_lids;
}
