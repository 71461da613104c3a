/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Names the kinds of panels of a picture (a chart), and the functions that add values to each. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_KINDS_H
#define SSSP_EVALUATOR_PLOT_PLOT_KINDS_H

typedef enum {
	PLOT_HISTOGRAM, /* plot_bin(): how often each range of x occurs */
	PLOT_POINTS,    /* plot_point(): y over x, joined by lines */
	PLOT_BARS,      /* plot_bar(): groups of bars, one of each series, over categories */
	PLOT_BOXES,     /* plot_box(): distributions over categories */
} PlotKind;

typedef struct Plot Plot;

#endif
