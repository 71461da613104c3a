/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts 64-bit numbers, ascending: by insertion up to 16 numbers, by merging above. Most sets here are short, and a
 * sort that calls back for each comparison took a third of the time of an insertion into a dependency graph.
 */
#ifndef SSSP_CORE_BASE_NUMBER_SORT_H
#define SSSP_CORE_BASE_NUMBER_SORT_H

#include <glib.h>

/* Sorts list[n]; `scratch` has room for n / 2 numbers. O(n log n). */
void number_sort(guint64 *list, guint32 n, guint64 *scratch);

/* Merges two sorted lists into out[n_a + n_b]. `b` may be the end of `out` itself (out + n_a == b). O(n). */
void number_merge(const guint64 *a, guint32 n_a, const guint64 *b, guint32 n_b, guint64 *out);

#endif
