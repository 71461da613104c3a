/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts who sends to whom in a round of a pattern. */
#include "tests/evaluator/patterns/rank_matrix.h"

#include "tests/asserts.h"

#include <string.h>

Pattern *rank_fitted(const char *name, guint32 ranks)
{
	g_autoptr(GError) error = NULL;
	Pattern *pattern = pattern_new(name, &error);
	ck_assert_msg(pattern != NULL, "%s", error ? error->message : "");
	ck_assert_msg(pattern_fit(pattern, ranks, &error), "%s", error ? error->message : "");
	return pattern;
}

guint (*rank_matrix(const Pattern *p, guint32 round, const guint32 *drawn))[MATRIX_RANKS]
{
	static guint sent[MATRIX_RANKS][MATRIX_RANKS];
	g_autofree guint32 *source = g_new(guint32, p->room + 1), *target = g_new(guint32, p->room + 1);
	guint32 n = pattern_pairs(p, round, drawn, source, target);
	ck_assert_uint_ge(n, 1);
	ck_assert_uint_le(n, p->room);
	memset(sent, 0, sizeof(sent));
	for (guint32 i = 0; i < n; i++) {
		ck_assert_uint_lt(source[i], p->ranks);
		ck_assert_uint_lt(target[i], p->ranks);
		ck_assert_uint_ne(source[i], target[i]);
		sent[source[i]][target[i]]++;
	}
	return sent;
}

guint rank_sends(guint (*m)[MATRIX_RANKS], guint rank, guint n)
{
	guint sum = 0;
	for (guint i = 0; i < n; i++)
		sum += m[rank][i];
	return sum;
}

guint rank_receives(guint (*m)[MATRIX_RANKS], guint rank, guint n)
{
	guint sum = 0;
	for (guint i = 0; i < n; i++)
		sum += m[i][rank];
	return sum;
}
