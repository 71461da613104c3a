/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lists pairs without a route or with a detour, and the fullest cables, for `routes` --list and --hot. */
#ifndef SSSP_EVALUATOR_COMMANDS_TABLES_ROUTES_LIST_H
#define SSSP_EVALUATOR_COMMANDS_TABLES_ROUTES_LIST_H

#include "evaluator/commands/command.h"
#include "evaluator/measures/efi.h"

/*
 * Lists every pair of an endpoint and a LID of another that does not arrive, and every pair that takes part and arrives
 * over more channels than necessary: as many as route_facts_new() counts. FALSE with SSSP_ERROR_MEMORY. O(LIDs x
 * (switches + channels) + pairs listed x hops).
 */
gboolean routes_list(Report *report, const Case *subject, GError **error);

/*
 * Lists the n channels between switches with the highest loads, and for each from which to which switch its routes go.
 * FALSE with SSSP_ERROR_MEMORY. O(LIDs x switches x hops).
 */
gboolean routes_hot(Report *report, const Case *subject, const RouteFacts *facts, guint32 n, GError **error);

#endif
