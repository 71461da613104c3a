/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The greys, which a dark page turns round (html.c); no two are the same. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_GREYS_H
#define SSSP_EVALUATOR_PLOT_PLOT_GREYS_H

#define PLOT_PAPER 1.0
#define PLOT_INK 0.1
#define PLOT_FAINT 0.87
#define PLOT_BLACK 0.2 /* of a series */

#endif
