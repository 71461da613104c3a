/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rebalances routes for jobs. Jobs by LID become jobs by destination, numbered by the first of these, so that nobody's
 * order of them matters.
 */
#include "core/routing_jobs.h"

#include "core/base/error.h"
#include "core/mcast_tree.h"
#include "core/optimize/fence.h"
#include "core/optimize/weigh.h"
#include "core/reroute/spanning.h"

/*
 * Of what it would be to look at each channel for each destination so large a part: at 5,832 hosts about as long as
 * routing takes, where these are on trees that lack some links. At least what takes a tenth of a second.
 */
#define WORK_PART 8
#define WORK_LEAST (G_GUINT64_CONSTANT(1) << 21)

typedef struct {
	guint32 *job;    /* [n_dests] */
	guint32 *number; /* [options->jobs->n_jobs] GRAPH_NONE: no host of it is there */
	guint8 *settled; /* by the new numbers */
} Numbered;

static void numbered_clear(Numbered *n)
{
	g_free(n->job);
	g_free(n->number);
	g_free(n->settled);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Numbered, numbered_clear)

static guint32 job_of(const Graph *graph, const RoutingJobs *jobs, guint32 d)
{
	guint lid = graph->dests[d].lid;
	guint32 job = graph->dests[d].is_host && lid < jobs->n_lids ? jobs->job_of_lid[lid] : ROUTING_NO_JOB;
	return job < jobs->n_jobs ? job : ROUTING_NO_JOB;
}

static gboolean number(const Graph *graph, const RoutingJobs *jobs, gboolean kept, Numbered *n, JobsWeighed *told,
		       GError **error)
{
	n->job = g_try_new(guint32, graph->n_dests + 1);
	n->number = g_try_new(guint32, jobs->n_jobs + 1);
	n->settled = g_try_malloc0(jobs->n_jobs + 1);
	if (!n->job || !n->number || !n->settled)
		return sssp_error_memory(error, "jobs", graph->n_dests * sizeof(guint32));
	for (guint32 j = 0; j < jobs->n_jobs; j++)
		n->number[j] = GRAPH_NONE;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint32 job = job_of(graph, jobs, d);
		n->job[d] = GRAPH_NONE;
		if (job == ROUTING_NO_JOB)
			continue;
		if (n->number[job] == GRAPH_NONE) {
			n->settled[told->n_jobs] = kept && jobs->settled && jobs->settled[job];
			told->n_weighed += !n->settled[told->n_jobs];
			n->number[job] = told->n_jobs++;
		}
		n->job[d] = n->number[job];
		told->n_hosts += graph->dests[d].sibling == 0;
	}
	return TRUE;
}

/*
 * The tree that multicast has beside these routes, into layers->tree; there may be none. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean hold_tree(const Graph *graph, const Routing *routing, const PreviousRoutes *before,
			  const Routes *routes, Layers *layers, GError **error)
{
	GError *failure = NULL;
	g_autofree guint8 *previous = before && !layers->tree ? g_try_malloc(graph->n_channels + 1) : NULL;
	if (previous && !spanning_previous(before, graph, previous))
		g_clear_pointer(&previous, g_free);
	guint8 *tree =
		mcast_tree_find(graph, routing->hops, routes, layers, layers->tree ? layers->tree : previous, &failure);
	if (tree) {
		g_free(layers->tree);
		layers->tree = tree;
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

static gboolean weigh(const Graph *graph, const RoutingJobs *jobs, const PreviousRoutes *before, Routes *routes,
		      Layers *layers, Routing *routing, GError **error)
{
	JobsWeighed *told = &routing->jobs;
	g_auto(Numbered) n = {0};
	WeighState state;
	guint64 blocks = fence_all(graph);
	if (!number(graph, jobs, routing->rerouted, &n, told, error))
		return FALSE;
	if (!told->n_weighed)
		return TRUE;
	if (!hold_tree(graph, routing, before, routes, layers, error))
		return FALSE;
	WeighOptions options = {.job = n.job,
				.n_jobs = told->n_jobs,
				.settled = n.settled,
				.blocks = routing->rerouted ? blocks / ROUTING_JOBS_BLOCKS : blocks,
				.work = MAX((guint64)graph->n_dests * graph->n_channels / WORK_PART, WORK_LEAST)};
	if (!weigh_jobs(graph, routing->hops, layers->tree, &options, routes, layers, &state, error))
		return FALSE;
	told->before = state.before;
	told->after = state.after;
	told->blocks = state.blocks;
	told->work = state.work;
	if (state.changed) {
		layers->proven = FALSE;
		if (routing->rerouted && routing->nonminimal_pairs)
			routing->nonminimal_pairs = routes_nonminimal(graph, routes, routing->hops);
	}
	return TRUE;
}

void routing_weigh_jobs(const Graph *graph, const RoutingOptions *options, const PreviousRoutes *before, Routes *routes,
			Layers *layers, Routing *routing)
{
	g_autoptr(GError) error = NULL;
	gint64 start = g_get_monotonic_time();
	if (!options->jobs || routing_as_is(options))
		return;
	if (!weigh(graph, options->jobs, before, routes, layers, routing, &error))
		routing->jobs.lack =
			error->code == SSSP_ERROR_MEMORY ? "memory is short" : "what was in use has a credit loop";
	routing->jobs.seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}
