/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes for jobs (hosts that send to each other) by sweeps of changes of single entries, until hardly
 * anything changes or a limit of work is reached. Only changes for the better are made, and at most options->blocks
 * blocks of tables change. (The search of improve_routes.c also makes some changes for the worse, in its warm sweeps;
 * these pay only after many sweeps.) The new routes are kept if their bandwidth is higher and no lane has a cycle.
 */
#include "core/optimize/weigh.h"

#include "core/base/error.h"
#include "core/optimize/descent.h"
#include "core/optimize/fence.h"
#include "core/optimize/flows.h"
#include "core/optimize/gate.h"
#include "core/optimize/bandwidth.h"

#define SETTLED 50 /* sweeps end once they change one in so many destinations or fewer, as in improve_routes.c */

#define SEED 1        /* draws the order in which destinations are looked at */
#define JUDGE_SEED 7  /* draws the bisections by which it is decided whether the routes are better */
#define REPORT_SEED 8 /* draws those by which they are reported: on the same ones they would seem too good */

typedef struct {
	const Graph *graph;
	const WeighOptions *options;
	const Flows *flows;
	Descent *descent; /* with its gate and fence */
	const Routes *before;
	Routes *routes;
	Layers *layers;
	WeighState *state;
} Work;

static void sweep(Work *w)
{
	Descent *descent = w->descent;
	do
		descent_sweep(descent);
	while (descent_all(descent, w->options->work) && descent->made > descent->n / SETTLED);
	w->state->work = descent->work;
	w->state->blocks = descent->fence->changed;
}

/*
 * Writes what is in use now to layers->used, unless `unused`. FALSE, also without an error, if a lane has a cycle: that
 * is checked once more, by other code than the gate's.
 */
static gboolean settle_use(Work *w, GError **error)
{
	const Gate *gate = w->descent->gate;
	guint32 n = gate->turns->first[w->graph->n_channels];
	if (gate->ports)
		return port_vls_are_free(w->graph, w->routes, w->layers->vls, error);
	for (guint lane = 0; lane < w->layers->n_layers; lane++) {
		g_autofree guint8 *used = g_try_malloc(n + 1);
		if (!used)
			return sssp_error_memory(error, "turns", n);
		for (guint32 turn = 0; turn < n; turn++)
			used[turn] = gate->lane[lane]->count[turn] != 0;
		if (!cdg_is_acyclic(gate->turns, used, error))
			return FALSE;
		if (w->options->unused)
			continue;
		g_free(w->layers->used[lane]);
		w->layers->used[lane] = g_steal_pointer(&used);
	}
	return TRUE;
}

static gboolean find_bandwidth(const Work *w, const Routes *routes, guint32 seed, double *value, GError **error)
{
	return bisections_bandwidth(w->graph, w->flows, routes, seed, NULL, value, error);
}

static gboolean is_better(const Work *w, GError **error)
{
	double then = 0, now = 0;
	return find_bandwidth(w, w->before, JUDGE_SEED, &then, error) &&
	       find_bandwidth(w, w->routes, JUDGE_SEED, &now, error) && now > then &&
	       find_bandwidth(w, w->routes, REPORT_SEED, &w->state->after, error);
}

/* Sweeps, and decides. FALSE with an error, or without one if the routes are to be as they were. */
static gboolean run(Work *w, GError **error)
{
	sweep(w);
	if (w->options->unused && !w->state->blocks)
		return FALSE; /* bandwidth of unused routes that stay is not reported: it need not be computed */
	if (!find_bandwidth(w, w->before, REPORT_SEED, &w->state->before, error))
		return FALSE;
	return w->state->blocks && is_better(w, error) && settle_use(w, error);
}

static gboolean weigh(Work *w, const guint8 *hops, const guint8 *tree, GError **error)
{
	g_autoptr(Gate) gate = gate_new(w->graph, w->routes, w->layers, tree, !w->options->unused, NULL, error);
	g_autoptr(Fence) fence = gate ? fence_new(w->graph, w->options->blocks, error) : NULL;
	g_autoptr(Descent) descent =
		fence ? descent_new(hops, w->flows, w->options->settled, gate, w->routes, SEED, NULL, error) : NULL;
	if (!descent)
		return FALSE;
	descent->fence = fence;
	w->descent = descent;
	return run(w, error);
}

gboolean improve_for_jobs(const Graph *graph, const guint8 *hops, const guint8 *tree, const WeighOptions *options,
			  Routes *routes, Layers *layers, WeighState *state, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Routes) before = routes_copy(graph, routes, error);
	g_autoptr(PortVls) vls = before && layers->vls ? port_vls_copy(graph, layers->vls, error) : NULL;
	g_autoptr(Flows) flows =
		before && !vls == !layers->vls ? flows_new(graph, options->job, options->n_jobs, error) : NULL;
	*state = (WeighState){0};
	if (!flows)
		return FALSE;
	Work work = {.graph = graph,
		     .options = options,
		     .flows = flows,
		     .before = before,
		     .routes = routes,
		     .layers = layers,
		     .state = state};
	state->changed = weigh(&work, hops, tree, &failure);
	if (!state->changed) {
		routes_swap(routes, before);
		if (vls) {
			port_vls_free(layers->vls);
			layers->vls = g_steal_pointer(&vls);
		}
		state->blocks = 0;
		state->after = state->before;
	}
	return sssp_error_pass(error, failure);
}
