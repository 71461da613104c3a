/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Allocates memory of one computation or object: arrays are allocated one by one and freed all at once. Allocations are
 * g_try_*'s, and a refusal is remembered, so that a caller who needs many arrays asks once, after the last:
 *
 *	work->cost = arena_new_array(arena, guint64, n);
 *	work->seen = arena_new_array0(arena, guint8, n);
 *	return arena_check(arena, "the weights", error);
 */
#ifndef SSSP_CORE_BASE_ARENA_H
#define SSSP_CORE_BASE_ARENA_H

#include <glib.h>

typedef struct Arena Arena;

Arena *arena_new(void);        /* an empty one; never NULL */
void arena_free(Arena *arena); /* with all that was allocated from it; NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Arena, arena_free)

/*
 * Allocates n items of `size` bytes, aligned for any type, uninitialised or zeroed; n may be 0. NULL when memory is
 * short or n x size overflows. O(1), zeroing apart.
 */
gpointer arena_alloc(Arena *arena, gsize n, gsize size, gboolean zeroed);

#define arena_new_array(arena, type, n) ((type *)arena_alloc(arena, n, sizeof(type), FALSE))
#define arena_new_array0(arena, type, n) ((type *)arena_alloc(arena, n, sizeof(type), TRUE))

/*
 * Whether no allocation was refused so far; FALSE with SSSP_ERROR_MEMORY, "out of memory for WHAT" and all bytes asked.
 */
gboolean arena_check(const Arena *arena, const char *what, GError **error);

#endif
