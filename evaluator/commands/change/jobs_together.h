/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What jobs leave each other: all of them send at a time. */
#ifndef SSSP_EVALUATOR_COMMANDS_CHANGE_JOBS_TOGETHER_H
#define SSSP_EVALUATOR_COMMANDS_CHANGE_JOBS_TOGETHER_H

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

/*
 * The mean bandwidth, over all streams of options->patterns patterns, into *value: in each every job draws a bisection
 * of its own as in ebb.h, and all send at a time. `jobs` are GArrays of endpoints (guint32); 1 where no two send. FALSE
 * with SSSP_ERROR_MEMORY. O(patterns x endpoints x hops).
 */
gboolean jobs_together(const Paths *paths, const GPtrArray *jobs, const EbbOptions *options, gdouble *value,
		       GError **error);

#endif
