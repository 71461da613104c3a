/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes an order of channels from an order of classes. */
#include "core/guide/classes.h"

void classes_order(const Classes *classes, const guint8 *order, Places *places)
{
	guint64 rank[CLASSES_MOST] = {0};
	for (guint i = 0; i < classes->n; i++)
		rank[order[i]] = i;
	for (guint32 c = 0; c < places->n; c++)
		places->key[c] = rank[classes->class[c]];
	places_sort(places);
}
