/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Turns tables of switches into columns of LIDs. Rows are taken in blocks, so that what is read of them stays in cache
 * until the LIDs beside it have their turn.
 */
#include "core/exchange/columns.h"

#include "core/base/error.h"

#define BLOCK 64

guint8 *columns_new(const guint8 *const *rows, guint32 n_rows, guint32 n_lids, const guint32 *lids, guint32 n,
		    guint8 otherwise, GError **error)
{
	guint8 *columns = g_try_malloc((gsize)n * n_rows + 1);
	if (!columns)
		sssp_error_memory(error, "entries that change", (gsize)n * n_rows);
	for (guint32 begin = 0; columns && begin < n_rows; begin += BLOCK)
		for (guint32 i = 0; i < n; i++)
			for (guint32 v = begin; v < MIN(begin + BLOCK, n_rows); v++)
				columns[(gsize)i * n_rows + v] =
					rows[v] && lids[i] < n_lids ? rows[v][lids[i]] : otherwise;
	return columns;
}
