/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cuts panels that a few values far above all others would flatten: these values leave by the top, with their number.
 */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_CUT_H
#define SSSP_EVALUATOR_PLOT_PLOT_CUT_H

#include "evaluator/plot/plot_frame.h"

/*
 * TRUE where the panel is better cut; *most is then the largest value that stays. At most a third of the values are
 * above it, each of those several times as large. FALSE for panels without plot_may_cut().
 */
gboolean plot_cut(const PlotPanel *panel, gdouble *most);

/* Draws the numbers of the bars and boxes that leave the panel. */
void plot_draw_cut(const PlotFrame *f);

#endif
