/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All passes first, then one: the more even ones are tried. */
#include "core/split_plain.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/fit/infrastructure.h"
#include "core/mcast_tree.h"
#include "core/search/search.h"

/* Too much is so much more than the fullest channel of P-SSSP's routes has. */
#define TOO_MUCH 1.2
/* Looks at channels, a part of a second's work. */
#define EFFORT 10000000

/* P-SSSP's most even routes. NULL with SSSP_ERROR_MEMORY. */
static Routes *make_plain(const Graph *graph, guint passes, GError **error)
{
	PssspOptions first = {.passes = passes, .first_only = TRUE}, all = {.passes = passes ? passes : PSSSP_PASSES};
	g_autoptr(Routes) once = routes_new(graph, error);
	if (!once || !psssp_compute(graph, &first, once, error))
		return NULL;
	g_autoptr(Routes) more = routes_copy(graph, once, error);
	if (!more || !psssp_compute(graph, &all, more, error))
		return NULL;
	if (routes_efi(graph, once) < routes_efi(graph, more))
		routes_swap(once, more);
	return g_steal_pointer(&more);
}

static gboolean is_uneven(const Graph *graph, const Routes *routes, guint64 plain_efi)
{
	return (double)routes_efi(graph, routes) > TOO_MUCH * (double)plain_efi;
}

/*
 * Lanes for `plain` as it is, then for what is no host, and a tree for multicast beside them. NULL without `error` when
 * there are too few lanes, or no tree.
 */
static Layers *split(const Graph *graph, const RoutingOptions *options, guint max_lanes, Routes *plain,
		     Routing *routing, GError **error)
{
	GError *failure = NULL;
	guint64 effort = EFFORT;
	g_autoptr(Layers) layers =
		layers_first_fit_within(graph, plain, max_lanes, !options->asymmetric, &effort, &failure);
	steps_spend(&routing->steps, EFFORT - effort);
	if (layers && !infrastructure_fit(graph, routing->hops, max_lanes, FALSE, plain, layers, &failure))
		g_clear_pointer(&layers, layers_free);
	if (layers && !(layers->tree = mcast_tree_find(graph, routing->hops, plain, layers, NULL, &failure)))
		g_clear_pointer(&layers, layers_free);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		g_clear_error(&failure);
	if (failure)
		g_propagate_error(error, failure);
	return g_steal_pointer(&layers);
}

gboolean split_plain(const Graph *graph, const RoutingOptions *options, guint max_lanes, Routes *routes, Layers *layers,
		     Routing *routing, GError **error)
{
	GError *failure = NULL;
	double then = 0, now = 0;
	guint64 plain_efi = layers->plain_efi;
	if (max_lanes < 2 || !is_uneven(graph, routes, plain_efi) || !steps_remain(&routing->steps))
		return TRUE;
	g_autoptr(Routes) plain = make_plain(graph, options->passes, error);
	if (!plain)
		return FALSE;
	g_autoptr(Layers) others = split(graph, options, max_lanes, plain, routing, &failure);
	if (failure)
		g_propagate_error(error, failure);
	if (!others || others->n_unproven > layers->n_unproven)
		return failure == NULL;
	if (!search_worth(graph, routes, routes_nonminimal(graph, routes, routing->hops), plain_efi, &then, error) ||
	    !search_worth(graph, plain, 0, plain_efi, &now, error))
		return FALSE;
	if (now <= then)
		return TRUE;
	others->lane_aware = layers->lane_aware;
	routes_swap(routes, plain);
	layers_swap(layers, others);
	layers->plain_efi = plain_efi;
	routing->strategy = "split";
	return TRUE;
}
