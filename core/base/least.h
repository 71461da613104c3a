/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the i with the least a[i] + b[i], four at a time by vector instructions where the processor has them (AVX2). */
#ifndef SSSP_CORE_BASE_LEAST_H
#define SSSP_CORE_BASE_LEAST_H

#include <glib.h>

#define LEAST_PADDING 4 /* numbers after both rows, and after distances[], that are read; their values do not count */
#define LEAST_MOST 255  /* the length of the longest rows */
#define LEAST_BITS 54   /* sums have at most so many bits */
#define LEAST_WORTH 6   /* shorter rows are quicker one by one */

/* Whether this machine has vectors for it (x86-64 with AVX2); O(1). */
gboolean least_has_vectors(void);

/* The length of distances[] for rows of up to `widest` numbers, without LEAST_PADDING. */
#define LEAST_DISTANCES(widest) ((gsize)(widest) * ((widest) + 1))

/*
 * Fills distances[]: for each n, twice the numbers 0 .. n - 1, so that for any start the distances of all places from
 * it stand side by side. O(widest^2).
 */
void least_fill_distances(guint32 widest, guint64 *distances);

/*
 * Returns the place in 0 .. n - 1 of the least a[i] + b[i] (below 2^LEAST_BITS, 1 <= n <= LEAST_MOST); of equals the
 * first from `start` < n on, going on at 0 after the end. `distances` is filled for rows of n and more. Only where
 * least_has_vectors(). O(n).
 */
guint32 least_by_vectors(const guint64 *a, const guint64 *b, guint32 n, guint32 start, const guint64 *distances);

#endif
