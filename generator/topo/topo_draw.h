/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Has sssp-eval draw a picture of a fabric, as the code that draws is part of the evaluator. */
#ifndef SSSP_GENERATOR_TOPO_TOPO_DRAW_H
#define SSSP_GENERATOR_TOPO_TOPO_DRAW_H

#include <glib.h>

/*
 * Has `sssp-eval draw` (beside this program, else in PATH) draw a topology, given as text of ibnetdiscover, into a file
 * whose name ends in .svg, .png, .pdf or .dot. `spec` is its title. FALSE with SSSP_ERROR_IO or SSSP_ERROR_USAGE.
 */
gboolean topo_draw(const char *spec, const GString *text, const char *picture, GError **error);

#endif
