/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads what sssp-route is told in files: GUIDs to route first, root switches, switch ports left out of the balance. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_LISTS_H
#define SSSP_GENERATOR_ROUTE_ROUTE_LISTS_H

#include "formats/text/parse_log.h"
#include "generator/route/route_options.h"

#include <glib.h>

typedef struct {
	GArray *order, *roots, *ignored; /* NULL for a file that was not named */
} RouteLists;

/*
 * Reads the files that the command names and points its RoutingOptions to what is in them; the lists must outlive
 * these. FALSE with SSSP_ERROR_INPUT or SSSP_ERROR_IO; clear the lists in any case.
 */
gboolean route_lists_read(RouteLists *lists, RouteCommand *command, ParseLog *log, GError **error);

/* Logs roots, and ports to ignore, that the fabric does not have: a typing error would go unnoticed otherwise. */
void route_lists_compare(const RouteLists *lists, const RouteCommand *command, const Fabric *fabric, ParseLog *log);

void route_lists_clear(RouteLists *lists);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RouteLists, route_lists_clear)

#endif
