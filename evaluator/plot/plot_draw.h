/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws a picture on a cairo surface: title, legend, panels (plot_panel.h). */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_DRAW_H
#define SSSP_EVALUATOR_PLOT_PLOT_DRAW_H

#include "evaluator/plot/plot_kinds.h"

#include <cairo.h>
#include <glib.h>

/* The size of a picture in points. */
void plot_size(const Plot *plot, gdouble *width, gdouble *height);

void plot_draw(const Plot *plot, cairo_t *cr);

#endif
