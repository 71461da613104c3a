/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The quick search: one lane from an order of the switches, then from an order of the channels; then lane after lane,
 * each for the pairs that the ones before leave out.
 */
#include "core/engines/psssp.h"
#include "core/base/error.h"
#include "core/search/search.h"
#include "core/search/search_longer.h"
#include "core/graph/ranks.h"
#include "core/lanes/rank_switches.h"

#include <string.h>

static LanePlan plan_for(gboolean cover, gboolean spanning_tree, LaneAim aim)
{
	return (LanePlan){.cover = cover, .spanning_tree = spanning_tree, .search_limit = SEARCH_LIMIT, .aim = aim};
}

/* Routes of a large fabric are looked for on more lanes while full channels are far from what they might be. */
static gboolean may_get_evener(const Search *l)
{
	return search_is_large(l) && l->last >= l->value && !search_may_be_unloaded(l);
}

/* Routes on the lanes there are, if they serve all pairs but a few. */
static gboolean try_lanes(Search *l, GError **error)
{
	if (!search_cover(l, error))
		return FALSE;
	if (!search_are_few(l, search_uncovered(l)))
		return TRUE;
	if (!search_is_large(l) && !search_route_covered(l, error))
		return FALSE;
	return (l->routes && !l->longer && !may_get_evener(l)) || search_route_trees(l, error);
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
	guint settled = l->settled;
	if (!search_add_lane(l, plan_for(!search_is_large(l), FALSE, LANE_FOR_DEMAND), error) || !try_lanes(l, error))
		return FALSE;
	if (l->settled == settled)
		l->in_vain |= 1u << l->lanes->n_lanes;
	return TRUE;
}

/* On fewer lanes, so that the others are free for pairs that are left, which may go round now. */
static gboolean try_fewer_lanes(Search *l, GError **error)
{
	gsize size = l->turns->first[l->graph->n_channels] * sizeof(LaneMask);
	guint n_lanes = l->lanes->n_lanes;
	g_autofree LaneMask *allowed = g_try_malloc(size + 1);
	if (!allowed)
		return sssp_error_memory(error, "lanes", size);
	memcpy(allowed, l->lanes->allowed, size);
	l->longer_too = TRUE;
	while (!l->routes && l->lanes->n_lanes > 1 && search_may_go_on(l)) {
		for (guint n = (l->lanes->n_lanes + 1) / 2; l->lanes->n_lanes > n;)
			lane_set_drop(l->lanes);
		if (!(l->in_vain >> l->lanes->n_lanes & 1) && !try_lanes(l, error))
			return FALSE;
	}
	l->longer_too = FALSE;
	l->lanes->n_lanes = n_lanes;
	memcpy(l->lanes->allowed, allowed, size);
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
		return search_will_do(l) || search_longer(l, error);
	if (!search_add_lane(l, plan_for(FALSE, TRUE, LANE_FOR_DEMAND), error))
		return FALSE;
	while (l->lanes->n_lanes < l->options.max_lanes && !search_is_enough(l) && search_may_go_on(l))
		if (!try_more_lanes(l, error))
			return FALSE;
	if (!l->routes && !try_fewer_lanes(l, error))
		return FALSE;
	return search_will_do(l) || search_longer(l, error);
}
