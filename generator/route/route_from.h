/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads previous tables, and the fabric that they were made for, for sssp-route --from and --replaces. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_FROM_H
#define SSSP_GENERATOR_ROUTE_ROUTE_FROM_H

#include "core/previous/previous.h"
#include "formats/state.h"
#include "formats/text/parse_log.h"

#include <glib.h>

typedef struct {
	PreviousTables previous; /* what to start from; points into the rest */
	State state;             /* all of it, or the tables and, with a topology, its fabric */
	char *slvl;              /* path of sssp.slvl beside tables without SLs, or NULL */
	GArray *lids;            /* GuidLids of a guid2lid beside the tables, or NULL */
} RouteFrom;

/*
 * Reads `from`: a state file, a folder that has one, or tables, alone or in a folder. `topology` is the file of the
 * fabric that tables were made for, or NULL: a state file needs none, and tables are then of the fabric to be routed.
 * FALSE with SSSP_ERROR_INPUT, SSSP_ERROR_IO or SSSP_ERROR_MEMORY; clear it in any case.
 */
gboolean route_from_read(RouteFrom *from, const char *path, const char *topology, ParseLog *log, GError **error);

/* Gives ports of `fabric` (sealed) that have no LID the one they had. FALSE with an error. */
gboolean route_from_keep_lids(const RouteFrom *from, Fabric *fabric, GError **error);

/* Fills in `previous` for `fabric`, which has its LIDs. FALSE with SSSP_ERROR_INPUT: tables of another fabric. */
gboolean route_from_settle(RouteFrom *from, const char *path, const Fabric *fabric, ParseLog *log, GError **error);

void route_from_clear(RouteFrom *from);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RouteFrom, route_from_clear)

#endif
