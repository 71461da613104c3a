/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the i with the least a[i] + b[i] by vector instructions (AVX2). Of several equal sums the first counts, as seen
 * from a given start; the search goes on at 0 after the end.
 *
 * Balanced routing calls this for each switch: i is one of its channels, a[i] the cost of the route from the switch
 * that the channel leads to, b[i] the channel's own price. Each i gets one key: the sum in the high bits, and in the
 * last PLACE_BITS the distance of i from the start. So all keys differ, the least key is the answer among equal sums,
 * too, and its last bits tell its i.
 */
#include "core/base/least.h"

#if defined(__x86_64__) && defined(__GNUC__)

#define WIDTH 4
#define PLACE_BITS 8 /* LEAST_MOST fits */

typedef gint64 Four __attribute__((vector_size(WIDTH * sizeof(gint64))));
typedef gint64 Loose __attribute__((vector_size(WIDTH * sizeof(gint64)), aligned(sizeof(gint64)), may_alias));

gboolean least_has_vectors(void)
{
	return __builtin_cpu_supports("avx2") ? TRUE : FALSE;
}

__attribute__((target("avx2"))) static inline Four key_of(const guint64 *a, const guint64 *b, const guint64 *behind)
{
	Four sum = *(const Loose *)a + *(const Loose *)b;
	return sum << PLACE_BITS | *(const Loose *)behind;
}

__attribute__((target("avx2"))) static inline Four lesser(Four a, Four b)
{
	Four lower = a < b; /* 0 or -1: all bits */
	return (a & lower) | (b & ~lower);
}

__attribute__((target("avx2"))) guint32 least_by_vectors(const guint64 *a, const guint64 *b, guint32 n, guint32 start,
							 const guint64 *distances)
{
	/* behind[i] is (i + n - start) % n, the distance of i: a part of the row 0 .. n - 1, 0 .. n - 1. */
	const guint64 *behind = distances + LEAST_DISTANCES(n - 1) + n - start;
	/* More than any key. */
	const gint64 past = G_MAXINT64;
	Four least = {past, past, past, past};
	guint32 i = 0;
	for (; i + WIDTH <= n; i += WIDTH)
		least = lesser(key_of(a + i, b + i, behind + i), least);
	if (i < n) {
		/* The last few: what is read behind the row (LEAST_PADDING) is replaced by `past`. */
		Four place = {0, 1, 2, 3}, outside = place >= (gint64)(n - i);
		least = lesser((key_of(a + i, b + i, behind + i) & ~outside) | (outside & past), least);
	}
	gint64 one = MIN(least[0], least[1]), other = MIN(least[2], least[3]);
	guint32 found = start + (guint32)(MIN(one, other) & ((1 << PLACE_BITS) - 1));
	return found < n ? found : found - n;
}

#else

gboolean least_has_vectors(void) /* so least_by_vectors() is not called */
{
	return FALSE;
}

guint32 least_by_vectors(const guint64 *a, const guint64 *b, guint32 n, guint32 start, const guint64 *distances)
{
	guint32 least = start;
	(void)distances;
	for (guint32 j = 1; j < n; j++) {
		guint32 i = start + j < n ? start + j : start + j - n;
		least = a[i] + b[i] < a[least] + b[least] ? i : least;
	}
	return least;
}

#endif

void least_fill_distances(guint32 widest, guint64 *distances)
{
	for (guint32 n = 1; n <= widest; n++)
		for (guint32 i = 0; i < 2 * n; i++)
			distances[LEAST_DISTANCES(n - 1) + i] = i % n;
}
