/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/draw: the picture of a fabric. In this order:
 *
 *	drawing      the picture and its forms (below); draw_options: what it shall be; draw_dot: the language of
 *	             Graphviz
 *	sketch/      what is shown: switches and cables, merged until they fit (sketch_group), their levels
 *	             (sketch_levels) or the grid that they are (sketch_grid: by names, grid_names, or by cables,
 *	             grid_cables), and their names
 *	place/       where it stands: rows (place_levels), a grid (place_grid), or as neato says (place_field)
 *	compose      the shapes: boxes, lines (compose_lines), numbers (compose_numbers) and what is said below
 *	             (compose_legend), by what they share (composer); bundle_look: what a bundle looks like; room_for:
 *	             words that overlap nothing
 *	shapes       a drawing as a list; shapes_svg, shapes_cairo: its forms
 */

/*
 * Draws a picture of a fabric: switches and directors as boxes with their number of hosts, the cables between the same
 * two boxes as one line, the wider the more they are, in the colour of the routes on them. The same fabric and loads
 * make the same bytes with the same Graphviz and fonts.
 */
#ifndef SSSP_EVALUATOR_DRAW_DRAWING_H
#define SSSP_EVALUATOR_DRAW_DRAWING_H

#include "evaluator/draw/draw_options.h"

#include <glib.h>

/* FALSE with SSSP_ERROR_USAGE, which names --plot, unless a file name (NULL: none) ends in .svg, .png, .pdf or .dot. */
gboolean drawing_check(const char *path, GError **error);

/* The picture in the form that the end of the name asks for. NULL with SSSP_ERROR_MEMORY, SSSP_ERROR_INPUT where there
   is no switch, and SSSP_ERROR_IO. Free with g_byte_array_unref(). O(cables log cables). */
GByteArray *drawing_new(const Fabric *fabric, const DrawingOptions *options, const char *path, GError **error);

/* Writes the picture to a file, whole or not at all. FALSE with the errors of drawing_new(). */
gboolean drawing_write(const Fabric *fabric, const DrawingOptions *options, const char *path, GError **error);

#endif
