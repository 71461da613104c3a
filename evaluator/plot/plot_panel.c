/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Draws a panel: the numbers, titles and grid lines of its axes. What stands between the axes is drawn by
 * plot_series.c.
 */
#include "evaluator/plot/plot_panel.h"

#include "evaluator/plot/plot_axis.h"
#include "evaluator/plot/plot_cut.h"
#include "evaluator/plot/plot_series.h"
#include "evaluator/plot/plot_style.h"

#include <math.h>

#define TICK 4.0
#define GAP 6.0      /* between numbers and whatever is next to them */
#define LINE 14.0    /* height of a line of words */
#define Y_SPACE 42.0 /* at least so much between two ticks */
#define X_SPACE 44.0
#define SIDES 64.0 /* about what numbers and titles take on each side */
#define SLANT (-G_PI / 6)
#define LONGEST 130.0 /* of a slanted name of a category */

/* Whether all values along an axis are whole numbers. */
static gboolean whole(const PlotPanel *panel, gboolean of_y)
{
	for (guint s = 0; s < panel->series->len; s++) {
		const PlotSeries *series = g_ptr_array_index(panel->series, s);
		for (guint i = 0; i < series->items->len; i++) {
			const PlotItem *item = &g_array_index(series->items, PlotItem, i);
			const gdouble y[] = {item->y, item->low, item->high}, x[] = {item->x, item->x_end, item->x};
			for (guint k = 0; k < G_N_ELEMENTS(y); k++)
				if ((of_y ? y[k] : x[k]) != floor(of_y ? y[k] : x[k]))
					return FALSE;
		}
	}
	return TRUE;
}

static guint ticks_in(gdouble length, gdouble space)
{
	return MAX(2, (guint)(length / space) + 1);
}

/* Width of the widest number of an axis. */
static gdouble widest(cairo_t *cr, const PlotAxis *axis)
{
	gdouble most = 0;
	for (guint i = 0; i < axis->n_ticks; i++) {
		g_autofree char *words = plot_axis_words(axis, i);
		most = MAX(most, plot_width(cr, words));
	}
	return most;
}

static gdouble widest_category(const PlotPanel *panel, cairo_t *cr)
{
	gdouble most = 0;
	for (guint i = 0; i < panel->categories->len; i++)
		most = MAX(most, plot_width(cr, g_ptr_array_index(panel->categories, i)));
	return most;
}

/* Names of categories that are wider than their places are slanted. */
static gboolean slanted(const PlotPanel *panel, cairo_t *cr, gdouble width)
{
	return widest_category(panel, cr) > width / MAX(panel->categories->len, 1u) - GAP;
}

static void draw_y_axis(const PlotFrame *f, const PlotAxis *axis)
{
	cairo_t *cr = f->cr;
	plot_font(cr, PLOT_SMALL, FALSE);
	for (guint i = 0; i < axis->n_ticks; i++) {
		g_autofree char *words = plot_axis_words(axis, i);
		gdouble y = plot_y(f, plot_axis_tick(axis, i));
		plot_faint(cr);
		cairo_set_line_width(cr, 0.8);
		cairo_move_to(cr, f->left, y);
		cairo_line_to(cr, f->left + f->width, y);
		cairo_stroke(cr);
		plot_ink(cr);
		plot_words(cr, words, f->left - GAP, y + PLOT_SMALL * 0.35, PLOT_RIGHT, 0, 0);
	}
}

static void draw_x_axis(const PlotFrame *f, const PlotAxis *axis)
{
	cairo_t *cr = f->cr;
	gdouble bottom = f->top + f->height;
	plot_font(cr, PLOT_SMALL, FALSE);
	plot_ink(cr);
	cairo_set_line_width(cr, 0.8);
	for (guint i = 0; i < axis->n_ticks; i++) {
		g_autofree char *words = plot_axis_words(axis, i);
		gdouble x = plot_x(f, plot_axis_tick(axis, i));
		cairo_move_to(cr, x, bottom);
		cairo_line_to(cr, x, bottom + TICK);
		cairo_stroke(cr);
		plot_words(cr, words, x, bottom + TICK + PLOT_SMALL + 2, PLOT_CENTRE, 0, 0);
	}
}

static void draw_categories(const PlotFrame *f, gboolean slant)
{
	cairo_t *cr = f->cr;
	const GPtrArray *names = f->panel->categories;
	gdouble y = f->top + f->height + TICK + PLOT_SMALL;
	plot_font(cr, PLOT_SMALL, FALSE);
	plot_ink(cr);
	for (guint i = 0; i < names->len; i++)
		plot_words(cr, g_ptr_array_index(names, i), plot_x(f, i) + (slant ? 4 : 0), y,
			   slant ? PLOT_RIGHT : PLOT_CENTRE, slant ? SLANT : 0, slant ? LONGEST : 0);
}

static void draw_titles(const PlotFrame *f, gdouble x, gdouble bottom)
{
	plot_font(f->cr, PLOT_WORDS, FALSE);
	plot_ink(f->cr);
	plot_words(f->cr, f->panel->x_title, f->left + f->width / 2, bottom - 4, PLOT_CENTRE, 0, f->width);
	plot_words(f->cr, f->panel->y_title, x + PLOT_WORDS, f->top + f->height / 2, PLOT_CENTRE, -G_PI / 2, f->height);
}

static void draw_border(const PlotFrame *f)
{
	plot_ink(f->cr);
	cairo_set_line_width(f->cr, 1);
	cairo_move_to(f->cr, f->left, f->top);
	cairo_line_to(f->cr, f->left, f->top + f->height);
	cairo_line_to(f->cr, f->left + f->width, f->top + f->height);
	cairo_stroke(f->cr);
}

/* With as many ticks as their numbers leave room for. */
static PlotAxis x_axis(const PlotFrame *f)
{
	guint most = ticks_in(f->width, X_SPACE);
	PlotAxis axis = plot_axis(&f->panel->x, most, whole(f->panel, FALSE));
	while (most > 2 && widest(f->cr, &axis) + GAP > f->width / (axis.n_ticks - 1))
		axis = plot_axis(&f->panel->x, --most, whole(f->panel, FALSE));
	return axis;
}

void plot_draw_panel(const PlotPanel *panel, cairo_t *cr, gdouble x, gdouble y, gdouble width, gdouble height)
{
	gboolean categories = plot_has_categories(panel);
	PlotFrame f = {.panel = panel, .cr = cr, .top = y + LINE};
	gdouble below = TICK + LINE + GAP + (*panel->x_title ? LINE : 0);
	plot_font(cr, PLOT_SMALL, FALSE);
	/* Slanted names take part of the height, so whether they are slanted comes first; then the numbers beside. */
	gboolean slant = categories && slanted(panel, cr, width - 2 * SIDES);
	if (slant)
		below += MIN(widest_category(panel, cr), LONGEST) * sin(-SLANT);
	f.height = y + height - f.top - below;
	PlotRange shown = panel->y;
	gboolean cut = plot_cut(panel, &shown.high);
	PlotAxis vertical = plot_axis(&shown, ticks_in(f.height, Y_SPACE), whole(panel, TRUE));
	f.left = x + LINE + 2 * GAP + widest(cr, &vertical);
	f.width = x + width - 2 * GAP - f.left;
	PlotAxis horizontal = x_axis(&f);
	f.x_low = categories ? -0.5 : horizontal.low;
	f.x_high = categories ? MAX(panel->categories->len, 1u) - 0.5 : horizontal.high;
	f.y_low = vertical.low;
	f.y_high = vertical.high;
	draw_y_axis(&f, &vertical);
	if (categories)
		draw_categories(&f, slant);
	else
		draw_x_axis(&f, &horizontal);
	plot_draw_series(&f, cut);
	if (cut)
		plot_draw_cut(&f);
	draw_border(&f);
	draw_titles(&f, x, y + height);
}
