/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What jobs get out of two routings of the fabric that they run on. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_REHEARSE_JOBS_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_REHEARSE_JOBS_H

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

/* A job on the tables of now, and on the new ones. */
typedef struct {
	gdouble ebb;     /* among its endpoints; 1 where there is one */
	guint32 channel; /* the fullest, PATHS_NONE: none is in use */
	guint64 load;    /* routes among its endpoints over it */
} JobFigures;

typedef struct {
	char *name;
	guint32 endpoints;
	JobFigures now, new;
	GArray *list; /* guint32: its endpoints */
} Job;

/* Mean bandwidth within the jobs while all of them send. */
typedef struct {
	gdouble now, new;
} JobsTogether;

#define JOB_MATTERS 0.01 /* of full bandwidth: what a job has to gain or lose to be told of */

/* What it gains, negative: loses; 0 where that does not matter. */
gdouble job_gain(const Job *job);

/*
 * The jobs of a file, lines "NAME: HOSTS" with the hosts as for --subset, measured; both paths are of one fabric, and
 * what takes part in them is changed. Job, in the order of the file. NULL with SSSP_ERROR_INPUT "FILE:LINE: .." or any
 * other error of input_name_list() and ebb_facts_new(). Cost: that of efi.h and ebb.h twice for each job.
 */
GPtrArray *jobs_measure(const char *file, Paths *now, Paths *new, const EbbOptions *ebb, GError **error);

/*
 * The same of all jobs at a time (jobs_together.h); all their endpoints take part afterwards. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean jobs_measure_together(const GPtrArray *jobs, Paths *now, Paths *new, const EbbOptions *ebb,
			       JobsTogether *together, GError **error);

#endif
