/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The thorough search: lanes grown turn by turn, one after the other, each of what the routes not served yet make most;
 * for each number of lanes the last one is made anew a few times, for the pairs that its predecessor failed. When all
 * lanes are used up, the last one joins what is left by longer routes.
 */
#include "core/search/search.h"

#include "core/search/pair_search.h"

#include <string.h>

/*
 * Times the last lane is made anew for the pairs that its predecessor left without a lane, each time with another
 * limit: placing the turns that are hard to place makes a lane fuller, but not always better.
 */
#define LAST_LANES 3
static const guint search_limits[LAST_LANES] = {300, 60, 1500};

/* Lanes that are made of what most routes need only; those after them serve the pairs first that none serves yet. */
#define FREE_LANES 2

/*
 * Parts of the effort that are used up when lanes for minimal routes are given up, and when all lanes were tried with
 * longer ones; the rest is for longer routes on one lane.
 */
#define GROW_PART 0.4
#define JOIN_PART 0.6

/* Longer routes for fewer than one pair in this many are few enough. */
#define FEW_LONG 20

static LanePlan grown(gboolean cover, gboolean spanning_tree, guint attempt)
{
	return (LanePlan){.cover = cover,
			  .spanning_tree = spanning_tree,
			  .search_limit = search_limits[attempt],
			  .way = LANE_BY_LOAD};
}

/* With one more lane, made to serve what the others do not, are there minimal routes for all? */
static gboolean try_minimal(Search *l, GError **error)
{
	search_unmark(l);
	for (guint attempt = 0; attempt < LAST_LANES; attempt++) {
		gboolean has_tree = l->lanes->n_lanes == 0 && attempt == 0;
		GError *failure = NULL;
		g_autoptr(PairRoutes) trees = NULL;
		if (!search_add_lane(l, grown(TRUE, has_tree, attempt), error))
			return FALSE;
		if (search_covers_all(l, &failure))
			trees = pair_search(l->graph, l->hops, l->lanes, l->covered, PAIR_SEARCH_MINIMAL, &failure);
		if (failure) {
			g_propagate_error(error, failure);
			return FALSE;
		}
		gboolean served = trees && !trees->n_without;
		if (served && !search_route(l, trees, error))
			return FALSE;
		lane_set_drop(l->lanes);
		if (served || (!has_tree && (!trees || !search_mark_unserved(l, trees))) ||
		    !lane_set_may_search(l->lanes))
			break;
	}
	return TRUE;
}

/* The ways to make a last lane that joins every pair; large fabrics have time for the quick one only. */
static guint ways_to_join(const Search *l)
{
	return l->graph->n_switches > SEARCH_MANY ? 1 : 1 + LAST_LANES;
}

static LanePlan joining(guint attempt)
{
	return attempt == 0 ? search_order_plan(TRUE, TRUE, LANE_FOR_DEMAND) : grown(TRUE, TRUE, attempt - 1);
}

/* Whether another way to make the last lane is worth a try. */
static gboolean may_try_again(const Search *l, const PairRoutes *best)
{
	guint64 pairs = (guint64)l->graph->n_switches * l->graph->n_switches;
	return best->n_long >= pairs / FEW_LONG && lane_set_may_search(l->lanes);
}

/* The last lane joins every pair somehow; the way with the fewest longer routes is kept if it is the best so far. */
static gboolean join_all(Search *l, guint n_lanes, GError **error)
{
	g_autoptr(PairRoutes) best = NULL;
	guint best_attempt = 0;
	while (l->lanes->n_lanes >= n_lanes)
		lane_set_drop(l->lanes);
	for (guint attempt = 0; attempt < ways_to_join(l) && (!best || may_try_again(l, best)); attempt++) {
		g_autoptr(PairRoutes) trees = NULL;
		if (!search_add_lane(l, joining(attempt), error) ||
		    !lane_set_cover(l->lanes, l->graph, l->covered, error) ||
		    !(trees = pair_search(l->graph, l->hops, l->lanes, l->covered, PAIR_SEARCH_ALL, error)))
			return FALSE;
		lane_set_drop(l->lanes);
		if (best && best->n_long <= trees->n_long)
			continue;
		pair_routes_free(best);
		best = g_steal_pointer(&trees);
		best_attempt = attempt;
	}
	return search_add_lane(l, joining(best_attempt), error) && search_route(l, best, error);
}

/* All lanes are used up. One lane alone is tried too: what joins every pair there is not hampered by other lanes. */
gboolean search_longer(Search *l, GError **error)
{
	search_unmark(l);
	search_set_effort(l, JOIN_PART);
	if (!join_all(l, l->options.max_lanes, error))
		return FALSE;
	search_set_effort(l, 1);
	return l->options.max_lanes == 1 || join_all(l, 1, error);
}

static gboolean grow_lanes(Search *l, GError **error)
{
	search_set_effort(l, GROW_PART);
	while (l->lanes->n_lanes < l->options.max_lanes && lane_set_may_search(l->lanes)) {
		if (!try_minimal(l, error))
			return FALSE;
		if (search_is_enough(l))
			return TRUE;
		search_unmark(l);
		if (!search_add_lane(l, grown(l->lanes->n_lanes >= FREE_LANES, l->lanes->n_lanes == 0, 0), error))
			return FALSE;
	}
	return TRUE;
}

/* Where a small fabric may gain more the search looks for all the bandwidth that routes can have. */
gboolean search_turns(Search *l, GError **error)
{
	if (search_may_gain(l)) {
		l->enough /= search_enough(l);
		l->tries = 0;
	}
	search_clear(l);
	return grow_lanes(l, error);
}
