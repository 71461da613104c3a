/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares the least sum found by vectors with one that looks at each, with many that are equal. */
#include "core/base/least.h"
#include "tests/core/fixture.h"

#define ROUNDS 20

static guint32 look_at_each(const guint64 *a, const guint64 *b, guint32 n, guint32 start)
{
	guint32 best = start;
	for (guint32 j = 1; j < n; j++) {
		guint32 i = (start + j) % n;
		if (a[i] + b[i] < a[best] + b[best])
			best = i;
	}
	return best;
}

/* Sums below `most`; behind the rows lies what is less than all of them, as a number or as one with a sign. */
static void compare(GRand *chance, const guint64 *turns, guint64 most, guint32 n)
{
	guint64 a[LEAST_MOST + LEAST_PADDING] = {0}, b[LEAST_MOST + LEAST_PADDING] = {0};
	for (guint32 i = 0; i < n; i++) {
		guint64 sum = 1 + (((guint64)g_rand_int(chance) << 32) | g_rand_int(chance)) % (most - 1);
		a[i] = sum / 3;
		b[i] = sum - a[i];
	}
	for (guint32 i = n; i < n + LEAST_PADDING; i++)
		a[i] = g_rand_int_range(chance, 0, 4) * ((guint64)1 << 55);
	for (guint32 start = 0; start < n; start++)
		ck_assert_uint_eq(least_by_vectors(a, b, n, start, turns), look_at_each(a, b, n, start));
}

START_TEST(vectors_find_the_first_of_the_least)
{
	const guint64 most[] = {2, 4, 1000, (guint64)1 << LEAST_BITS};
	GRand *chance = g_rand_new_with_seed(1);
	g_autofree guint64 *turns = g_new0(guint64, LEAST_DISTANCES(LEAST_MOST) + LEAST_PADDING);
	least_fill_distances(LEAST_MOST, turns);
	for (guint32 n = 1; n <= LEAST_MOST && least_has_vectors(); n++)
		for (guint i = 0; i < G_N_ELEMENTS(most) * ROUNDS; i++)
			compare(chance, turns, most[i % G_N_ELEMENTS(most)], n);
	g_rand_free(chance);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {vectors_find_the_first_of_the_least, NULL};
	return fixture_run("least", tests);
}
