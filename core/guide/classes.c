/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes an order of channels from an order of classes by two counting sorts: by place inside the class, then by class.
 */
#include "core/guide/classes.h"

#include "core/base/error.h"

gboolean classes_init(Classes *classes, const Graph *graph, GError **error)
{
	*classes = (Classes){.class = g_try_new0(guint8, graph->n_channels + 1),
			     .inner = g_try_new0(guint32, graph->n_channels + 1)};
	if (classes->class && classes->inner)
		return TRUE;
	return sssp_error_memory(error, "classes of channels", (gsize)graph->n_channels * 5);
}

void classes_clear(Classes *classes)
{
	g_free(classes->class);
	g_free(classes->inner);
}

/* Where channels with each key begin, key < n_keys; start[n_keys + 1] is zeroed. */
static void add_up(guint32 *start, guint32 n_keys)
{
	for (guint32 k = 0; k < n_keys; k++)
		start[k + 1] += start[k];
}

static void sort_inner(const Classes *classes, guint32 n, guint32 n_keys, guint32 *start, guint32 *sorted)
{
	for (guint32 c = 0; c < n; c++)
		start[classes->inner[c] + 1]++;
	add_up(start, n_keys);
	for (guint32 c = 0; c < n; c++)
		sorted[start[classes->inner[c]]++] = c;
}

gboolean classes_place(const Classes *classes, const Graph *graph, const guint8 *order, guint32 *place, GError **error)
{
	guint32 n = graph->n_channels, n_keys = 1, first[CLASSES_MOST + 1] = {0}, rank[CLASSES_MOST] = {0};
	for (guint32 c = 0; c < n; c++)
		n_keys = MAX(n_keys, classes->inner[c] + 1);
	g_autofree guint32 *start = g_try_new0(guint32, n_keys + (gsize)1);
	g_autofree guint32 *sorted = g_try_new(guint32, n + (gsize)1);
	if (!start || !sorted)
		return sssp_error_memory(error, "an order of channels", ((gsize)n + n_keys) * sizeof(guint32));
	sort_inner(classes, n, n_keys, start, sorted);
	for (guint i = 0; i < classes->n; i++)
		rank[order[i]] = i;
	for (guint32 c = 0; c < n; c++)
		first[rank[classes->class[c]] + 1]++;
	add_up(first, CLASSES_MOST);
	for (guint32 i = 0; i < n; i++)
		place[sorted[i]] = first[rank[classes->class[sorted[i]]]]++;
	return TRUE;
}
