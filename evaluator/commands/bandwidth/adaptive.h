/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * --adaptive: what spraying packets over all shortest paths would give beside the routes of the tables, both as max-min
 * fair shares of the same streams, so that only the routes differ; and on which cables the difference lies.
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

/* What a run with these shares came to. `spread` NULL: on the routes of the tables. FALSE with an error. */
typedef gboolean (*AdaptiveRun)(const Spread *spread, gdouble *figures, gpointer user, GError **error);

#define ADAPTIVE_FIGURES 3 /* at most */

/*
 * Runs both. The figure `adaptive`: n keys (constant strings) with and without, the part that the tables leave, and the
 * cables that routes of hosts are crowded on beside what spreading would lay there; a verdict from the first key. FALSE
 * with an error.
 */
gboolean adaptive_report(Report *r, const Case *subject, guint n, const char *const *keys, AdaptiveRun run,
			 gpointer user, GError **error);

#endif
