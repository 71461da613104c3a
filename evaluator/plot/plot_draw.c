/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays a picture out and draws it, from top to bottom: title, subtitle, legend in as many lines as it takes, panels in
 * rows of up to three.
 */
#include "evaluator/plot/plot_draw.h"

#include "evaluator/plot/plot_data.h"
#include "evaluator/plot/plot_panel.h"
#include "evaluator/plot/plot_style.h"

#define MARGIN 14.0
#define WIDE 720.0   /* a picture, or more when panels need it */
#define NARROW 300.0 /* a panel in a row of several */
#define HIGH 320.0   /* a panel */
#define COLUMNS 3
#define LINE 18.0
#define SWATCH 24.0  /* the sample of a style */
#define BETWEEN 16.0 /* entries */

static guint columns(const Plot *plot)
{
	return plot->panels->len == 4 ? 2 : CLAMP(plot->panels->len, 1, COLUMNS);
}

static gdouble width_of(const Plot *plot)
{
	return MAX(WIDE, 2 * MARGIN + columns(plot) * NARROW);
}

static gboolean has_lines(const Plot *plot)
{
	for (guint i = 0; i < plot->panels->len; i++)
		if (((const PlotPanel *)g_ptr_array_index(plot->panels, i))->kind == PLOT_POINTS)
			return TRUE;
	return FALSE;
}

/* Whether the series of the histograms overlap and are drawn as outlines. */
static gboolean has_outlines(const Plot *plot)
{
	for (guint i = 0; i < plot->panels->len; i++) {
		const PlotPanel *panel = g_ptr_array_index(plot->panels, i);
		if (panel->kind == PLOT_HISTOGRAM && panel->series->len > 1)
			return TRUE;
	}
	return FALSE;
}

static void draw_sample(const Plot *plot, cairo_t *cr, guint style, gdouble x, gdouble middle)
{
	gboolean points = has_lines(plot);
	if (!points && !has_outlines(plot)) {
		plot_fill(cr, style, x, middle - 6, SWATCH, 12);
		return;
	}
	plot_colour(cr, style);
	plot_dash(cr, style);
	cairo_set_line_width(cr, points ? 1.5 : 2);
	cairo_move_to(cr, x, middle);
	cairo_line_to(cr, x + SWATCH, middle);
	cairo_stroke(cr);
	cairo_set_dash(cr, NULL, 0, 0);
	if (points)
		plot_marker(cr, style, x + SWATCH / 2, middle);
}

/* Draws the legend from y on, or only finds out where it ends, which it returns. */
static gdouble legend(const Plot *plot, cairo_t *cr, gdouble y, gboolean draw)
{
	gdouble x = MARGIN, right = width_of(plot) - MARGIN, most = right - MARGIN - SWATCH - 6;
	if (plot->names->len < 2)
		return y;
	plot_font(cr, PLOT_WORDS, FALSE);
	for (guint style = 0; style < plot->names->len; style++) {
		const char *name = g_ptr_array_index(plot->names, style);
		gdouble room = SWATCH + 6 + MIN(plot_width(cr, name), most);
		if (x > MARGIN && x + room > right) {
			x = MARGIN;
			y += LINE;
		}
		if (draw) {
			draw_sample(plot, cr, style, x, y + LINE / 2);
			plot_ink(cr);
			plot_words(cr, name, x + SWATCH + 6, y + LINE / 2 + 4, PLOT_LEFT, 0, most);
		}
		x += room + BETWEEN;
	}
	return y + LINE + 4;
}

static gdouble heading(const Plot *plot, cairo_t *cr, gdouble y, gboolean draw)
{
	gdouble room = width_of(plot) - 2 * MARGIN;
	y += PLOT_TITLE;
	plot_ink(cr);
	plot_font(cr, PLOT_TITLE, TRUE);
	if (draw)
		plot_words(cr, plot->title, MARGIN, y, PLOT_LEFT, 0, room);
	y += 6;
	if (plot->subtitle) {
		plot_font(cr, PLOT_WORDS, FALSE);
		if (draw)
			plot_words(cr, plot->subtitle, MARGIN, y + PLOT_WORDS, PLOT_LEFT, 0, room);
		y += LINE;
	}
	return legend(plot, cr, y + 4, draw);
}

void plot_size(const Plot *plot, gdouble *width, gdouble *height)
{
	/* words are measured on a surface that nothing is drawn on */
	cairo_surface_t *nowhere = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
	cairo_t *cr = cairo_create(nowhere);
	guint rows = (plot->panels->len + columns(plot) - 1) / columns(plot);
	*width = width_of(plot);
	*height = heading(plot, cr, MARGIN, FALSE) + rows * HIGH + MARGIN;
	cairo_destroy(cr);
	cairo_surface_destroy(nowhere);
}

void plot_draw(const Plot *plot, cairo_t *cr)
{
	guint n = columns(plot);
	gdouble each = (width_of(plot) - 2 * MARGIN) / n;
	plot_paper(cr);
	cairo_paint(cr);
	gdouble y = heading(plot, cr, MARGIN, TRUE);
	for (guint i = 0; i < plot->panels->len; i++)
		plot_draw_panel(g_ptr_array_index(plot->panels, i), cr, MARGIN + i % n * each, y + i / n * HIGH, each,
				HIGH);
}
