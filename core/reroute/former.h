/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room reroute: routing that starts from what is there. In the order in which to read:
 *
 *   former          tables that were in use, and the fabric they were made for (below); as routes of a new graph
 *   reroute         the whole way: what may stay stays, the rest is filled in, loads are evened
 *   keep            which entries stay
 *   lane_use        who may go where: what is used of each lane, and whether a further route closes a cycle
 *   refill          entries that are missing, each on the loads and lanes of what is there
 *   relieve         routes taken from the fullest channels, and a new channel's share
 *   changes         what is different afterwards, and of how much that had to be
 */
/* A former routing as plain values: of any subnet manager, of this process or one that ended. */
#ifndef SSSP_CORE_REROUTE_FORMER_H
#define SSSP_CORE_REROUTE_FORMER_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

/* What it points to is the owner's and outlives it. */
typedef struct {
	const Fabric *fabric;  /* sealed; the one that the tables were made for, with the LIDs in them */
	const Lft *lft;        /* rows by GUID */
	const PathSl *path_sl; /* a row a switch, SL l meaning lane l; NULL or no rows: all on lane 0 */
	guint64 efi;           /* of the last routing that was made afresh; 0: not known */
} Former;

/*
 * Fills `routes` (fresh from routes_new()) with the former ports and `layers` (from layers_new()) with the former lanes,
 * as far as they are those of switches, ports and destinations of `graph`: switches by GUID, destinations by the GUID
 * of their port and their place in its LIDs. Ports that led to another switch then are ROUTE_NONE. known[n_dests] gets
 * 1 for destinations that are not new. layers->n_layers is the highest lane in use + 1.
 * FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean former_read(const Former *former, const Fabric *fabric, const Graph *graph, Routes *routes, Layers *layers,
		     guint8 *known, GError **error);

#endif
