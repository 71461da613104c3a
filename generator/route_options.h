/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of sssp-route. */
#ifndef SSSP_GENERATOR_ROUTE_OPTIONS_H
#define SSSP_GENERATOR_ROUTE_OPTIONS_H

#include "core/routing.h"

#include <glib.h>

typedef struct {
	char *topology, *folder, *order_file;
	RoutingOptions routing; /* without `order`, which is read from order_file */
	guint lmc;
	gboolean psl, json, quiet, version;
} RouteCommand;

/* Takes the options out of the command line and checks them. FALSE with any error domain: a usage error. */
gboolean route_options_read(RouteCommand *command, int *argc, char ***argv, GError **error);
void route_options_clear(RouteCommand *command);

#endif
