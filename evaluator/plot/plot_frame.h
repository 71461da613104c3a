/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Maps values to places in a panel: the rectangle between its axes, and the values that these show. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_FRAME_H
#define SSSP_EVALUATOR_PLOT_PLOT_FRAME_H

#include "evaluator/plot/plot_data.h"

#include <cairo.h>

typedef struct {
	const PlotPanel *panel;
	cairo_t *cr;
	gdouble left, top, width, height;     /* between the axes */
	gdouble x_low, x_high, y_low, y_high; /* what they show */
} PlotFrame;

static inline gdouble plot_x(const PlotFrame *f, gdouble value)
{
	return f->left + (value - f->x_low) / (f->x_high - f->x_low) * f->width;
}

static inline gdouble plot_y(const PlotFrame *f, gdouble value)
{
	return f->top + f->height - (value - f->y_low) / (f->y_high - f->y_low) * f->height;
}

#endif
