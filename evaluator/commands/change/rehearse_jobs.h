/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures what jobs (named lists of hosts) get out of two routings of one fabric, the present and a new one: bandwidth
 * and fullest channel. The command rehearse shows it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_REHEARSE_JOBS_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_REHEARSE_JOBS_H

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

/* What a job gets of one set of tables. */
typedef struct {
	gdouble ebb;     /* mean bandwidth among its endpoints; 1: it has one endpoint */
	guint32 channel; /* the fullest channel, PATHS_NONE: the job uses none */
	guint64 load;    /* routes over that channel among the job's endpoints */
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

#define JOB_MATTERS 0.01 /* part of full bandwidth: smaller differences count as none */

/* What the job gains (negative: loses) in bandwidth; 0 where that is nearer to 0 than JOB_MATTERS. */
gdouble job_gain(const Job *job);

/*
 * Measures the jobs of a file with lines "NAME: HOSTS", the hosts as for --subset. `now` and `new` are paths of one
 * fabric; the function changes which of their endpoints take part. Job, in the order of the file. NULL with
 * SSSP_ERROR_INPUT "FILE:LINE: .." or any other error of input_name_list() and ebb_facts_new(). Cost: that of efi.h and
 * ebb.h twice for each job.
 */
GPtrArray *jobs_measure(const char *file, Paths *now, Paths *new, const EbbOptions *ebb, GError **error);

/*
 * Measures the jobs while all of them send (jobs_together.h). Afterwards all endpoints of the jobs take part. FALSE
 * with SSSP_ERROR_MEMORY.
 */
gboolean jobs_measure_together(const GPtrArray *jobs, Paths *now, Paths *new, const EbbOptions *ebb,
			       JobsTogether *together, GError **error);

#endif
