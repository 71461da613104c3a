/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks arrays from an arena: they do not overlap, fit any type, and a refusal is remembered. */
#include "core/base/arena.h"
#include "core/base/error.h"
#include "tests/core/fixture.h"

#include <string.h>

static gsize size_of(guint i)
{
	return i % 7 == 0 ? 5000 + i : i % 50;
}

START_TEST(arrays_do_not_overlap)
{
	enum { ARRAYS = 300 };
	guint8 *array[ARRAYS];
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(GError) error = NULL;
	for (guint i = 0; i < ARRAYS; i++) {
		array[i] = arena_new_array(arena, guint8, size_of(i));
		ck_assert_ptr_nonnull(array[i]);
		ck_assert_uint_eq((guintptr)array[i] % 16, 0);
		memset(array[i], (int)(i % 251), size_of(i));
	}
	for (guint i = 0; i < ARRAYS; i++)
		for (gsize k = 0; k < size_of(i); k++)
			ck_assert_uint_eq(array[i][k], i % 251);
	ck_assert(arena_check(arena, "nothing", &error));
	assert_no_error(error);
}
END_TEST

START_TEST(zeroed_ones_are_zero)
{
	g_autoptr(Arena) arena = arena_new();
	for (gsize n = 0; n < 3000; n += 37) {
		guint32 *dirty = arena_new_array(arena, guint32, n);
		memset(dirty, 0xff, n * sizeof *dirty);
		const guint32 *clean = arena_new_array0(arena, guint32, n);
		for (gsize i = 0; i < n; i++)
			ck_assert_uint_eq(clean[i], 0);
	}
}
END_TEST

/* AddressSanitizer ends a process that asks for too much, unless it is told to refuse it, as the allocator does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

START_TEST(what_cannot_be_had_is_refused)
{
	static const struct {
		gsize n, size;
	} huge[] = {{G_MAXSIZE / 2, 4}, {G_MAXSIZE, 1}, {G_MAXSIZE / 4, 2}, {(gsize)1 << 62, 1}};
	for (gsize i = 0; i < G_N_ELEMENTS(huge); i++) {
		g_autoptr(Arena) arena = arena_new();
		g_autoptr(GError) error = NULL;
		ck_assert_ptr_nonnull(arena_alloc(arena, 1, 1, FALSE));
		ck_assert_ptr_null(arena_alloc(arena, huge[i].n, huge[i].size, TRUE));
		ck_assert_ptr_nonnull(arena_alloc(arena, 1, 1, FALSE));
		ck_assert(!arena_check(arena, "a lot", &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_MEMORY));
		ck_assert(g_str_has_prefix(error->message, "out of memory for a lot ("));
	}
}
END_TEST

START_TEST(none_is_freed)
{
	arena_free(NULL);
	arena_free(arena_new());
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {arrays_do_not_overlap, zeroed_ones_are_zero, what_cannot_be_had_is_refused,
				      none_is_freed, NULL};
	return fixture_run("arena", tests);
}
