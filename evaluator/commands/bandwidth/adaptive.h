/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the comparison of --adaptive: the routes of the tables beside spreading packets over all shortest paths. Both
 * are measured as max-min fair shares of the same streams, so that only the routes differ. It also lists the cables on
 * which the difference lies.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_BANDWIDTH_ADAPTIVE_H
#define SSSP_EVALUATOR_COMMANDS_BANDWIDTH_ADAPTIVE_H

#include "evaluator/commands/command.h"
#include "evaluator/measures/bandwidth/spread.h"

#include <glib.h>

/* What was given; one is enough, as a process runs one command. */
extern gboolean adaptive_given;

#define ADAPTIVE_OPTION                                                                                                \
	{                                                                                                              \
		"adaptive", 0, 0, G_OPTION_ARG_NONE, &adaptive_given,                                                  \
			"Beside it: the same streams spread over all shortest paths", NULL                             \
	}

/* Measures with max-min shares and fills `figures`. `spread` NULL: on the routes of the tables. FALSE with an error. */
typedef gboolean (*AdaptiveRun)(const Spread *spread, gdouble *figures, gpointer user, GError **error);

#define ADAPTIVE_FIGURES 3 /* at most */

/*
 * Runs both, and reports the figure `adaptive`: of each of n keys (constant strings) its value by the tables and by
 * spreading, and the part that the tables leave; then the cables with more routes of hosts than spreading would lay
 * there. Adds a verdict from the first key. FALSE with an error.
 */
gboolean adaptive_report(Report *r, const Case *subject, guint n, const char *const *keys, AdaptiveRun run,
			 gpointer user, GError **error);

#endif
