/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds options that were given and made no difference to the tables. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_IDLE_H
#define SSSP_GENERATOR_ROUTE_ROUTE_IDLE_H

#include "generator/route/route_options.h"

#include <glib.h>

/*
 * Returns a line for each, with the reason; "" where there is none. `assigned`: how many LIDs were assigned. Free with
 * g_free().
 */
char *route_idle(const RouteCommand *command, const Fabric *fabric, const Routing *routing, guint32 assigned,
		 const char *program);

#endif
