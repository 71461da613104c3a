/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/previous: what a routing that starts from a previous one is given. In the order in which to read:
 *
 *   previous          tables that were in use, and the fabric they were made for (below)
 *   stand             what a routing leaves for the next one in the same process; stand_of_tables: the same of tables
 *   previous_routes   a stand as routes and lanes of a new graph
 *   history           lanes on which connections were opened earlier
 *   away              the same of hosts that are out of reach, should they come back
 */

/*
 * Describes a previous routing by plain values: the tables of any subnet manager, of this process or one that ended,
 * and the fabric that they were made for. previous_routes_new() carries them over to a new graph, as routes and lanes
 * on its switches, channels and destinations; rerouting starts from these.
 */
#ifndef SSSP_CORE_PREVIOUS_PREVIOUS_H
#define SSSP_CORE_PREVIOUS_PREVIOUS_H

#include "core/base/arena.h"
#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/previous/stand.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

/* What it points to is the owner's and outlives it. */
typedef struct {
	const Fabric *fabric;  /* sealed; the one that the tables were made for, with the LIDs in them */
	const Lft *lft;        /* rows by GUID */
	const PathSl *path_sl; /* a row a switch, SL l meaning lane l; NULL or no rows: all on lane 0 */
	const Sl2vl *sl2vl;    /* SL to VL tables that differ by ports, rows by GUID; NULL: lanes by SL */
	guint64 efi;           /* of the last routing that was made afresh; 0: not known */
	const Stand *stand;    /* what that routing left, in the process that made it; NULL: only tables are there */
	guint vls_needed;      /* lanes without which they would have a cycle; 0: as many as there are */
	const GArray *older;   /* SlOlder: further SLs that connections may have; NULL: none, or the stand knows them */
	guint64 detours;       /* pairs of hosts on detours so that they keep their SL (Routing) */
	const guint8 *mcast; /* [row of `lft` << 8 | port] 1: of the multicast tree; NULL: not known but to the stand */
} PreviousTables;

/* The same on the vertices, channels and destinations of a new graph. */
typedef struct {
	Routes *routes; /* ports that still lead to the same switch, else ROUTE_NONE; loads are not counted */
	Layers *layers; /* n_layers: the highest lane in use + 1; `layer` NULL: all were on lane 0 */
	StandView view; /* of the stand, or of one made of the tables */
	Stand *made;    /* the one made of tables; NULL: there was a stand */
	guint32 *dest;  /* [n_dests] the stand's destination, GRAPH_NONE: it is new */
	guint8 *moved;  /* [n_dests] 1: it was on another switch */
	guint8 *fresh;  /* [n_channels] 1: there was no such channel */
	gboolean gains; /* there are such channels */
	guint16 *back;  /* [from][to] switches, lanes of connections of pairs that were away; NULL: there are none */
	gboolean unchanged; /* the same switches, channels and destinations; rates and lanes are not compared */
	guint8 *steady; /* [n_dests] 1: all previous entries lead to where they led, and are as minimal as they were */
	Arena *arena;   /* private: holds the arrays */
} PreviousRoutes;

/* ---- previous_routes.c */

/*
 * Switches are the same by GUID, destinations by the GUID of their port and their place among its LIDs. Lanes of pairs
 * that were away and are back count as there, up to `max_lanes`. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
PreviousRoutes *previous_routes_new(const PreviousTables *previous, const Fabric *fabric, const Graph *graph,
				    const guint8 *hops, guint max_lanes, GError **error);

void previous_routes_free(PreviousRoutes *before); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PreviousRoutes, previous_routes_free)

/* ---- stand_of_tables.c */

/*
 * Returns a stand with of_tables set: entries may lead nowhere or in a loop, loads are not counted, and what is in use
 * may have a cycle. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
Stand *stand_of_tables(const PreviousTables *previous, GError **error);

#endif
