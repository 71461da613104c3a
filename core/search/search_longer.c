/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * On the lanes there are, on one alone, then on two, four and so on; the best is kept, so that more lanes are hardly
 * ever worse than fewer. Large fabrics have no time for more than the first that will do.
 */
#include "core/search/search_longer.h"

#include "core/search/balance_covered.h"

/* Steps that a row of attempts may take, as part of those left: one lane alone comes last, and always does. */
#define PART_OF_STEPS 0.75
/* When it looks for ways round no more than this, a second's work. */
#define EFFORT_WAYS 100000000

/* There is time for ways round where one look at all turns for each LID is no more than this. */
#define QUICK 50000000

gboolean search_longer_is_quick(const Search *l)
{
	return (guint64)l->graph->n_dests * l->turns->first[l->graph->n_channels] <= QUICK;
}

static guint64 effort_of(const Search *l, gboolean ways)
{
	guint64 part = (guint64)(PART_OF_STEPS * (double)l->steps->left);
	return ways ? MIN(EFFORT_WAYS, part / COVERED_STEPS) : part / COVERED_STEPS;
}

static gboolean try_lanes(Search *l, gboolean ways, guint64 *effort, GError **error)
{
	return search_cover(l, error) && search_route_longer(l, ways, effort, error);
}

/* The lanes of minimal routes, or fewer of them where not all can be served. */
static gboolean try_lanes_there(Search *l, GError **error)
{
	guint64 effort = effort_of(l, FALSE);
	for (; l->lanes->n_lanes > 1 && effort && !l->routes; lane_set_drop(l->lanes))
		if (!try_lanes(l, FALSE, &effort, error))
			return FALSE;
	return TRUE;
}

/* So many lanes, the first of them around the spanning tree. */
static gboolean try_number(Search *l, guint n, LanePlan plan, gboolean ways, guint64 *effort, GError **error)
{
	while (l->lanes->n_lanes < n) {
		plan.spanning_tree = l->lanes->n_lanes == 0;
		if (!search_add_lane(l, plan, error))
			return FALSE;
	}
	return try_lanes(l, ways, effort, error);
}

/* One lane alone serves all pairs; `*best`: how it is made best. */
static gboolean try_one(Search *l, LanePlan *best, GError **error)
{
	static const LanePlan plans[] = {{.aim = LANE_FOR_DEMAND, .search_limit = SEARCH_LIMIT, .cover = TRUE},
					 {.aim = LANE_BY_LOAD, .search_limit = SEARCH_LIMIT},
					 {.aim = LANE_BY_LOAD, .search_limit = SEARCH_LIMIT, .cover = TRUE}};
	double most = -1;
	for (guint i = 0; i < (search_longer_is_quick(l) ? G_N_ELEMENTS(plans) : 1); i++) {
		guint64 effort = effort_of(l, search_longer_is_quick(l));
		search_clear(l);
		if (!try_number(l, 1, plans[i], search_longer_is_quick(l), &effort, error))
			return FALSE;
		if (l->last > most)
			*best = plans[i];
		most = MAX(most, l->last);
	}
	return TRUE;
}

/* More lanes, that grow as one alone does best; on large fabrics without ways round, which leave pairs to the end. */
static gboolean try_more(Search *l, LanePlan plan, GError **error)
{
	gboolean ways = !search_is_large(l);
	guint64 effort = effort_of(l, ways);
	guint most = l->options.max_lanes;
	search_clear(l);
	for (guint n = 2; l->lanes->n_lanes < most && effort; n *= 2)
		if (!try_number(l, MIN(n, most), plan, ways, &effort, error))
			return FALSE;
	return TRUE;
}

gboolean search_longer(Search *l, GError **error)
{
	LanePlan best = {0};
	if (!try_lanes_there(l, error))
		return FALSE;
	if (search_is_even(l) && !search_longer_is_quick(l))
		return TRUE;
	if (!try_one(l, &best, error))
		return FALSE;
	if (l->options.max_lanes == 1 || !search_longer_is_quick(l) || best.aim != LANE_BY_LOAD)
		return TRUE;
	return try_more(l, best, error);
}
