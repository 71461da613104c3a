/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the values of a picture (a chart): panels, their axes, series and items. plot.c collects them and the other
 * plot_*.c draw them.
 */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_DATA_H
#define SSSP_EVALUATOR_PLOT_PLOT_DATA_H

#include "evaluator/plot/plot_kinds.h"

#include <glib.h>

typedef struct {
	gdouble x, x_end; /* a bin's range; else x is the place, or the number of the category */
	gdouble y;
	gdouble low, high;
	gdouble quarter, median, three_quarters; /* of a box, whose mean is y */
} PlotItem;

typedef struct {
	guint style;   /* number of its name among those of all panels: colour, hatch, marker */
	GArray *items; /* PlotItem */
} PlotSeries;

typedef struct {
	gdouble x;
	char *words;
} PlotMark;

typedef struct {
	gdouble low, high;
	gboolean set; /* low and high hold something */
} PlotRange;

typedef struct {
	PlotKind kind;
	char *x_title, *y_title;
	PlotRange x, y;
	gboolean may_cut;
	GPtrArray *categories; /* char */
	GArray *marks;         /* PlotMark */
	GPtrArray *series;     /* PlotSeries */
} PlotPanel;

struct Plot {
	char *title, *subtitle; /* subtitle may be NULL */
	GPtrArray *panels;      /* PlotPanel */
	GPtrArray *names;       /* char, of the series of all panels, by style */
};

/* Whether the places on the x axis are categories. */
static inline gboolean plot_has_categories(const PlotPanel *panel)
{
	return panel->kind == PLOT_BARS || panel->kind == PLOT_BOXES;
}

#endif
