/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Halves classes of channels (sets that stand together in an order) that are mostly parallel ones. Channels are
 * parallel if they lead from the same switch to the same other one. The number of a channel among its parallel ones
 * decides which half it joins; without any, the numbers of its switches do. The two channels of a cable join different
 * halves. Orders of the classes are extended by the halves.
 */
#include "core/guide/twins.h"

/* The channels that join the same two switches in the same direction, and how many of them have a lower number. */
static guint32 count_parallel(const Graph *g, guint32 c, guint32 *lower)
{
	guint32 n = 0;
	*lower = 0;
	for (guint32 k = g->first[g->from[c]]; k < g->first[g->from[c] + 1]; k++) {
		n += g->to[k] == g->to[c];
		*lower += k < c && g->to[k] == g->to[c];
	}
	return n;
}

gboolean twins_exist(const Graph *graph)
{
	guint32 lower;
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (count_parallel(graph, c, &lower) > 1)
			return TRUE;
	return FALSE;
}

/* Gives each class that is halved a second number. Returns the number of all, which may be too high. */
static guint number_halves(const Graph *graph, const Classes *classes, guint8 *half)
{
	guint32 parallel[CLASSES_MOST] = {0}, all[CLASSES_MOST] = {0}, lower;
	guint n = classes->n;
	for (guint32 c = 0; c < graph->n_channels; c++) {
		all[classes->class[c]]++;
		parallel[classes->class[c]] += count_parallel(graph, c, &lower) > 1;
	}
	for (guint i = 0; i < classes->n; i++)
		half[i] = (guint8)(2 * parallel[i] > all[i] ? n++ : i);
	return n;
}

/*
 * Whether a channel of a class that is halved is of the second half. The two channels of a cable are of different
 * halves, so that a spanning tree can go up by the one and down by the other.
 */
static gboolean is_second(const Graph *graph, guint32 c)
{
	gboolean down = graph->from[c] > graph->to[c];
	guint32 lower, n = count_parallel(graph, down ? graph->reverse[c] : c, &lower);
	gboolean second = n > 1 ? 2 * lower >= n : (graph->from[c] + graph->to[c]) % 2 != 0;
	return second != down;
}

/*
 * Writes the order twice in a row, first with the first halves, then with the second ones. A class that is not halved
 * stands in the first copy in `first`, in the second copy in `second`.
 */
static void extend(const Classes *classes, const guint8 *order, const guint8 *half, guint8 *first, guint8 *second)
{
	guint n_first = 0, n_second = 0;
	for (guint round = 0; round < 2; round++)
		for (guint i = 0; i < classes->n; i++) {
			guint8 class = order[i], other = half[class], own = round ? other : class;
			if (class != other || round == 0)
				first[n_first++] = own;
			if (class != other || round == 1)
				second[n_second++] = own;
		}
}

gboolean twins_split(const Graph *graph, const Classes *classes, const guint8 *order, Classes *twins, guint8 *first,
		     guint8 *second)
{
	guint8 half[CLASSES_MOST];
	guint n = number_halves(graph, classes, half);
	if (n == classes->n || n > CLASSES_MOST)
		return FALSE;
	for (guint32 c = 0; c < graph->n_channels; c++) {
		guint8 class = classes->class[c];
		twins->class[c] = half[class] != class && is_second(graph, c) ? half[class] : class;
	}
	twins->n = n;
	extend(classes, order, half, first, second);
	return TRUE;
}
