/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a picture as PNG or SVG. Both are drawn alike, on surfaces of cairo that collect their bytes in memory; an SVG
 * gets its words as text.
 */
#include "evaluator/plot/plot.h"

#include "core/base/error.h"
#include "evaluator/plot/plot_data.h"
#include "evaluator/plot/plot_describe.h"
#include "evaluator/plot/plot_draw.h"
#include "evaluator/plot/plot_style.h"
#include "formats/output.h"

#include <cairo-svg.h>
#include <string.h>

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

/* Draws the picture; its words are collected in `texts` unless that is NULL. Words are as wide on any surface. */
static cairo_status_t draw(const Plot *plot, cairo_surface_t *surface, GString *texts)
{
	cairo_t *cr = cairo_create(surface);
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_set_font_options(cr, options);
	if (texts)
		plot_text_collect(cr, texts);
	plot_draw(plot, cr);
	cairo_status_t status = cairo_status(cr);
	cairo_font_options_destroy(options);
	cairo_destroy(cr);
	return status;
}

static void add(GByteArray *bytes, const char *text, gsize length)
{
	g_byte_array_append(bytes, (const guint8 *)text, (guint)length);
}

/* The role of the picture's root element for screen readers, and its title and description. */
static GString *label(const Plot *plot)
{
	GString *text = g_string_new(" role=\"graphics-document document\" aria-labelledby=\"title\" "
				     "aria-describedby=\"description\">\n<title id=\"title\">");
	g_autoptr(GString) description = plot_describe(plot);
	plot_text_words(text, plot->title);
	g_string_append(text, "</title>\n<desc id=\"description\">");
	plot_text_words(text, description->str);
	g_string_append(text, "</desc>");
	return text;
}

/* Cairo's SVG with the words that it lacks. NULL where that SVG has another form than expected. */
static GByteArray *with_texts(const Plot *plot, const GByteArray *drawn, const GString *texts)
{
	const char *start = (const char *)drawn->data, *root = g_strstr_len(start, drawn->len, "<svg ");
	const char *close = root ? memchr(root, '>', drawn->len - (gsize)(root - start)) : NULL;
	const char *end = g_strrstr_len(start, drawn->len, "</svg>");
	if (!close || !end || end < close)
		return NULL;
	GByteArray *bytes = g_byte_array_new();
	g_autoptr(GString) labelled = label(plot);
	g_autofree char *words = g_strdup_printf("<g font-family=\"sans-serif\" fill=\"rgb(%.0f%%,%.0f%%,%.0f%%)\">\n",
						 PLOT_INK * 100, PLOT_INK * 100, PLOT_INK * 100);
	add(bytes, start, (gsize)(close - start));
	add(bytes, labelled->str, labelled->len);
	add(bytes, close + 1, (gsize)(end - close - 1));
	add(bytes, words, strlen(words));
	add(bytes, texts->str, texts->len);
	add(bytes, "</g>\n</svg>\n", strlen("</g>\n</svg>\n"));
	return bytes;
}

GByteArray *plot_svg(const Plot *plot, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	g_autoptr(GString) texts = g_string_new(NULL);
	gdouble width, height;
	plot_size(plot, &width, &height);
	cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, bytes, width, height);
	cairo_status_t status = draw(plot, surface, texts);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	if (!finish(status, error))
		return NULL;
	GByteArray *whole = with_texts(plot, bytes, texts);
	if (!whole)
		finish(CAIRO_STATUS_WRITE_ERROR, error);
	return whole;
}

GByteArray *plot_png(const Plot *plot, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	gdouble width, height;
	plot_size(plot, &width, &height);
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(width * PNG_SCALE), (int)(height * PNG_SCALE));
	cairo_surface_set_device_scale(surface, PNG_SCALE, PNG_SCALE);
	cairo_status_t status = draw(plot, surface, NULL);
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
	return sssp_error_usage(error, "--plot takes the name of a file that ends in .svg or .png, not '%s'", path);
}

gboolean plot_write(const Plot *plot, const char *path, GError **error)
{
	g_autoptr(GByteArray) bytes = (ends_in(path, ".png") ? plot_png : plot_svg)(plot, error);
	return bytes && output_write(path, (const char *)bytes->data, bytes->len, error);
}
