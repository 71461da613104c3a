/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Draws a fabric in four steps: what is shown (a sketch), where it stands (places), the shapes of it, and these as the
 * bytes of a file. The end of the file's name says which form: SVG, PNG, PDF, or DOT, which needs no shapes.
 */
#include "evaluator/draw/drawing.h"

#include "core/base/error.h"
#include "evaluator/draw/compose.h"
#include "evaluator/draw/draw_dot.h"
#include "evaluator/draw/shapes_out.h"
#include "formats/output.h"

#include <string.h>

static gboolean ends_in(const char *path, const char *end)
{
	gsize length = strlen(path);
	return length >= strlen(end) && g_ascii_strcasecmp(path + length - strlen(end), end) == 0;
}

gboolean drawing_check(const char *path, GError **error)
{
	if (!path || ends_in(path, ".svg") || ends_in(path, ".png") || ends_in(path, ".pdf") || ends_in(path, ".dot"))
		return TRUE;
	return sssp_error_usage(error, "%s: a file name that ends in .svg, .png, .pdf or .dot is needed", path);
}

GByteArray *drawing_new(const Fabric *fabric, const DrawingOptions *options, const char *path, GError **error)
{
	if (!fabric->n_switches)
		return sssp_error_null(error, SSSP_ERROR_INPUT, "there is no switch to draw");
	g_autoptr(Sketch) sketch = sketch_new(fabric, &options->loads, error);
	if (!sketch)
		return NULL;
	g_autoptr(Places) places = places_new(sketch);
	if (ends_in(path, ".dot"))
		return draw_dot(sketch, places, options->title);
	g_autoptr(Shapes) shapes = compose(sketch, places, options);
	if (ends_in(path, ".svg"))
		return shapes_svg(shapes);
	return ends_in(path, ".pdf") ? shapes_pdf(shapes, error) : shapes_png(shapes, error);
}

gboolean drawing_write(const Fabric *fabric, const DrawingOptions *options, const char *path, GError **error)
{
	g_autoptr(GByteArray) bytes = drawing_new(fabric, options, path, error);
	return bytes && output_write(path, (const char *)bytes->data, bytes->len, error);
}
