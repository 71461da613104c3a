/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Describes a picture in words, for those who do not see it. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_DESCRIBE_H
#define SSSP_EVALUATOR_PLOT_PLOT_DESCRIBE_H

#include "evaluator/plot/plot_kinds.h"

#include <glib.h>

/* What each panel shows of each series: values of bars, medians and ends of boxes, ranges of histograms and lines. */
GString *plot_describe(const Plot *plot);

#endif
