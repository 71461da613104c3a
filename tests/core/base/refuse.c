/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The functions of GLib that refuse memory, and a count of their calls. */
#include "tests/core/base/refuse.h"

#include <stdlib.h>

static guint n_calls;                /* so far */
static guint refuse_from, refuse_to; /* calls that are refused, counted from 1 */

static gboolean refused(void)
{
	guint call = (guint)g_atomic_int_add((gint *)&n_calls, 1) + 1;
	return call >= refuse_from && call <= refuse_to;
}

static gpointer get(gpointer old, gsize n, gsize size)
{
	if (refused() || (size && n > G_MAXSIZE / size))
		return NULL;
	if (!n || !size) {
		free(old);
		return NULL;
	}
	return realloc(old, n * size);
}

static gpointer get_zeros(gsize n, gsize size)
{
	return refused() || !n || !size ? NULL : calloc(n, size);
}

gpointer(g_try_malloc)(gsize n)
{
	return get(NULL, n, 1);
}

gpointer(g_try_malloc0)(gsize n)
{
	return get_zeros(n, 1);
}

gpointer(g_try_realloc)(gpointer old, gsize n)
{
	return get(old, n, 1);
}

gpointer(g_try_malloc_n)(gsize n, gsize size)
{
	return get(NULL, n, size);
}

gpointer(g_try_malloc0_n)(gsize n, gsize size)
{
	return get_zeros(n, size);
}

gpointer(g_try_realloc_n)(gpointer old, gsize n, gsize size)
{
	return get(old, n, size);
}

void refuse_calls(guint from, guint to)
{
	n_calls = 0;
	refuse_from = from;
	refuse_to = to;
}

guint refuse_counted(void)
{
	return n_calls;
}
