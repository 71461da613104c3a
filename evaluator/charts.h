/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pictures of what the modules found: a Plot for each kind of facts. */
#ifndef SSSP_EVALUATOR_CHARTS_H
#define SSSP_EVALUATOR_CHARTS_H

#include "evaluator/ebb.h"
#include "evaluator/efi.h"
#include "evaluator/levels.h"
#include "evaluator/plot.h"

/* The option --plot of a command, its variable a char *; `what` is drawn. */
#define CHART_OPTION(variable, what)                                                                                   \
	{                                                                                                              \
		"plot", 0, 0, G_OPTION_ARG_FILENAME, &(variable), "Draw " what " into FILE.svg or FILE.png", "FILE"    \
	}

/* How often each bandwidth occurs among the patterns. `name` and `fabric` are of the files, for the title. */
Plot *chart_ebb(const EbbFacts *facts, const char *name, const char *fabric);

/* How the routes are spread over the channels of each level. NULL with SSSP_ERROR_MEMORY. */
Plot *chart_loads(const Paths *paths, const RouteFacts *facts, const char *name, const char *fabric, GError **error);

#endif
