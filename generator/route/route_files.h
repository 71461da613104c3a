/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the folder that sssp-route leaves: forwarding tables for OpenSM, SLs for the plugin, sssp-eval and ibdmchk,
 * the state to start from, LIDs if some were assigned, and which fabric they are for.
 */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_FILES_H
#define SSSP_GENERATOR_ROUTE_ROUTE_FILES_H

#include "core/exchange/exchange.h"
#include "core/fabric/fabric.h"
#include "core/routing.h"
#include "formats/tables/fabric_id.h"

#include <glib.h>

/* Above this many endpoints sssp.psl, a line for each (node, LID), is written on demand only. */
#define ROUTE_FILES_PSL_ENDPOINTS 2000

typedef struct {
	const char *folder;
	const Fabric *fabric;
	const Routing *routing;
	const FabricId *id;
	const ExchangePlan *exchange; /* of the previous tables; NULL: there were none */
	gboolean lids_assigned;       /* sssp-route gave some LIDs: write guid2lid */
	gboolean psl;                 /* write sssp.psl */
	gboolean planned;             /* write sssp-stage.sl, where a first phase has SLs of its own */
	guint max_vls;                /* the option */
} RouteTables;

/*
 * Writes into the folder, which is made if it is missing: opensm-lfts.dump, sssp.sl, sssp.slvl, opensm-sssp.state and
 * sssp.fabric; sssp.psl (when `psl`); guid2lid (when `lids_assigned`); sssp-stage.lfts where `exchange` has a first
 * phase, and with it sssp-stage.psl (when `psl`) and sssp-stage.sl (see `planned`); sssp.reconnect where previous SLs
 * are not legal any more. All are written under temporary names and onto the disk first, then renamed, so that a
 * failure or a signal leaves what was there. Those that an earlier run wrote and this one does not write are removed.
 * The old sssp.fabric is removed first, the new one comes last: should renaming fail in between, there is none. FALSE
 * with SSSP_ERROR_IO; does not return when a signal came.
 */
gboolean route_files_write(const RouteTables *tables, GError **error);

#endif
