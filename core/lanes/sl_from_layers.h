/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes layers as the subnet sees them: a service level for each path, and at every switch the virtual lane of each.
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
 * Between switches SL l takes VL l, and VL 0 where the link has no such lane, which no path in the proof crosses. A
 * terminal link ends every dependency, so a port that faces a CA with fewer lanes takes SL modulo those. The tables
 * know of `n_lanes`, which may be more than there are layers: when a later routing has more of them, paths can use
 * them at once. SLs beyond take VL 0: what travels on them is in nobody's proof, and this way it can harm one lane
 * only, the one that packets which ignore path records are on anyway. NULL with SSSP_ERROR_MEMORY.
 */
Sl2vl *sl2vl_from_layers(const Fabric *fabric, guint n_lanes, GError **error);

#endif
