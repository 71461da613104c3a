/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes loads even on lanes by ports, when all destinations have their routes. */
#ifndef SSSP_CORE_REROUTE_EVEN_BY_PORTS_H
#define SSSP_CORE_REROUTE_EVEN_BY_PORTS_H

#include "core/reroute/port_routes.h"
#include "core/reroute/reroute_options.h"

#include <glib.h>

/*
 * Moves routes off the fullest channels, within the budget of the options, after `must` entries had to change; `fresh`:
 * there are new channels. All routes are complete, and in the graph. As relieve_fullest(), O(channels x log) for each
 * destination that is looked at, and what dependencies cost.
 */
void even_by_ports(PortRoutes *p, const RerouteOptions *options, guint64 must, gboolean fresh);

#endif
