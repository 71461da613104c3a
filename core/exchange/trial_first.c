/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fills the lanes with what is in use before the first phase. All routes of the new routing,
 * and those before it, are sorted at once where that has no cycle; else those that stay as they are; what has a cycle
 * even so is added one by one.
 */
#include "core/exchange/trial.h"

#include "core/base/error.h"

#include <string.h>

/* Lanes that nothing uses now may still have connections. */
static gboolean add_lanes(LaneUse *use, guint n, GError **error)
{
	for (guint lane = use->n_lanes; lane < MIN(n, LAYERS_MAX); lane++)
		if (!(use->lane[lane] = cdg_new(use->turns, error)))
			return FALSE;
	lane_use_settle(use);
	return TRUE;
}

/* Turns the mixture to previous routes of a destination on previous lanes. */
static gboolean begin_previous(Trial *t, guint32 dest)
{
	const Both *b = t->both;
	both_begin(t->both, dest);
	memcpy(t->mix->from, b->was, b->graph->n_switches * sizeof(LaneMask));
	trial_set(t, b->has, b->may, NULL);
	return mix_sort(t->mix);
}

/* As much of previous routes as closes no cycle; FALSE: that is not all. */
static gboolean add_previous(Trial *t)
{
	const Both *b = t->both;
	gboolean all = TRUE;
	for (guint i = 0; i < b->changed->len; i++) {
		lane_use_begin(t->first);
		all = begin_previous(t, g_array_index(b->changed, guint32, i)) && mix_use_most(t->mix, t->first) && all;
	}
	return all;
}

/* Previous routes marked beside what is marked; NULL also without `error` when that has a cycle. */
static LaneUse *use_with_previous(Trial *t, guint n_lanes, guint8 *const *used, GError **error)
{
	const Both *b = t->both;
	for (guint i = 0; i < b->changed->len; i++) {
		if (!begin_previous(t, g_array_index(b->changed, guint32, i)))
			return NULL;
		mix_mark(t->mix, b->stand->turns, n_lanes, used);
	}
	return lane_use_of_marks(b->graph, n_lanes, used, error);
}

/* All routes that stay as they are. NULL with SSSP_ERROR_MEMORY. */
static Routes *unchanged_routes(const Trial *t, GError **error)
{
	const Both *b = t->both;
	Routes *routes = routes_copy(b->graph, b->stand->routes, error);
	for (guint i = 0; routes && i < b->changed->len; i++)
		memset(routes_row(routes, g_array_index(b->changed, guint32, i)), ROUTE_NONE, b->graph->n_switches);
	return routes;
}

/* Marks what the new routing has in use, or may have; with `routes` what these have. */
static gboolean mark_base(const Trial *t, const Routes *routes, guint8 *const *used, GError **error)
{
	const Stand *stand = t->both->stand;
	gsize n_turns = stand->turns->first[stand->graph->n_channels];
	if (routes)
		return layers_mark_each(stand->graph, routes, LAYERS_OF_ALL, stand->layers, stand->turns, used, error);
	for (guint lane = 0; lane < stand->layers->n_layers; lane++)
		memcpy(used[lane], stand->used[lane], n_turns);
	return TRUE;
}

/* Everything at once: a sort takes less time than to add one by one. NULL also without `error`: there is a cycle. */
static LaneUse *sort_first(Trial *t, const Routes *routes, GError **error)
{
	const Stand *stand = t->both->stand;
	guint n_lanes = MIN(MAX(stand->layers->n_layers, t->both->lanes), LAYERS_MAX);
	gsize n_turns = stand->turns->first[stand->graph->n_channels];
	guint8 *used[LAYERS_MAX] = {NULL};
	gboolean fine = TRUE;
	for (guint lane = 0; fine && lane < n_lanes; lane++)
		fine = (used[lane] = g_try_malloc0(n_turns + 1)) || sssp_error_memory(error, "dependencies", n_turns);
	LaneUse *use = fine && mark_base(t, routes, used, error) ? use_with_previous(t, n_lanes, used, error) : NULL;
	for (guint lane = 0; lane < n_lanes; lane++)
		g_free(used[lane]);
	return use;
}

/* What has a cycle is added one by one, as far as it goes. */
static gboolean begin_with_cycle(Trial *t, const Routes *routes, gboolean *free, GError **error)
{
	const Both *b = t->both;
	t->first = lane_use_new(b->graph, routes, LAYERS_OF_ALL, b->stand->layers, error);
	if (!t->first || !add_lanes(t->first, b->lanes, error))
		return FALSE;
	*free = add_previous(t);
	return TRUE;
}

gboolean trial_begin_first(Trial *t, gboolean *free, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Routes) routes = NULL;
	*free = TRUE;
	if (!(t->first = sort_first(t, NULL, &failure)) && !failure && (routes = unchanged_routes(t, &failure)) &&
	    !(t->first = sort_first(t, routes, &failure)) && !failure)
		begin_with_cycle(t, routes, free, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}
