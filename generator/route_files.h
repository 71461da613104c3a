/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The folder that sssp-route leaves: forwarding tables for OpenSM, SLs for our tools and ibdmchk, LIDs if assigned. */
#ifndef SSSP_GENERATOR_ROUTE_FILES_H
#define SSSP_GENERATOR_ROUTE_FILES_H

#include "core/fabric.h"
#include "core/routing.h"

#include <glib.h>

/* Above this many endpoints sssp.psl, a line for each (node, LID), is written on demand only. */
#define ROUTE_FILES_PSL_ENDPOINTS 2000

/*
 * Writes opensm-lfts.dump, sssp.sl, sssp.slvl, sssp.psl (when `psl`) and guid2lid (when `lids_assigned`) into `folder`,
 * which is made if it is missing: all under temporary names first, then renamed, so that a failure leaves what was
 * there. A psl or guid2lid file of an earlier run that this one does not write is removed. FALSE with SSSP_ERROR_IO.
 */
gboolean route_files_write(const char *folder, const Fabric *fabric, const Routing *routing, gboolean lids_assigned,
			   gboolean psl, GError **error);

#endif
