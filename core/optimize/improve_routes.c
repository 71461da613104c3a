/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Searches for routes that give more bandwidth by changing one entry after the other (descent.h), until it is told to
 * end. Sweeps over all destinations follow each other until hardly anything changes. Then come "warm" sweeps, which
 * also make changes for the worse, up to a price (the warmth) that falls from sweep to sweep, to get out of a local
 * optimum. Both are repeated, with twice as many warm sweeps each time. After each sweep without changes for the worse,
 * and at the end, the bandwidth is computed, and the best routes are kept. Its caller is core/routing_optimize.c.
 */
#include "core/optimize/improve_routes.h"

#include "core/base/error.h"
#include "core/optimize/descent.h"
#include "core/optimize/flows.h"
#include "core/optimize/gate.h"
#include "core/optimize/bandwidth.h"

#define SETTLED 50     /* sweeps make no more progress once they change one in so many destinations or fewer */
#define WARM_SWEEPS 16 /* how many sweeps are warm the first time; each time after it is twice as many */
/*
 * Warmth in units of the mean price of a route at a switch. With jobs it is higher: they can be kept apart, which is
 * farther from where the search begins.
 */
#define WARMTH 0.25
#define WARMTH_JOBS 4

#define SEARCH_SEED 7 /* draws the bisections by which the best routes are chosen */
#define REPORT_SEED 8 /* draws those by which they are reported: on the same ones they would seem too good */

typedef struct {
	const Graph *graph;
	const OptimizeOptions *options;
	const Flows *flows;
	Descent *descent;
	Routes *routes, *best;
	OptimizeState *state;
	double found;   /* bandwidth of the best routes by SEARCH_SEED */
	guint warm, of; /* warm sweeps that are left, out of how many */
	StopCheck *stop;
	gboolean ended;
} Work;

/*
 * About what a route at a switch costs in the mean: the sum of squared loads by the number of (destination, switch). 1
 * stands in where there are none.
 */
static double mean_price(const Work *w)
{
	const gint64 *load = w->descent->crowding->load;
	double sum = w->flows->rounds ? rounds_squares(w->flows->rounds) : 0;
	for (guint32 c = 0; c < w->graph->n_channels; c++)
		sum += (double)load[c] * (double)load[c];
	return sum / MAX(1.0, (double)w->flows->n_dests * w->graph->n_switches);
}

/*
 * Writes to *value the bandwidth of w->routes that is reported. For flows in rounds nothing is drawn, so it is
 * w->found. FALSE with SSSP_ERROR_MEMORY, or without an error when `stop` says so.
 */
static gboolean report(const Work *w, StopCheck *stop, double *value, GError **error)
{
	if (!w->flows->rounds)
		return bisections_bandwidth(w->graph, w->flows, w->routes, REPORT_SEED, stop, value, error);
	*value = w->found;
	return TRUE;
}

/* Keeps the routes of now if they are better than the best so far. FALSE with SSSP_ERROR_MEMORY. */
static gboolean keep_better(Work *w, GError **error)
{
	double value = 0;
	if (!bisections_bandwidth(w->graph, w->flows, w->routes, SEARCH_SEED, NULL, &value, error))
		return FALSE;
	if (value <= w->found)
		return TRUE;
	w->found = value;
	if (!report(w, NULL, &w->state->best, error))
		return FALSE;
	w->state->efi = routes_efi(w->graph, w->routes);
	routes_assign(w->graph, w->best, w->routes);
	return TRUE;
}

static gboolean goes_on(Work *w)
{
	w->ended = (w->options->steps && w->state->steps >= w->options->steps) || stop_wanted(w->stop);
	return !w->ended;
}

static void sweep(Work *w)
{
	guint64 left = w->options->steps ? w->options->steps - w->state->steps : G_MAXUINT64;
	guint32 done;
	descent_sweep(w->descent);
	while (goes_on(w) && (done = descent_go(w->descent, left)) > 0) {
		w->state->steps += done;
		left -= done;
	}
	w->state->sweeps += !w->ended;
}

/* The warmth of the next sweep: 0 until hardly anything changes, then at its most and falling with the square. */
static gint64 next_warmth(Work *w)
{
	double most = mean_price(w) * (w->flows->n_jobs > 1 ? WARMTH_JOBS : WARMTH);
	if (w->warm)
		w->warm--;
	else if (w->state->sweeps && w->descent->made <= w->flows->n_dests / SETTLED)
		w->warm = w->of = w->of ? 2 * w->of : WARM_SWEEPS;
	double part = w->of ? (double)w->warm / w->of : 0;
	return (gint64)(most * part * part);
}

static gboolean run(Work *w, GError **error)
{
	while (!w->ended) {
		w->descent->warmth = next_warmth(w);
		sweep(w);
		if ((!w->warm || w->ended) && !keep_better(w, error))
			return FALSE;
	}
	routes_swap(w->routes, w->best);
	return TRUE;
}

/* Computes the bandwidth to begin with. Nothing is left to do without destinations, or at full bandwidth in rounds. */
static gboolean start(Work *w, GError **error)
{
	OptimizeState *state = w->state;
	if (!bisections_bandwidth(w->graph, w->flows, w->routes, SEARCH_SEED, w->stop, &w->found, error) ||
	    !report(w, w->stop, &state->before, error) || !(w->best = routes_copy(w->graph, w->routes, error)))
		return FALSE;
	state->best = state->before;
	state->begun = TRUE;
	w->ended = w->flows->n_dests == 0 || (w->flows->rounds && w->found >= 1);
	return TRUE;
}

/* Prepares the search and runs it. FALSE with an error, or without one if it was told to end while it prepared. */
static gboolean improve(Work *w, const guint8 *hops, const Layers *layers, const guint8 *tree, GError **error)
{
	g_autoptr(Gate) gate = gate_new(w->graph, w->routes, layers, tree, FALSE, w->stop, error);
	g_autoptr(Descent) descent =
		gate ? descent_new(hops, w->flows, NULL, gate, w->routes, w->options->seed, w->stop, error) : NULL;
	w->descent = descent;
	return descent && start(w, error) && run(w, error);
}

/* The flows that are to get more bandwidth. NULL with SSSP_ERROR_MEMORY. */
static Flows *flows_for(const Graph *graph, const OptimizeOptions *options, const guint32 *job, GError **error)
{
	if (!options->send)
		return flows_new(graph, job, options->n_jobs, error);
	Rounds *rounds = rounds_new(graph, options->send, options->n_sends, error);
	if (rounds)
		rounds->relative = options->relative;
	return rounds ? flows_of_rounds(graph, rounds, error) : NULL;
}

/* The job of each destination; NULL without jobs, or with SSSP_ERROR_MEMORY. */
static guint32 *jobs_of(const Graph *graph, const OptimizeOptions *options, GError **error)
{
	guint32 *job = options->job_of_lid ? g_try_new(guint32, graph->n_dests + 1) : NULL;
	if (options->job_of_lid && !job)
		sssp_error_memory(error, "jobs", graph->n_dests * sizeof *job);
	for (guint32 d = 0; job && d < graph->n_dests; d++)
		job[d] = graph->dests[d].lid < options->n_lids ? options->job_of_lid[graph->dests[d].lid]
							       : OPTIMIZE_NO_JOB;
	return job;
}

gboolean improve_routes(const Graph *graph, const guint8 *hops, const Layers *layers, const guint8 *tree,
			const OptimizeOptions *options, Routes *routes, OptimizeState *state, GError **error)
{
	g_autofree guint32 *job = jobs_of(graph, options, error);
	g_autoptr(Flows) flows = NULL;
	if ((options->job_of_lid && !job) || !(flows = flows_for(graph, options, job, error)))
		return FALSE;
	StopCheck stop = {.options = options, .state = state};
	Work work = {
		.graph = graph, .options = options, .flows = flows, .routes = routes, .state = state, .stop = &stop};
	GError *failure = NULL;
	*state = (OptimizeState){.efi_before = routes_efi(graph, routes)};
	state->efi = state->efi_before;
	improve(&work, hops, layers, tree, &failure);
	routes_free(work.best);
	return sssp_error_pass(error, failure);
}
