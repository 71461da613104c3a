/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the greys of charts. No two are the same: html.c finds them by value in an SVG, to change them on a dark page.
 */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_GREYS_H
#define SSSP_EVALUATOR_PLOT_PLOT_GREYS_H

#define PLOT_PAPER 1.0
#define PLOT_INK 0.1
#define PLOT_FAINT 0.87
#define PLOT_BLACK 0.2 /* of a series */

#endif
