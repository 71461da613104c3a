/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws the series of a panel of a chart, and says where the bars and boxes of a series stand. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_SERIES_H
#define SSSP_EVALUATOR_PLOT_PLOT_SERIES_H

#include "evaluator/plot/plot_frame.h"

/* Draws the series and marks of a panel between its axes; `cut`: some values are too high and are clipped. */
void plot_draw_series(const PlotFrame *frame, gboolean cut);

/* The width of the bars or boxes of series number s, and in *x the middle of that of `item`. */
gdouble plot_place(const PlotFrame *f, guint s, const PlotItem *item, gdouble *x);

#endif
