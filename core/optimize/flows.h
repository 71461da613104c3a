/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the flows between hosts: within each job every host sends to every other. Without jobs all hosts are one job.
 *
 * When random pairs of a job send, a host of a job of n hosts sends to one of n. So a given pair of a small job sends
 * more often than one of a large job, and has more weight.
 *
 * The flows may be those of a known pattern instead. `rounds` has them then, all are of one job, and there are no
 * classes.
 */
#ifndef SSSP_CORE_OPTIMIZE_FLOWS_H
#define SSSP_CORE_OPTIMIZE_FLOWS_H

#include "core/base/arena.h"
#include "core/graph/graph.h"
#include "core/optimize/rounds.h"

#include <glib.h>

typedef struct {
	guint32 n_dests; /* LIDs of hosts to which flows go */
	guint32 *dest;   /* [n_dests] their indices in graph->dests, ascending */
	guint32 *job;    /* [n_dests] the job of each */
	guint32 n_jobs;
	guint32 *weight;   /* [n_jobs] the weight of one pair of the job */
	guint32 n_classes; /* a class is the hosts of one job on one switch */
	guint32 *class_of; /* [n_jobs][n_switches] number of the class, GRAPH_NONE: no host of the job is there */
	guint32 *hosts;    /* [n_classes] hosts of the class, 1 at least; NULL with `rounds` */
	Rounds *rounds;    /* the pattern that sends; NULL: all pairs of a job send */
	Arena *arena;      /* private: holds the arrays */
} Flows;

/*
 * The flows of jobs. `job` is [graph->n_dests], GRAPH_NONE for destinations in no job; NULL: all hosts are one job.
 * NULL with SSSP_ERROR_MEMORY. O(LIDs + jobs x switches).
 */
Flows *flows_new(const Graph *graph, const guint32 *job, guint32 n_jobs, GError **error);

/* The flows of a pattern. Takes `rounds` in any case. NULL with SSSP_ERROR_MEMORY. O(LIDs + switches). */
Flows *flows_of_rounds(const Graph *graph, Rounds *rounds, GError **error);
void flows_free(Flows *flows); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Flows, flows_free)

/* The class of the hosts of a job on switch v, GRAPH_NONE: there are none. O(1). */
static inline guint32 flows_class(const Flows *flows, const Graph *graph, guint32 job, guint32 v)
{
	return flows->class_of[(gsize)job * graph->n_switches + v];
}

#endif
