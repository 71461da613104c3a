/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_SERIES_H
#define SSSP_EVALUATOR_PLOT_PLOT_SERIES_H

#include "evaluator/plot/plot_frame.h"

/* Series and marks of a panel, between its axes. */
void plot_draw_series(const PlotFrame *frame);

#endif
