/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Panels that a few values far above all others would flatten: those leave by the top, with their number. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_CUT_H
#define SSSP_EVALUATOR_PLOT_PLOT_CUT_H

#include "evaluator/plot/plot_frame.h"

/*
 * TRUE where the panel is better cut, and in *most the largest value below that: at most a third of its values are
 * above, and each of those several times as large. Only panels that plot_may_cut() was said of.
 */
gboolean plot_cut(const PlotPanel *panel, gdouble *most);

/* The numbers of the bars and boxes that leave the panel. */
void plot_draw_cut(const PlotFrame *f);

#endif
