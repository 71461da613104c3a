/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes a few routes from the fullest channels of one lane, a bit more each round, as long as bisections lose nothing.
 * Routes to a destination come down by a channel of its own (trunk.h): where there are more destinations than channels
 * some carry two, others one. To lead a part x of what is to two to others brings uniform traffic a gain that grows
 * with x, and bisections a loss that grows with its square.
 */
#include "core/choose/level_lane.h"

#include "core/balance/score.h"
#include "core/engines/psssp.h"
#include "core/choose/unload.h"

/* Of the load of the fullest channel, what a round takes; less once that is too much. */
#define STEP 0.1
#define LESS 0.04
#define MOST_ROUNDS 8

/* With this part of the bandwidth that there was bisections lose nothing that could be told. */
#define ALIKE 0.998

/* Fuller than the mean by less than this: nothing to gain. */
#define EVEN 1.05

/* Looks at channels for destinations beyond which a round takes longer than it is worth. */
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 26)

static gboolean is_asked(const Graph *graph, const RoutingOptions *options)
{
	gboolean psssp = !options->engine || options->engine == &engine_psssp;
	return psssp && !options->passes && !options->capacities && !options->n_ignored &&
	       (guint64)graph->n_dests * graph->n_channels <= MOST_LOOKS;
}

/* One round; `*better` whether its routes were kept. */
static gboolean level(const Graph *graph, const guint8 *hops, double step, double least, Routes *routes, Layers *layers,
		      RouteFigures *figures, gboolean *better, GError **error)
{
	RouteFigures now;
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	*better = FALSE;
	if (!before ||
	    !unload_full(graph, hops, MAX((guint64)((1 - step) * (double)figures->efi), 1), TRUE, routes, layers,
			 error) ||
	    !route_figures(graph, hops, routes, &now, error))
		return FALSE;
	*better = now.efi < figures->efi && now.bandwidth >= least;
	if (*better)
		*figures = now;
	else
		routes_swap(routes, before);
	return TRUE;
}

gboolean level_lane(const Graph *graph, const guint8 *hops, const RoutingOptions *options, Routes *routes,
		    Layers *layers, GError **error)
{
	RouteFigures figures;
	gboolean better = TRUE;
	if (layers->vls || !is_asked(graph, options) ||
	    (double)routes_efi(graph, routes) <= EVEN * routes_mean_load(graph, routes))
		return TRUE;
	if (!route_figures(graph, hops, routes, &figures, error))
		return FALSE;
	if (figures.longer) /* there full buffers hold packets back more than full channels do */
		return TRUE;
	double least = ALIKE * figures.bandwidth, step = STEP;
	for (guint round = 0; round < MOST_ROUNDS && (better || step > LESS); round++) {
		step = better ? step : LESS;
		if (!level(graph, hops, step, least, routes, layers, &figures, &better, error))
			return FALSE;
	}
	return TRUE;
}
