/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Stands in for shapes_cairo where there is no cairo. shapes_cairo without cairo: SVG and DOT need none of it, the
 * others are refused.
 */
#include "evaluator/draw/shapes_out.h"

#include "core/base/error.h"

static GByteArray *refuse(const char *form, GError **error)
{
	return sssp_error_null(error, SSSP_ERROR_USAGE,
			       "--plot: this sssp-eval was built without cairo and writes no %s: .svg and .dot it does",
			       form);
}

GByteArray *shapes_png(const Shapes *shapes, GError **error)
{
	(void)shapes;
	return refuse("PNG", error);
}

GByteArray *shapes_pdf(const Shapes *shapes, GError **error)
{
	(void)shapes;
	return refuse("PDF", error);
}
