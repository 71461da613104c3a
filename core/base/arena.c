/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Allocates arrays from a list of chunks. Small arrays share the latest small chunk, each large one has a chunk of its
 * own.
 */
#include "core/base/arena.h"

#include "core/base/error.h"

#include <string.h>

#define CHUNK 4096        /* bytes that small arrays share */
#define LARGE (CHUNK / 4) /* from so many bytes on an array is large */
#define ALIGNED 16        /* an alignment that fits any type */

typedef struct Chunk {
	struct Chunk *next;
	_Alignas(ALIGNED) guint8 data[];
} Chunk;

struct Arena {
	Chunk *chunks;
	guint8 *next; /* in the latest small chunk */
	gsize left;   /* bytes of it */
	gsize asked;  /* bytes in all */
	gboolean refused;
};

Arena *arena_new(void)
{
	return g_new0(Arena, 1);
}

void arena_free(Arena *arena)
{
	if (!arena)
		return;
	for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
		next = chunk->next;
		g_free(chunk);
	}
	g_free(arena);
}

/* A chunk for so many bytes, NULL when there is no memory for it. */
static guint8 *add_chunk(Arena *arena, gsize bytes, gboolean zeroed)
{
	gsize all = sizeof(Chunk) + bytes;
	Chunk *chunk = zeroed ? g_try_malloc0(all) : g_try_malloc(all);
	if (!chunk)
		return NULL;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk->data;
}

static gpointer take_bytes(Arena *arena, gsize bytes, gboolean zeroed)
{
	if (bytes > arena->left) {
		guint8 *next = add_chunk(arena, CHUNK, FALSE);
		if (!next)
			return NULL;
		arena->next = next;
		arena->left = CHUNK;
	}
	guint8 *array = arena->next;
	arena->next += bytes;
	arena->left -= bytes;
	return zeroed ? memset(array, 0, bytes) : array;
}

gpointer arena_alloc(Arena *arena, gsize n, gsize size, gboolean zeroed)
{
	gsize bytes;
	gpointer array = NULL;
	if (!g_size_checked_mul(&bytes, n, size) || bytes > G_MAXSIZE / 2) {
		bytes = G_MAXSIZE / 2;
	} else {
		bytes = (MAX(bytes, 1) + ALIGNED - 1) / ALIGNED * ALIGNED;
		array = bytes >= LARGE ? add_chunk(arena, bytes, zeroed) : take_bytes(arena, bytes, zeroed);
	}
	arena->asked = MIN(arena->asked, G_MAXSIZE / 2) + bytes;
	arena->refused = arena->refused || !array;
	return array;
}

gboolean arena_check(const Arena *arena, const char *what, GError **error)
{
	return !arena->refused || sssp_error_memory(error, what, arena->asked);
}
