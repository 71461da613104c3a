/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sorts 64-bit numbers, ascending. Lists of up to SHORT numbers are sorted by insertion; longer ones are halved, and
 * the sorted halves merged.
 */
#include "core/base/number_sort.h"

#include <string.h>

#define SHORT 16

static void sort_short(guint64 *list, guint32 n)
{
	for (guint32 i = 1; i < n; i++) {
		guint64 x = list[i];
		guint32 k = i;
		for (; k && list[k - 1] > x; k--)
			list[k] = list[k - 1];
		list[k] = x;
	}
}

void number_merge(const guint64 *a, guint32 n_a, const guint64 *b, guint32 n_b, guint64 *out)
{
	while (n_a && n_b) {
		gboolean second = *b < *a;
		*out++ = second ? *b : *a;
		b += second;
		n_b -= (guint32)second;
		a += !second;
		n_a -= (guint32)!second;
	}
	memmove(out, n_a ? a : b, (n_a + n_b) * sizeof *out);
}

void number_sort(guint64 *list, guint32 n, guint64 *scratch)
{
	if (n <= SHORT) {
		sort_short(list, n);
		return;
	}
	guint32 half = n / 2;
	number_sort(list, half, scratch);
	number_sort(list + half, n - half, scratch);
	memcpy(scratch, list, half * sizeof *list);
	number_merge(scratch, half, list + half, n - half, list);
}
