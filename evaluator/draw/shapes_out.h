/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes shapes as SVG, PNG and PDF. Free all with g_byte_array_unref(). */
#ifndef SSSP_EVALUATOR_DRAW_SHAPES_OUT_H
#define SSSP_EVALUATOR_DRAW_SHAPES_OUT_H

#include "evaluator/draw/shapes.h"

/* An SVG whose colours follow the reader's, with words as text and titles that appear under the pointer. */
GByteArray *shapes_svg(const Shapes *shapes);

/* On white ground; PNG at two pixels a point. NULL with SSSP_ERROR_IO or SSSP_ERROR_MEMORY. */
GByteArray *shapes_png(const Shapes *shapes, GError **error);
GByteArray *shapes_pdf(const Shapes *shapes, GError **error);

#endif
