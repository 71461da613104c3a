/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the level of each switch: one more than its distance from the nearest switch with hosts, which has level 1
 * itself. This is one search, breadth first, from all switches with hosts at once; where there is no host, from those
 * with aggregation nodes. Channels are then sorted into classes by the levels they join.
 */
#include "evaluator/measures/levels.h"

#include "core/base/error.h"

#include <stdlib.h>

/* The switches with hosts, or with endpoints of that class. */
static guint32 find_leaves(Levels *levels, const Paths *p, FabricClass class, guint32 *queue)
{
	guint32 n = 0;
	for (guint32 e = 0; e < p->fabric->n_endpoints; e++) {
		guint32 row = p->endpoint_row[e];
		if (fabric_port_class(p->fabric, p->fabric->endpoints[e]) != class || levels->level[row] == 1)
			continue;
		levels->level[row] = 1;
		queue[n++] = row;
	}
	return n;
}

/* Breadth first from all switches with hosts at once. */
static void fill_levels(Levels *levels, const Paths *p, guint32 *queue)
{
	guint32 n = find_leaves(levels, p, FABRIC_HOST, queue);
	n = n ? n : find_leaves(levels, p, FABRIC_AGGREGATION, queue);
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = p->first[queue[i]]; c < p->first[queue[i] + 1]; c++)
			if (levels->level[p->to[c]] == LEVELS_NONE) {
				levels->level[p->to[c]] = levels->level[queue[i]] + 1;
				queue[n++] = p->to[c];
			}
	levels->n_levels = n ? levels->level[queue[n - 1]] : 0;
}

typedef struct {
	const Paths *paths;
	const Levels *levels;
} Order;

/* 0 upwards, 1 within a level, 2 downwards. */
static int direction(guint32 from, guint32 to)
{
	return from < to ? 0 : from == to ? 1 : 2;
}

static int by_class(gconstpointer a, gconstpointer b, gpointer data)
{
	const Order *order = data;
	guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
	const guint32 *level = order->levels->level;
	guint32 from_x = level[order->paths->from[x]], to_x = level[order->paths->to[x]];
	guint32 from_y = level[order->paths->from[y]], to_y = level[order->paths->to[y]];
	int turn = direction(from_x, to_x) - direction(from_y, to_y);
	if (turn)
		return turn;
	if (from_x != from_y) /* downwards from the top */
		return (from_x < from_y) == (direction(from_x, to_x) < 2) ? -1 : 1;
	return (x > y) - (x < y);
}

/*
 * Cuts the sorted channels where the levels change: neighbours differ by one level at most, so `from` and the
 * direction tell.
 */
static void fill_classes(Levels *levels, const Paths *p, guint32 n)
{
	for (guint32 i = 0; i < n; i++) {
		guint32 from = levels->level[p->from[levels->channels[i]]];
		guint32 to = levels->level[p->to[levels->channels[i]]];
		LevelClass *last = levels->n_classes ? &levels->classes[levels->n_classes - 1] : NULL;
		if (!last || last->from != from || last->to != to) {
			last = &levels->classes[levels->n_classes++];
			*last = (LevelClass){.from = from, .to = to, .channel = levels->channels + i};
		}
		last->n_channels++;
	}
}

Levels *levels_new(const Paths *p, GError **error)
{
	g_autoptr(Levels) levels = g_new0(Levels, 1);
	g_autofree guint32 *queue = g_try_new(guint32, p->n_rows + 1);
	levels->level = g_try_new0(guint32, p->n_rows + 1);
	levels->channels = g_try_new(guint32, p->n_channels + 1);
	if (!queue || !levels->level || !levels->channels)
		return sssp_error_memory_null(error, "the levels of the fabric", (p->n_channels + 1) * sizeof(guint32));
	fill_levels(levels, p, queue);
	guint32 n = 0;
	for (guint32 c = 0; c < p->n_channels; c++)
		if (p->from[c] != p->to[c])
			levels->channels[n++] = c;
	g_qsort_with_data(levels->channels, (gint)n, sizeof(guint32), by_class, &(Order){p, levels});
	levels->classes = g_new0(LevelClass, 3 * (gsize)(levels->n_levels + 1));
	fill_classes(levels, p, n);
	return g_steal_pointer(&levels);
}

void levels_free(Levels *levels)
{
	if (!levels)
		return;
	g_free(levels->level);
	g_free(levels->classes);
	g_free(levels->channels);
	g_free(levels);
}
