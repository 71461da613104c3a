/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Replaces shapes_cairo.c in builds without cairo: PNG and PDF are refused. SVG and DOT need no cairo.
 */
#include "evaluator/draw/shapes_out.h"

#include "core/base/error.h"

static GByteArray *refuse(const char *form, GError **error)
{
	return sssp_error_null(error, SSSP_ERROR_USAGE,
			       "--plot: this sssp-eval was built without cairo: it cannot write %s, only .svg and .dot",
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
