/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares two things by several numbers: the first that differs decides. */
#ifndef SSSP_CORE_BASE_BY_KEYS_H
#define SSSP_CORE_BASE_BY_KEYS_H

#include <glib.h>

/* Compares key[i][0] with key[i][1] for i from 0 to n - 1: the first pair that differs decides; use BY_KEYS(). */
static inline int by_keys(const guint64 (*key)[2], gsize n)
{
	for (gsize i = 0; i < n; i++)
		if (key[i][0] != key[i][1])
			return key[i][0] < key[i][1] ? -1 : 1;
	return 0;
}

/* BY_KEYS({x->a, y->a}, {x->b, y->b}): -1 where x comes first, 0 where they are alike. O(pairs). */
#define BY_KEYS(...)                                                                                                   \
	by_keys((const guint64[][2]){__VA_ARGS__}, sizeof((const guint64[][2]){__VA_ARGS__}) / sizeof(guint64[2]))

/* For g_array_sort() and qsort() of guint32. */
static inline int by_number(gconstpointer a, gconstpointer b)
{
	return BY_KEYS({*(const guint32 *)a, *(const guint32 *)b});
}

#endif
