/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Replaces plot_write.c in builds without cairo: a page says a picture in words (plot_describe.c), --plot is refused.
 */
#include "evaluator/plot/plot.h"

#include "core/base/error.h"
#include "evaluator/plot/plot_data.h"
#include "evaluator/plot/plot_describe.h"

#include <string.h>

#define WITHOUT "this sssp-eval was built without cairo and draws no charts"

GByteArray *plot_svg(const Plot *plot, GError **error)
{
	(void)error;
	g_autoptr(GString) words = plot_describe(plot);
	g_autofree char *svg = g_markup_printf_escaped(
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"40\" viewBox=\"0 0 640 40\" "
		"role=\"img\">\n"
		"<title>%s</title>\n<desc>%s</desc>\n"
		"<text x=\"8\" y=\"25\" font-size=\"12\" font-family=\"sans-serif\">%s: " WITHOUT "</text>\n</svg>\n",
		plot->title, words->str, plot->title);
	GByteArray *bytes = g_byte_array_new();
	g_byte_array_append(bytes, (const guint8 *)svg, (guint)strlen(svg));
	return bytes;
}

static gboolean refuse(GError **error)
{
	return sssp_error_usage(error, "--plot: " WITHOUT);
}

GByteArray *plot_png(const Plot *plot, GError **error)
{
	(void)plot;
	refuse(error);
	return NULL;
}

gboolean plot_check(const char *path, GError **error)
{
	return !path || refuse(error);
}

gboolean plot_write(const Plot *plot, const char *path, GError **error)
{
	(void)plot;
	(void)path;
	return refuse(error);
}
