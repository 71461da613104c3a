/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads the command line of sssp-route. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_OPTIONS_H
#define SSSP_GENERATOR_ROUTE_ROUTE_OPTIONS_H

#include "core/routing.h"

#include <glib.h>

typedef struct {
	char *topology, *folder, *order_file, *roots_file, *ignore_file, *name_map_file, *aggregation_file;
	char *from, *from_topology;
	char *replaces, *plan; /* what switches have now; a file for how the new tables take its place */
	char *jobs_file, *pattern;
	guint optimize;         /* seconds to look for better routes, 0: no bound */
	guint64 steps, seed;    /* most destinations to look at, 0: no bound; seed of random choices */
	gboolean is_optimized;  /* one of these bounds was given */
	RoutingOptions routing; /* without what the files above say */
	guint lmc;
	gboolean any_sl;      /* applications may be on any SL: one lane, or lanes by ports */
	gboolean non_minimal; /* longer routes are fine if they save lanes */
	gboolean non_strict;  /* psssp may choose routes in place of those of the algorithm that was asked for */
	gboolean force;       /* overwrite whatever tables are there */
	gboolean psl, json, quiet, version, budget_given;
} RouteCommand;

/* Takes the options out of the command line and checks them. FALSE with any error domain: a usage error. */
gboolean route_options_read(RouteCommand *command, int *argc, char ***argv, GError **error);
void route_options_clear(RouteCommand *command);

#endif
