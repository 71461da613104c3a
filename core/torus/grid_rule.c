/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows the rule for routes in a grid from switch to switch: along each dimension once, first all moves upwards, in
 * the order of the dimensions, then those downwards in the opposite order. Coordinates say in which direction a move
 * goes; the channels are looked up.
 */
#include "core/torus/grid_rule.h"

#include "core/base/error.h"

#include <string.h>

/* Where the first channel from switch v in dimension d, upwards or downwards, stands. */
static guint32 *step_of(const GridRule *rule, guint32 v, guint d, gboolean up)
{
	return rule->step + ((gsize)v * rule->grid->n + d) * 2 + up;
}

GridRule *grid_rule_new(const Graph *graph, const Grid *grid, const GridPlan *plan, GError **error)
{
	gsize steps = (gsize)graph->n_switches * grid->n * 2;
	g_autoptr(GridRule) rule = g_new0(GridRule, 1);
	*rule = (GridRule){.graph = graph, .grid = grid, .plan = plan, .step = g_try_new(guint32, steps + 1)};
	if (!rule->step)
		return sssp_error_memory_null(error, "steps of a grid", steps * sizeof(guint32));
	memset(rule->step, 0xff, steps * sizeof *rule->step);
	for (guint32 c = graph->n_channels; c-- > 0;)
		*step_of(rule, graph->from[c], grid->dimension[c], grid_goes_up(grid, graph, c)) = c;
	return g_steal_pointer(&rule);
}

void grid_rule_free(GridRule *rule)
{
	if (!rule)
		return;
	g_free(rule->step);
	g_free(rule);
}

/*
 * Whether a move in dimension d goes upwards: in a row to a higher coordinate, in a ring in the shorter direction. A
 * ring used as a row is open at coordinate 0: moves begin or end there in either direction, but none goes through. Of
 * two directions of equal length a move takes the one that goes straight through fewer cuts, then one by the lower
 * coordinate: the same half of the ring from both ends, and either half for about as many pairs.
 */
static gboolean is_upward(const GridRule *rule, guint d, guint32 from, guint32 to)
{
	const Grid *grid = rule->grid;
	guint32 size = grid->size[d], up = (to + size - from) % size;
	guint ring = rule->plan->ring[d], over, under;
	if (!grid->ring[d] || (rule->plan->row[d] && from && to))
		return to > from;
	if (2 * up != size || ring == GRID_NO_CUT)
		return 2 * up < size;
	over = grid_cuts_passed(&rule->plan->cuts, ring, size, from, up);
	under = grid_cuts_passed(&rule->plan->cuts, ring, size, to, up);
	return over != under ? over < under : (from < to) == (MIN(from, to) % 2 == 0);
}

guint32 grid_rule_next(const GridRule *rule, guint32 v, guint32 target)
{
	const guint32 *at = rule->grid->at;
	guint32 down = GRAPH_NONE;
	for (guint d = 0; d < rule->grid->n; d++, at += rule->graph->n_switches) {
		if (at[v] == at[target])
			continue;
		if (is_upward(rule, d, at[v], at[target]))
			return *step_of(rule, v, d, TRUE);
		down = *step_of(rule, v, d, FALSE);
	}
	return down;
}

guint32 grid_rule_hops(const GridRule *rule, guint32 v, guint32 target)
{
	const guint32 *at = rule->grid->at;
	guint32 hops = 0;
	for (guint d = 0; d < rule->grid->n; d++, at += rule->graph->n_switches) {
		guint32 size = rule->grid->size[d], up = (at[target] + size - at[v]) % size;
		hops += up && !is_upward(rule, d, at[v], at[target]) ? size - up : up;
	}
	return hops;
}
