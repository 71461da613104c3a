/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes an order of channels from an order of classes. */
#include "core/guide/classes.h"

#include "core/base/error.h"

gboolean classes_init(Classes *classes, const Graph *graph, GError **error)
{
	*classes = (Classes){.class = g_try_new0(guint8, graph->n_channels + 1)};
	return classes->class || sssp_error_memory(error, "classes of channels", graph->n_channels + (gsize)1);
}

void classes_clear(Classes *classes)
{
	g_free(classes->class);
}

void classes_order(const Classes *classes, const guint8 *order, Places *places)
{
	guint64 rank[CLASSES_MOST] = {0};
	for (guint i = 0; i < classes->n; i++)
		rank[order[i]] = i;
	for (guint32 c = 0; c < places->n; c++)
		places->key[c] = rank[classes->class[c]];
	places_sort(places);
}
