/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the flows (who sends to whom) for which routes are improved: within each job all hosts send to each other, or
 * the flows are those of a pattern. Hosts of one job on one switch are a class; classes are numbered job by job, switch
 * by switch. The pairs of a job have the less weight the more hosts it has.
 */
#include "core/optimize/flows.h"

#include "core/base/error.h"

#include <string.h>

/*
 * The weight of a pair is this by the number of hosts of its job; small enough that squares of sums fit into 64 bits.
 */
#define FULL_WEIGHT 4096

/* Numbers the classes. size[n_jobs][n_switches]: hosts of a job on a switch. */
static void number_classes(const Graph *graph, Flows *f, const guint32 *size)
{
	gsize cells = (gsize)f->n_jobs * graph->n_switches;
	for (gsize i = 0; i < cells; i++) {
		f->class_of[i] = size[i] ? f->n_classes : GRAPH_NONE;
		if (size[i])
			f->hosts[f->n_classes++] = size[i];
	}
}

/* Fills f->weight. A job may have no hosts, or more than FULL_WEIGHT: its weight is 1 at least. */
static void weigh(const Graph *graph, Flows *f, const guint32 *size)
{
	for (guint32 j = 0; j < f->n_jobs; j++) {
		guint32 n = 0;
		for (guint32 v = 0; v < graph->n_switches; v++)
			n += size[(gsize)j * graph->n_switches + v];
		f->weight[j] = f->n_jobs == 1 ? 1 : MAX(1, FULL_WEIGHT / MAX(n, 1));
	}
}

static gboolean fill(const Graph *graph, const guint32 *job, Flows *f, GError **error)
{
	gsize cells = (gsize)f->n_jobs * graph->n_switches;
	g_autofree guint32 *size = g_try_new0(guint32, cells + 1);
	if (!size)
		return sssp_error_memory(error, "jobs", cells * sizeof(guint32));
	f->dest = arena_new_array(f->arena, guint32, graph->n_dests);
	f->job = arena_new_array(f->arena, guint32, graph->n_dests);
	f->weight = arena_new_array(f->arena, guint32, f->n_jobs);
	f->class_of = arena_new_array(f->arena, guint32, cells);
	f->hosts = arena_new_array(f->arena, guint32, graph->n_dests);
	if (!arena_check(f->arena, "jobs", error))
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		if (!graph->dests[d].is_host || (job && job[d] == GRAPH_NONE))
			continue;
		f->dest[f->n_dests] = d;
		f->job[f->n_dests] = job ? job[d] : 0;
		size[(gsize)f->job[f->n_dests++] * graph->n_switches + graph->dests[d].vertex] +=
			graph->dests[d].sibling == 0;
	}
	number_classes(graph, f, size);
	weigh(graph, f, size);
	return TRUE;
}

Flows *flows_new(const Graph *graph, const guint32 *job, guint32 n_jobs, GError **error)
{
	g_autoptr(Flows) flows = g_new0(Flows, 1);
	flows->arena = arena_new();
	flows->n_jobs = job ? n_jobs : 1;
	return fill(graph, job, flows, error) ? g_steal_pointer(&flows) : NULL;
}

Flows *flows_of_rounds(const Graph *graph, Rounds *rounds, GError **error)
{
	g_autoptr(Flows) f = g_new0(Flows, 1);
	f->arena = arena_new();
	f->rounds = rounds;
	f->n_dests = rounds->n_dests;
	f->n_jobs = 1;
	f->dest = rounds->dest;
	f->job = arena_new_array0(f->arena, guint32, rounds->n_dests);
	f->weight = arena_new_array(f->arena, guint32, 1);
	f->class_of = arena_new_array(f->arena, guint32, graph->n_switches);
	if (!arena_check(f->arena, "a pattern", error))
		return NULL;
	f->weight[0] = 1;
	memset(f->class_of, 0xff, graph->n_switches * sizeof(guint32));
	return g_steal_pointer(&f);
}

void flows_free(Flows *flows)
{
	if (!flows)
		return;
	arena_free(flows->arena);
	rounds_free(flows->rounds);
	g_free(flows);
}
