/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists who sends to whom: within each job every host to every other, all pairs alike. Without jobs all hosts are one.
 *
 * In random pairs of a job of n hosts a host sends to one of n, so a pair of a small job is there more often than one
 * of a large job. That is its weight.
 *
 * Or flows of a known pattern: then `rounds` has them, all are of one job, and there are no classes.
 */
#ifndef SSSP_CORE_OPTIMIZE_FLOWS_H
#define SSSP_CORE_OPTIMIZE_FLOWS_H

#include "core/graph/graph.h"
#include "core/optimize/rounds.h"

#include <glib.h>

typedef struct {
	guint32 n_dests; /* hosts' LIDs that somebody sends to */
	guint32 *dest;   /* [n_dests] of graph->dests, ascending */
	guint32 *job;    /* [n_dests] */
	guint32 n_jobs;
	guint32 *weight;   /* [n_jobs] of a pair */
	guint32 n_classes; /* hosts of a job on one switch */
	guint32 *class_of; /* [n_jobs][n_switches] GRAPH_NONE: no host of the job there */
	guint32 *hosts;    /* [n_classes] how many send, 1 at least */
	Rounds *rounds;    /* NULL: all pairs of a job alike */
} Flows;

/*
 * `job` is [graph->n_dests], GRAPH_NONE for those in none, or NULL: all hosts are in one. NULL with SSSP_ERROR_MEMORY.
 * O(LIDs + jobs x switches).
 */
Flows *flows_new(const Graph *graph, const guint32 *job, guint32 n_jobs, GError **error);

/* Of rounds, which are the flows' own, or freed, in any case. NULL with SSSP_ERROR_MEMORY. O(LIDs + switches). */
Flows *flows_of_rounds(const Graph *graph, Rounds *rounds, GError **error);
void flows_free(Flows *flows); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Flows, flows_free)

/* The class of the hosts of a job on switch v, GRAPH_NONE: there are none. O(1). */
static inline guint32 flows_class(const Flows *flows, const Graph *graph, guint32 job, guint32 v)
{
	return flows->class_of[(gsize)job * graph->n_switches + v];
}

#endif
