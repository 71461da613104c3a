/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a drawing, a list of shapes, as PNG and PDF. Both are drawn alike, on surfaces of cairo that collect their
 * bytes in memory.
 */
#include "evaluator/draw/shapes_out.h"

#include "core/base/error.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>

#define PNG_SCALE 2.0 /* pixels a point */

static void use(cairo_t *cr, ShapeInk ink)
{
	gdouble rgb[3];
	shape_ink_rgb(ink, rgb);
	cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
}

/* Fills and outlines the path that is there. */
static void paint(cairo_t *cr, const Shape *s)
{
	static const gdouble dash[] = {4, 3};
	if (s->fill != INK_NONE) {
		use(cr, s->fill);
		cairo_fill_preserve(cr);
	}
	if (s->line != INK_NONE) {
		use(cr, s->line);
		cairo_set_line_width(cr, s->width);
		cairo_set_dash(cr, dash, s->dashed ? 2 : 0, 0);
		cairo_stroke_preserve(cr);
	}
	cairo_new_path(cr);
}

static void draw_line(cairo_t *cr, const Shape *s)
{
	gdouble mid = (s->x + s->x2) / 2, high = (s->y + s->y2) / 2 - 2 * s->bend;
	cairo_move_to(cr, s->x, s->y);
	cairo_curve_to(cr, s->x + (mid - s->x) * 2 / 3, s->y + (high - s->y) * 2 / 3, s->x2 + (mid - s->x2) * 2 / 3,
		       s->y2 + (high - s->y2) * 2 / 3, s->x2, s->y2);
}

static void draw_words(cairo_t *cr, const Shape *s)
{
	cairo_text_extents_t extents;
	cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL,
			       s->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, s->width);
	cairo_text_extents(cr, s->words, &extents);
	gdouble back = s->anchor == SHAPE_START ? 0 : s->anchor == SHAPE_MIDDLE ? 0.5 : 1;
	use(cr, s->fill);
	cairo_move_to(cr, s->x - back * extents.x_advance, s->y);
	cairo_show_text(cr, s->words);
	cairo_new_path(cr);
}

static void draw_shape(cairo_t *cr, const Shape *s)
{
	if (s->kind == SHAPE_WORDS) {
		draw_words(cr, s);
		return;
	}
	if (s->kind == SHAPE_BOX)
		cairo_rectangle(cr, s->x, s->y, s->x2, s->y2);
	else if (s->kind == SHAPE_DISC)
		cairo_arc(cr, s->x, s->y, s->x2, 0, 2 * G_PI);
	else
		draw_line(cr, s);
	paint(cr, s);
}

/* Draws on the surface, which stays the caller's. Returns the status. */
static cairo_status_t draw(cairo_surface_t *surface, const Shapes *shapes, gdouble scale)
{
	cairo_t *cr = cairo_create(surface);
	cairo_scale(cr, scale, scale);
	use(cr, INK_PAPER);
	cairo_paint(cr);
	for (guint i = 0; i < shapes->shapes->len; i++)
		draw_shape(cr, &g_array_index(shapes->shapes, Shape, i));
	cairo_status_t status = cairo_status(cr);
	cairo_destroy(cr);
	return status;
}

static cairo_status_t append(void *data, const unsigned char *bytes, unsigned int n)
{
	g_byte_array_append(data, bytes, n);
	return CAIRO_STATUS_SUCCESS;
}

static GByteArray *finished(GByteArray *bytes, cairo_status_t status, GError **error)
{
	if (status == CAIRO_STATUS_SUCCESS)
		return bytes;
	g_byte_array_unref(bytes);
	g_set_error(error, SSSP_ERROR, status == CAIRO_STATUS_NO_MEMORY ? SSSP_ERROR_MEMORY : SSSP_ERROR_IO,
		    "the picture could not be drawn: %s", cairo_status_to_string(status));
	return NULL;
}

GByteArray *shapes_png(const Shapes *shapes, GError **error)
{
	GByteArray *bytes = g_byte_array_new();
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(shapes->width * PNG_SCALE),
							      (int)ceil(shapes->height * PNG_SCALE));
	cairo_status_t status = draw(surface, shapes, PNG_SCALE);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_write_to_png_stream(surface, append, bytes);
	cairo_surface_destroy(surface);
	return finished(bytes, status, error);
}

/* Without a date: the same picture has the same bytes. */
GByteArray *shapes_pdf(const Shapes *shapes, GError **error)
{
	GByteArray *bytes = g_byte_array_new();
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(append, bytes, shapes->width, shapes->height);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, shapes->title);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
	cairo_status_t status = draw(surface, shapes, 1);
	cairo_surface_finish(surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return finished(bytes, status, error);
}
