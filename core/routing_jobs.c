/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Rebalances routes for jobs, which are sets of hosts that send to each other. The options give jobs by LID; here they
 * become jobs of destinations, and are numbered anew in the order of their first destination, so that the result does
 * not depend on the order in which a user lists jobs. The search itself is improve_for_jobs() (core/optimize/weigh.h).
 */
#include "core/routing_work.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/choose/mcast_tree.h"
#include "core/optimize/fence.h"
#include "core/optimize/weigh.h"

/*
 * The limit of looks at channels: one look at each channel for each destination, divided by WORK_PART, and at least
 * WORK_LEAST, which takes a tenth of a second. With 5,832 hosts on a tree that lacks some links the limit takes about
 * as long as routing.
 */
#define WORK_PART 8
#define WORK_LEAST (G_GUINT64_CONSTANT(1) << 21)

/* Where routes were kept, at most one block of tables (64 entries of a switch) in so many may change for jobs. */
#define ROUTING_JOBS_BLOCKS 10

typedef struct {
	guint32 *job;    /* [n_dests] new number of a destination's job, GRAPH_NONE: in no job */
	guint32 *number; /* [options->jobs->n_jobs] new number of a job, GRAPH_NONE: it has no host in the fabric */
	guint8 *settled; /* [new number] 1: the routes to its hosts stay */
} Numbered;

/* The job of destination d as options number it, ROUTING_NO_JOB: d is no host or in no job. */
static guint32 job_of(const Graph *graph, const RoutingJobs *jobs, guint32 d)
{
	guint lid = graph->dests[d].lid;
	guint32 job = graph->dests[d].is_host && lid < jobs->n_lids ? jobs->job_of_lid[lid] : ROUTING_NO_JOB;
	return job < jobs->n_jobs ? job : ROUTING_NO_JOB;
}

/* Numbers jobs anew and counts them in `told`. `kept`: routes were kept, so settled jobs count. FALSE with an error. */
static gboolean number(const Graph *graph, const RoutingJobs *jobs, gboolean kept, Arena *arena, Numbered *n,
		       JobsWeighed *told, GError **error)
{
	n->job = arena_new_array(arena, guint32, graph->n_dests);
	n->number = arena_new_array(arena, guint32, jobs->n_jobs);
	n->settled = arena_new_array0(arena, guint8, jobs->n_jobs);
	if (!arena_check(arena, "jobs", error))
		return FALSE;
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

/* Rebalances the routes and fills routing->jobs. FALSE with an error; the routes are as they were then. */
static gboolean weigh(RoutingWork *w, GError **error)
{
	const Graph *graph = w->graph;
	Routing *routing = w->routing;
	JobsWeighed *told = &routing->jobs;
	g_autoptr(Arena) arena = arena_new();
	Numbered n;
	WeighState state;
	guint64 blocks = fence_all(graph);
	if (!number(graph, w->options->jobs, routing->rerouted, arena, &n, told, error))
		return FALSE;
	if (!told->n_weighed)
		return TRUE;
	g_autofree guint8 *previous_tree = routing_previous_tree(w);
	if (!mcast_tree_hold(graph, routing->hops, w->routes, w->layers, previous_tree, NULL, error))
		return FALSE;
	WeighOptions options = {.job = n.job,
				.n_jobs = told->n_jobs,
				.settled = n.settled,
				.blocks = routing->rerouted ? blocks / ROUTING_JOBS_BLOCKS : blocks,
				.work = MAX((guint64)graph->n_dests * graph->n_channels / WORK_PART, WORK_LEAST)};
	if (!improve_for_jobs(graph, routing->hops, w->layers->tree, &options, w->routes, w->layers, &state, error))
		return FALSE;
	told->before = state.before;
	told->after = state.after;
	told->blocks = state.blocks;
	told->work = state.work;
	if (state.changed) {
		w->layers->proven = FALSE;
		if (routing->rerouted && routing->nonminimal_pairs)
			routing->nonminimal_pairs = routes_nonminimal(graph, w->routes, routing->hops);
	}
	return TRUE;
}

void routing_weigh_jobs(RoutingWork *w)
{
	g_autoptr(GError) error = NULL;
	gint64 start = g_get_monotonic_time();
	if (!w->options->jobs || routing_as_is(w->options))
		return;
	if (!weigh(w, &error))
		w->routing->jobs.lack =
			error->code == SSSP_ERROR_MEMORY ? "memory is short" : "what was in use has a credit loop";
	w->routing->jobs.seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}
