/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The quick search: one lane from an order of the switches, then from an order of the channels; then lane after lane,
 * each for the pairs that the ones before leave out.
 */
#include "core/engines/psssp.h"
#include "core/base/error.h"
#include "core/search/search.h"
#include "core/graph/ranks.h"
#include "core/lanes/rank_switches.h"

/* Channels looked at before a turn is refused for being too hard to place. */
#define SEARCH_LIMIT 300

static LanePlan plan_for(gboolean cover, gboolean spanning_tree, LaneAim aim)
{
	return (LanePlan){.cover = cover, .spanning_tree = spanning_tree, .search_limit = SEARCH_LIMIT, .aim = aim};
}

/* Routes on the lanes there are, if they serve all pairs but a few. */
static gboolean try_lanes(Search *l, GError **error)
{
	if (!lane_set_cover(l->lanes, l->graph, l->covered, error))
		return FALSE;
	guint64 uncovered = search_uncovered(l);
	if (!search_are_few(l, search_is_large(l) ? SEARCH_LARGE_PART * uncovered : uncovered))
		return TRUE;
	if (!search_is_large(l) && !search_route_covered(l, FALSE, error))
		return FALSE;
	return l->routes || search_route_trees(l, error);
}

/* Routes that climb and descend once, if such serve all pairs (graph/ranks.h). */
static gboolean try_ranks(Search *l, GError **error)
{
	gboolean served = FALSE;
	g_autofree guint32 *rank = g_try_new(guint32, l->graph->n_switches + 1);
	if (!rank)
		return sssp_error_memory(error, "ranks", l->graph->n_switches * sizeof(guint32));
	if (!rank_switches(l->lanes, l->graph, l->plain, rank, error) || !ranks_serve(l->graph, rank, &served, error))
		return FALSE;
	if (!served)
		return TRUE;
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	PssspOptions options = {.passes = l->options.passes, .rank = rank};
	if (!routes || !psssp_compute(l->graph, &options, routes, error))
		return FALSE;
	return search_offer(l, g_steal_pointer(&routes), layers_single(), error);
}

/* One lane alone from one order. Without the spanning tree: multicast finds one of its own. */
static gboolean try_one_lane(Search *l, GError **error)
{
	if (!search_add_lane(l, plan_for(TRUE, FALSE, LANE_FOR_ROUTES), error) || !try_lanes(l, error))
		return FALSE;
	lane_set_drop(l->lanes);
	return TRUE;
}

/* With one more lane, which serves those first that had none. */
static gboolean try_more_lanes(Search *l, GError **error)
{
	return search_add_lane(l, plan_for(!search_is_large(l), FALSE, LANE_FOR_DEMAND), error) && try_lanes(l, error);
}

/* What a row of attempts at longer routes may look at. */
static void allow_effort(Search *l)
{
	guint64 all = (guint64)l->graph->n_dests * l->graph->n_channels;
	l->longer_effort = MAX(l->ways ? SEARCH_LONGER_EFFORT : 4 * SEARCH_LONGER_EFFORT, SEARCH_LONGER_TIMES * all);
}

/* With longer routes on the lanes there are. */
static gboolean try_longer(Search *l, GError **error)
{
	return lane_set_cover(l->lanes, l->graph, l->covered, error) && search_route_covered(l, TRUE, error);
}

/* On so many lanes, the first of them around the spanning tree. */
static gboolean try_longer_on(Search *l, guint n, LanePlan plan, GError **error)
{
	while (l->lanes->n_lanes < n) {
		plan.spanning_tree = l->lanes->n_lanes == 0;
		if (!search_add_lane(l, plan, error))
			return FALSE;
	}
	return try_longer(l, error);
}

/* On the lanes of minimal routes, and on fewer of them until that serves all pairs. */
static gboolean lengthen(Search *l, GError **error)
{
	l->ways = FALSE;
	allow_effort(l);
	for (; l->lanes->n_lanes > 1 && l->longer_effort && !l->routes; lane_set_drop(l->lanes))
		if (!try_longer(l, error))
			return FALSE;
	return TRUE;
}

/* On one lane alone, which serves all pairs whatever the fabric; `*best`: how it is made best. */
static gboolean lengthen_on_one(Search *l, LanePlan *best, GError **error)
{
	LanePlan plans[] = {plan_for(FALSE, TRUE, LANE_BY_LOAD), plan_for(TRUE, TRUE, LANE_BY_LOAD),
			    plan_for(TRUE, TRUE, LANE_FOR_DEMAND)};
	double most = 0;
	l->ways = search_has_time(l);
	for (guint i = 0; i < (search_has_time(l) ? G_N_ELEMENTS(plans) : 1); i++) {
		search_clear(l);
		allow_effort(l);
		if (!try_longer_on(l, 1, plans[i], error))
			return FALSE;
		if (l->last > most)
			*best = plans[i];
		most = MAX(most, l->last);
	}
	return TRUE;
}

/*
 * All lanes are used up: pairs take longer routes, on these lanes, on one alone, then on two, four and so on that grow
 * turn by turn; the best is kept, so that more lanes are hardly ever worse than fewer. Large fabrics have no time for
 * the last.
 */
static gboolean search_longer(Search *l, GError **error)
{
	LanePlan best = {0};
	guint most = l->options.max_lanes;
	if (!lengthen(l, error))
		return FALSE;
	if (search_is_even(l) && !search_has_time(l))
		return TRUE;
	if (!lengthen_on_one(l, &best, error))
		return FALSE;
	if (!search_has_time(l) || best.aim != LANE_BY_LOAD)
		return TRUE;
	search_clear(l);
	l->ways = !g_getenv("CNO");
	allow_effort(l);
	for (guint n = 2; l->lanes->n_lanes < most && most > 1 && l->longer_effort; n *= 2)
		if (!try_longer_on(l, MIN(n, most), best, error))
			return FALSE;
	return TRUE;
}

gboolean search_orders(Search *l, GError **error)
{
	l->tries = 0;
	if (!try_ranks(l, error) || (!search_is_enough(l) && !try_one_lane(l, error)))
		return FALSE;
	if (search_is_enough(l))
		return TRUE;
	if (l->options.max_lanes == 1)
		return l->routes || search_longer(l, error);
	if (!search_add_lane(l, plan_for(FALSE, TRUE, LANE_FOR_DEMAND), error))
		return FALSE;
	while (l->lanes->n_lanes < l->options.max_lanes && !search_is_enough(l) && search_may_go_on(l) &&
	       !(l->routes && search_is_large(l)))
		if (!try_more_lanes(l, error))
			return FALSE;
	return l->routes || search_longer(l, error);
}
