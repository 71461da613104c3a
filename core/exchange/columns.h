/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Tables have a row a switch; who looks at one LID after the other wants a row a LID. */
#ifndef SSSP_CORE_EXCHANGE_COLUMNS_H
#define SSSP_CORE_EXCHANGE_COLUMNS_H

#include <glib.h>

/*
 * [n][n_rows] what rows[n_rows][n_lids] have for each of n LIDs, `otherwise` where a row is NULL or ends before. NULL
 * with SSSP_ERROR_MEMORY. O(n x n_rows).
 */
guint8 *columns_new(const guint8 *const *rows, guint32 n_rows, guint32 n_lids, const guint32 *lids, guint32 n,
		    guint8 otherwise, GError **error);

#endif
