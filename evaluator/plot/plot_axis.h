/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chooses where an axis begins and ends and where its ticks stand: 1, 2 or 5 times a power of ten apart. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_AXIS_H
#define SSSP_EVALUATOR_PLOT_PLOT_AXIS_H

#include "evaluator/plot/plot_data.h"

typedef struct {
	gdouble low, high; /* low < high, both ticks */
	gdouble step;
	guint n_ticks;  /* low + i * step for i < n_ticks */
	guint decimals; /* that a tick's number takes */
} PlotAxis;

/*
 * An axis over a range with about `most` (>= 2) ticks. A range of one value is widened to 0; that of 0 alone, and one
 * that is not set, become 0 .. 1. `whole`: no ticks between whole numbers.
 */
PlotAxis plot_axis(const PlotRange *range, guint most, gboolean whole);

gdouble plot_axis_tick(const PlotAxis *axis, guint i);

/* A tick's number with commas between thousands. Free with g_free(). */
char *plot_axis_words(const PlotAxis *axis, guint i);

#endif
