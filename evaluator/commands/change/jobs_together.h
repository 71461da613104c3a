/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures the bandwidth that jobs (lists of endpoints) leave each other while all of them send, on the routes of given
 * tables.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_JOBS_TOGETHER_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_JOBS_TOGETHER_H

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

/*
 * *value: the mean bandwidth over all streams of options->patterns patterns. In each pattern every job draws a
 * bisection of its own as in ebb.h, and all jobs send at a time. `jobs` holds GArrays of endpoints (guint32); the value
 * is 1 where no job has two endpoints. FALSE with SSSP_ERROR_MEMORY. O(patterns x endpoints x hops).
 */
gboolean jobs_together(const Paths *paths, const GPtrArray *jobs, const EbbOptions *options, gdouble *value,
		       GError **error);

#endif
