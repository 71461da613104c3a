/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the orders of channels by class, a class being a level and a direction. The plain order of classes is: along
 * level 0, up from 0, along 1, up from 1 and so on as far as along the top; then down to the level below the top and so
 * on, as far as down to 0. All other orders are rotations of it.
 */
#include "core/fit/class_order.h"

#include "core/base/error.h"
#include "core/balance/trunk.h"

static guint32 class_of(const Graph *graph, const Trunk *levels, guint top, guint32 c)
{
	guint from = levels->level[graph->from[c]], to = levels->level[graph->to[c]];
	if (from < to)
		return 2 * from + 1;
	return from == to ? 2 * from : 4 * top - 2 * to;
}

ClassOrder *class_order_new(const Graph *graph, GError **error)
{
	g_autoptr(ClassOrder) order = g_new0(ClassOrder, 1);
	g_autoptr(Trunk) levels = trunk_new(graph, error);
	guint top = 0;
	if (!levels)
		return NULL;
	order->class = g_try_new0(guint32, graph->n_channels + 1);
	order->key = g_try_new(guint32, graph->n_channels + 1);
	if (!order->class || !order->key)
		return sssp_error_memory_null(error, "an order of channels", graph->n_channels * 2 * sizeof(guint32));
	for (guint32 v = 0; v < graph->n_switches && !levels->flat; v++)
		if (levels->level[v] != GRAPH_FAR)
			top = MAX(top, levels->level[v]);
	for (guint32 c = 0; c < graph->n_channels && top; c++)
		order->class[c] = class_of(graph, levels, top, c);
	order->n_levels = top + 1;
	order->n = MAX(2 * top, 1);
	return g_steal_pointer(&order);
}

void class_order_free(ClassOrder *order)
{
	if (!order)
		return;
	g_free(order->class);
	g_free(order->key);
	g_free(order);
}

/*
 * Returns the class that order number i begins with. Order 0 is the plain one. Orders 1 .. top begin with a class
 * downwards: 1 with the one from the top, 2 with the one to level 0, the others with those between. Further ones begin
 * with a class upwards.
 */
static guint32 first_class(const ClassOrder *order, guint i)
{
	guint top = order->n_levels - 1;
	if (i == 0)
		return 0;
	return i <= top ? 2 * top + 2 * (i == 1 ? 1 : top + 2 - i) : 2 * (i - top) + 1;
}

void class_order_arrange(ClassOrder *order, guint i, Cdg *cdg)
{
	guint32 n = cdg->turns->graph->n_channels, all = 4 * order->n_levels, first = first_class(order, i % order->n);
	for (guint32 c = 0; c < n; c++)
		order->key[c] = (order->class[c] + all - first) % all;
	cdg_arrange(cdg, order->key);
}
