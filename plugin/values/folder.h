/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finished tables in a folder, as sssp-route writes them, for a subnet that they fit, or to start from.
 *
 * The only module of the plugin that reads the project's file forms, and the only one that may include their headers.
 * What it reads it reads as root, from a folder that others may have filled: nothing but regular files, of no more
 * bytes than tables of this subnet can have, and nothing in them is believed before it is proven (core/prove.h).
 */
#ifndef SSSP_PLUGIN_VALUES_FOLDER_H
#define SSSP_PLUGIN_VALUES_FOLDER_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

/*
 * Loads sssp.fabric, opensm-lfts.dump, sssp.sl and, where there is more than one lane, sssp.slvl. A routing comes back
 * if the folder was made for this fabric (nodes, cabling and LIDs), if no file has anything odd, and if the tables are
 * proven under `options` as prove_tables() does it. With SLs SL to VL tables are those of every routing
 * (sl_from_layers.h), with the lanes that links have now, and sssp.slvl must agree between switches; without SLs, and
 * more lanes than one, it has VLs by ports.
 *
 * NULL with SSSP_ERROR_INPUT, SSSP_ERROR_IO or SSSP_ERROR_LANES, whose text names what is different or damaged, or
 * with SSSP_ERROR_MEMORY. O(bytes + switches x LIDs + lanes x turns).
 */
Routing *folder_load(const char *path, const Fabric *fabric, const RoutingOptions *options, GError **error);

/*
 * The tables of a folder for a subnet that they need not fit, to start from: opensm-lfts.dump and, if it is there,
 * sssp.sl; without SLs in it sssp.slvl. Nothing tells the ports of their LIDs but the subnet, so each switch in them must have the LID there that it
 * keeps for itself in its table. FALSE as folder_load() gives NULL; all are NULL then. O(bytes + switches x LIDs).
 */
gboolean folder_previous(const char *path, const Fabric *fabric, Lft **lft, PathSl **sl, Sl2vl **sl2vl, GError **error);

#endif
