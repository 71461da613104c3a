/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One drawing on two surfaces of cairo that collect their bytes in memory. */
#include "evaluator/plot/plot.h"

#include "core/base/error.h"
#include "evaluator/plot/plot_draw.h"
#include "formats/output.h"

#include <cairo-svg.h>

#define PNG_SCALE 2.0 /* pixels a point */

static cairo_status_t append(void *data, const unsigned char *bytes, unsigned int n)
{
	g_byte_array_append(data, bytes, n);
	return CAIRO_STATUS_SUCCESS;
}

/* FALSE: something went wrong on the surface or in what was drawn on it. */
static gboolean finish(cairo_status_t status, GError **error)
{
	if (status == CAIRO_STATUS_SUCCESS)
		return TRUE;
	g_set_error(error, SSSP_ERROR, status == CAIRO_STATUS_NO_MEMORY ? SSSP_ERROR_MEMORY : SSSP_ERROR_IO,
		    "the picture cannot be drawn: %s", cairo_status_to_string(status));
	return FALSE;
}

/* Draws and lets go of the surface's context; words look the same whatever they are drawn on. */
static cairo_status_t draw(const Plot *plot, cairo_surface_t *surface)
{
	cairo_t *cr = cairo_create(surface);
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_set_font_options(cr, options);
	plot_draw(plot, cr);
	cairo_status_t status = cairo_status(cr);
	cairo_font_options_destroy(options);
	cairo_destroy(cr);
	return status;
}

GByteArray *plot_svg(const Plot *plot, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	gdouble width, height;
	plot_size(plot, &width, &height);
	cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, bytes, width, height);
	cairo_status_t status = draw(plot, surface);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return finish(status, error) ? g_steal_pointer(&bytes) : NULL;
}

GByteArray *plot_png(const Plot *plot, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	gdouble width, height;
	plot_size(plot, &width, &height);
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(width * PNG_SCALE), (int)(height * PNG_SCALE));
	cairo_surface_set_device_scale(surface, PNG_SCALE, PNG_SCALE);
	cairo_status_t status = draw(plot, surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_write_to_png_stream(surface, append, bytes);
	cairo_surface_destroy(surface);
	return finish(status, error) ? g_steal_pointer(&bytes) : NULL;
}

static gboolean ends_in(const char *path, const char *suffix)
{
	g_autofree char *lower = g_ascii_strdown(path, -1);
	return g_str_has_suffix(lower, suffix);
}

gboolean plot_check(const char *path, GError **error)
{
	if (!path || ends_in(path, ".svg") || ends_in(path, ".png"))
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE,
		    "--plot takes the name of a file that ends in .svg or .png, not '%s'", path);
	return FALSE;
}

gboolean plot_write(const Plot *plot, const char *path, GError **error)
{
	g_autoptr(GByteArray) bytes = (ends_in(path, ".png") ? plot_png : plot_svg)(plot, error);
	return bytes && output_write(path, (const char *)bytes->data, bytes->len, error);
}
