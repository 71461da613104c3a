/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Loads finished tables from a folder, as sssp-route writes them: for a subnet that they fit, or to start from.
 *
 * The plugin runs as root, and others may have filled the folder. So only regular files are read, of no more bytes than
 * tables of this subnet can have, and nothing in them is used before it is proven (core/prove.h).
 */
#ifndef SSSP_PLUGIN_VALUES_FOLDER_H
#define SSSP_PLUGIN_VALUES_FOLDER_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

/*
 * Loads sssp.fabric, opensm-lfts.dump, sssp.sl and, where there is more than one lane, sssp.slvl. A routing comes back
 * if the folder was made for this fabric (nodes, cabling and LIDs), if no file has anything odd, and if the tables are
 * proven under `options` as prove_tables() does it. With SLs, SL to VL tables are made anew as for every routing
 * (sl_from_layers.h), with the lanes that links have now, and sssp.slvl must agree with them between switches. Without
 * SLs but with more than one lane, sssp.slvl has VLs by ports and is used.
 *
 * NULL with SSSP_ERROR_INPUT, SSSP_ERROR_IO or SSSP_ERROR_LANES, whose text names what is different or damaged, or
 * with SSSP_ERROR_MEMORY. O(bytes + switches x LIDs + lanes x turns).
 */
Routing *folder_load(const char *path, const Fabric *fabric, const RoutingOptions *options, GError **error);

/*
 * Loads tables to start from, for a subnet that they need not fit: opensm-lfts.dump and, if it is there, sssp.sl; if
 * that has no SLs, sssp.slvl. The tables do not say which port has which LID. So each switch must have the LID in this
 * subnet that its table delivers to the switch itself, and at least half of the switches must be there. *sl and *sl2vl
 * are NULL where there is no such file. FALSE with the errors of folder_load(); *lft, *sl and *sl2vl are NULL then.
 * O(bytes + switches x LIDs).
 */
gboolean folder_previous(const char *path, const Fabric *fabric, Lft **lft, PathSl **sl, Sl2vl **sl2vl, GError **error);

#endif
