/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sorts channels by keys: as numbers whose high part is the key and whose low part is the channel. */
#include "core/guide/places.h"

#include "core/base/error.h"
#include "core/base/number_sort.h"

gboolean places_init(Places *places, const Graph *graph, GError **error)
{
	gsize n = graph->n_channels + (gsize)1;
	*places = (Places){.n = graph->n_channels,
			   .key = g_try_new0(guint64, n),
			   .place = g_try_new(guint32, n),
			   .rank = g_try_new(guint32, n),
			   .list = g_try_new(guint64, n),
			   .scratch = g_try_new(guint64, n)};
	if (places->key && places->place && places->rank && places->list && places->scratch)
		return TRUE;
	return sssp_error_memory(error, "an order of channels", n * 4 * sizeof(guint64));
}

void places_clear(Places *places)
{
	g_free(places->key);
	g_free(places->place);
	g_free(places->rank);
	g_free(places->list);
	g_free(places->scratch);
}

void places_sort(Places *places)
{
	for (guint32 c = 0; c < places->n; c++)
		places->list[c] = places->key[c] * places->n + c;
	number_sort(places->list, places->n, places->scratch);
	for (guint32 i = 0, first = 0; i < places->n; i++) {
		guint32 c = (guint32)(places->list[i] % places->n);
		first = i && places->list[i - 1] / places->n == places->list[i] / places->n ? first : i;
		places->place[c] = i;
		places->rank[c] = first;
	}
}
