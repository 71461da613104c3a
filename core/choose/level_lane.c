/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Levels the loads of channels on one lane. Where some paths are longer than minimal, the order of channels that these
 * follow has left some channels overloaded: routes move off these (unload_full()). Where all paths are minimal, each
 * round moves a few routes off the fullest channels, to lower the highest load by a part; the round is taken back if
 * that fails, or if random bisections of the hosts lose bandwidth.
 *
 * Why the rounds can gain: the routes to a destination come down by a channel of its own (trunk.h). Where there are
 * more destinations than channels, some channels carry two destinations, others one. If a part x of the routes to two
 * destinations moves to channels that carry one, uniform traffic gains in proportion to x, and bisections lose in
 * proportion to x squared.
 */
#include "core/choose/weigh_hosts.h"

#include "core/balance/score.h"
#include "core/base/error.h"
#include "core/choose/unload.h"

/* The part of the highest load that a round takes off: STEP, or LESS where that is too much. */
#define STEP 0.2
#define LESS 0.04
#define MOST_ROUNDS 8

/* Bisections that keep this part of their bandwidth have lost nothing that could be measured. */
#define ALIKE 0.998

/* Where the highest load is at most so many times the mean, there is nothing to gain. */
#define EVEN 1.05

/* Destinations x channels beyond which a round takes longer than its gain justifies. */
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 31)

gboolean level_lane_is_asked(const Graph *graph, const RoutingOptions *options)
{
	return routing_may_improve(options) && (guint64)graph->n_dests * graph->n_channels <= MOST_LOOKS;
}

/*
 * Runs one round on the routes in `moved`. If they are better, `routes` gets them, else `moved` is set back to
 * `routes`. `*better` says which. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean level(const Graph *graph, Unload *unload, double step, double least, Routes *moved, Routes *routes,
		      gboolean *better, GError **error)
{
	double bandwidth = 0;
	guint64 efi = routes_efi(graph, routes);
	unload_round(unload, (guint64)((1 - step) * (double)efi));
	*better = routes_efi(graph, moved) < efi;
	if (*better && !probe_bisections(graph, moved, probe_patterns(graph), &bandwidth, error))
		return FALSE;
	*better = *better && bandwidth >= least;
	routes_assign(graph, *better ? routes : moved, *better ? moved : routes);
	return TRUE;
}

/* Runs the rounds. FALSE with SSSP_ERROR_MEMORY. */
static gboolean level_shortest(const Graph *graph, const guint8 *hops, Routes *routes, Layers *layers, GError **error)
{
	GError *failure = NULL;
	double before;
	gboolean better = TRUE;
	g_autoptr(Routes) moved = routes_copy(graph, routes, error);
	if (!moved || !probe_bisections(graph, routes, probe_patterns(graph), &before, error))
		return FALSE;
	g_autoptr(Unload) unload = unload_new(graph, hops, moved, layers, &failure);
	double step = (1 - STEP) * (double)routes_efi(graph, routes) > routes_mean_load(graph, routes) ? STEP : LESS;
	for (guint round = 0; unload && round < MOST_ROUNDS && !unload_is_spent(unload) && (better || step > LESS);
	     round++) {
		step = better ? step : LESS;
		if (!level(graph, unload, step, ALIKE * before, moved, routes, &better, error))
			return FALSE;
	}
	return sssp_error_pass(error, failure);
}

gboolean level_lane(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint64 plain,
		    Routes *routes, Layers *layers, GError **error)
{
	guint64 efi = routes_efi(graph, routes);
	gboolean had_tree = layers->tree != NULL;
	if (layers->vls || !level_lane_is_asked(graph, options) ||
	    (double)efi <= EVEN * routes_mean_load(graph, routes))
		return TRUE;
	gboolean longer = routes_nonminimal(graph, routes, hops) > 0;
	if (longer && !plain)
		return TRUE;
	if (!(longer ? unload_full(graph, hops, plain, UNLOAD_MOST_LOOKS, routes, layers, error)
		     : level_shortest(graph, hops, routes, layers, error)))
		return FALSE;
	if (routes_efi(graph, routes) < efi)
		layers->proven = FALSE;
	else if (!had_tree) /* a previous tree has its turn first */
		g_clear_pointer(&layers->tree, g_free);
	return TRUE;
}
