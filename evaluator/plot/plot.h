/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/plot: pictures drawn by cairo, which its folders charts and page do not see. In this order:
 *
 *	plot             a picture as plain values, held in plot_data; plot_kinds: the kinds of panels
 *	plot_draw        lays a picture out: title, legend, panels
 *	plot_panel       the axes of a panel, whose ticks plot_axis chooses
 *	plot_series      what stands between the axes, at the places that plot_frame says; plot_cut: what is too high
 *	plot_style       letters, colours, hatches, markers; plot_text: the letters of an SVG; plot_describe: a picture
 *	                 in words
 *	plot_write       a picture as SVG or PNG, into a file
 *
 *	charts/          from facts to pictures: one set of tables (charts); several (charts_compare); fabrics
 *	                 (charts_provision); over load (charts_simulate)
 *	page/            a comparison as one page of HTML (page, of pieces in html), its parts in page_about (where it
 *	                 comes from), page_standout (idle and slow cables), page_routings, page_fabric, its looks in
 *	                 page_style; html_report: a report as a part of it, with the headings of html_heads
 */

/*
 * Draws pictures by cairo: plain values in, SVG or PNG out.
 *
 * A picture has a title and panels side by side. A panel has two axes and series; series of the same name have the same
 * colour, hatch and marker in all panels and one entry in the legend (none where there is one series only). Calls on a
 * panel or series concern the one begun last. The colours are those of Okabe and Ito (Color Universal Design, 2008),
 * which the colour-blind can tell apart; hatches and markers do it on a black and white print.
 *
 * Numbers must be finite. Texts are copied and may be anything: what is not valid UTF-8 or cannot be printed becomes
 * '?', what is too long is cut. The same calls give the same bytes on one machine; fonts differ between machines.
 */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_H
#define SSSP_EVALUATOR_PLOT_PLOT_H

#include "evaluator/plot/plot_kinds.h"

#include <glib.h>

Plot *plot_new(const char *title, ...) G_GNUC_PRINTF(1, 2);
void plot_free(Plot *plot); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Plot, plot_free)

/* A smaller line below the title. */
void plot_subtitle(Plot *plot, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Begins a panel. The titles of the axes name the unit; "" for none. */
void plot_panel(Plot *plot, PlotKind kind, const char *x_title, const char *y_title);

/* An axis shows at least low .. high; every y axis but that of PLOT_POINTS shows 0. */
void plot_show_x(Plot *plot, gdouble low, gdouble high);
void plot_show_y(Plot *plot, gdouble low, gdouble high);

/* A few values far above all others may leave the panel by its top, with their number (PLOT_BARS, PLOT_BOXES). */
void plot_may_cut(Plot *plot);

/* Adds a category to the x axis (PLOT_BARS, PLOT_BOXES); they are numbered from 0. */
void plot_category(Plot *plot, const char *name);

/* A dashed line at x with a few words (PLOT_HISTOGRAM, PLOT_POINTS). */
void plot_mark(Plot *plot, gdouble x, const char *words);

/* Begins a series. */
void plot_series(Plot *plot, const char *name);

void plot_bin(Plot *plot, gdouble from, gdouble to, gdouble value);

/* An error bar from low to high; none where both are y. */
void plot_point(Plot *plot, gdouble x, gdouble y, gdouble low, gdouble high);
void plot_bar(Plot *plot, guint category, gdouble value, gdouble low, gdouble high);

typedef struct {
	gdouble low, quarter, median, three_quarters, high; /* ascending */
	gdouble mean;
} PlotBox;
void plot_box(Plot *plot, guint category, const PlotBox *box);

/* What a box shows of n > 0 values; sorts them. */
PlotBox plot_box_of(gdouble *values, gsize n);

/* The picture, PNG at two pixels a point. Free with g_byte_array_unref(). NULL with SSSP_ERROR_IO or ..MEMORY. */
GByteArray *plot_svg(const Plot *plot, GError **error);
GByteArray *plot_png(const Plot *plot, GError **error);

/* FALSE with SSSP_ERROR_USAGE, which names --plot, unless a file name (NULL: none) ends in .svg or .png. */
gboolean plot_check(const char *path, GError **error);

/* Writes the picture to a file of such a name, whole or not at all. FALSE with SSSP_ERROR_IO or SSSP_ERROR_MEMORY. */
gboolean plot_write(const Plot *plot, const char *path, GError **error);

#endif
