/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes charts of what the measures of sssp-eval have found: a Plot, panels with series, for each kind of facts. The
 * caller frees a Plot with plot_free(), a text with g_free().
 */
#ifndef SSSP_EVALUATOR_PLOT_CHARTS_CHARTS_H
#define SSSP_EVALUATOR_PLOT_CHARTS_CHARTS_H

#include "evaluator/report/compare.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/efi.h"
#include "evaluator/measures/levels.h"
#include "evaluator/patterns/pattern_run.h"
#include "evaluator/plot/plot.h"
#include "evaluator/workload/provision.h"

/* The option --plot of a command, its variable a char *; `what` is drawn. */
#define CHART_OPTION(variable, what)                                                                                   \
	{                                                                                                              \
		"plot", 0, 0, G_OPTION_ARG_FILENAME, &(variable), "Draw " what " into FILE.svg or FILE.png", "FILE"    \
	}

/* A file's name without its folders, and what a class of channels is called in pictures. */
char *chart_name(const char *path);
char *chart_class_name(const LevelClass *class);

/* How the loads of a class's channels are distributed. FALSE with SSSP_ERROR_MEMORY. */
gboolean chart_class_box(const RouteFacts *facts, const LevelClass *class, PlotBox *box, GError **error);

/* How often each bandwidth occurs among the patterns. `name` and `fabric` are of the files, for the title. */
Plot *chart_ebb(const EbbFacts *facts, const char *name, const char *fabric);

/* How often each bandwidth occurs among the mappings, and each congestion among the pairs. */
Plot *chart_pattern(const PatternFacts *facts, const char *pattern, const char *name, const char *fabric);

/* How the routes are spread over the channels of each level. NULL with SSSP_ERROR_MEMORY. */
Plot *chart_loads(const Paths *paths, const RouteFacts *facts, const char *name, const char *fabric, GError **error);

/*
 * Routings side by side: bandwidths, and loads, hops and lanes as far as these are not the same for all; `fabric` is
 * the name of its file. The caption says what is shown, and what is the same.
 */
Plot *chart_compare(const Comparison *comparison, const char *fabric);
char *chart_compare_caption(const Comparison *comparison);

/* How often each bandwidth occurs, of all routings. */
Plot *chart_bandwidths(const Comparison *comparison, const char *fabric);

/* Effective bisection bandwidth against the number of endpoints; the comparison has sizes. */
Plot *chart_sizes(const Comparison *comparison, const char *fabric);

/* Efficiency of an application against the switches and against the cables of n fabrics. */
Plot *chart_provision(const Provision *fabric, guint n, const char *application);

/* The loads of each level, of all routings. NULL with SSSP_ERROR_MEMORY. */
Plot *chart_level_loads(const Comparison *comparison, const char *fabric, GError **error);

#endif
