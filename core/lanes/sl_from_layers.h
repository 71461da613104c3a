/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the lanes of routes as the subnet uses them: a service level (SL) for each path, and SL to VL tables for all
 * switches, by which a switch chooses the virtual lane from the SL of a packet. Both are for lanes by SL, where each
 * route has a lane (layers.h); lanes by ports have tables of their own (sl2vl_from_port_vls.h).
 */
#ifndef SSSP_CORE_LANES_SL_FROM_LAYERS_H
#define SSSP_CORE_LANES_SL_FROM_LAYERS_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/lanes/layers.h"
#include "core/tables/sl.h"

/* One row a switch, as fabric->switches; layers->layer must not be NULL. NULL with SSSP_ERROR_MEMORY. */
PathSl *path_sl_from_layers(const Graph *graph, const Layers *layers, guint32 n_lids, GError **error);

/*
 * Maps SL l to VL l between switches, or to VL 0 where the link has no such lane; no path in the proof crosses such a
 * link. Links to CAs end every dependency, so a port that faces a CA with fewer lanes takes the SL modulo their number.
 * The tables map `n_lanes` SLs, which may be more than there are layers: paths of a later routing with more lanes can
 * use them at once. Further SLs map to VL 0: packets with these are in no proof, and can harm only that one lane, on
 * which packets that ignore path records are anyway. NULL with SSSP_ERROR_MEMORY.
 */
Sl2vl *sl2vl_from_layers(const Fabric *fabric, guint n_lanes, GError **error);

#endif
