/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes and looks up SLs of paths: a flat table and a binary search for its rows. */
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
	gssize row = guid_search(sl->guid, sl->n_sources, guid);
	return row < 0 ? NULL : sl->sl + (gsize)row * sl->n_lids;
}
