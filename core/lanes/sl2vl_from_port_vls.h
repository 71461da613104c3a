/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes SL to VL tables that say the same for all SLs: VLs by input and output port (graph/port_vls.h). */
#ifndef SSSP_CORE_LANES_SL2VL_FROM_PORT_VLS_H
#define SSSP_CORE_LANES_SL2VL_FROM_PORT_VLS_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/tables/sl.h"

/*
 * A row a switch, as fabric->switches. Between two switches' cables the VL of the pair of channels, from all other
 * ports, port 0 among them, what the switch's own ports send; VL 0 where no route needs one. Towards CAs and routers,
 * whose links end every dependency, VL 0, which every link has. NULL with SSSP_ERROR_MEMORY. O(ports^2 of all
 * switches).
 */
Sl2vl *sl2vl_from_port_vls(const Fabric *fabric, const Graph *graph, const PortVls *vls, GError **error);

/*
 * The other way round, switches found by GUID: the VL of each pair of channels and of what a switch's port 0 sends, the
 * highest + 1 of them as n_vls, at least 2. Of new switches and ports PORT_VLS_NONE. NULL with SSSP_ERROR_MEMORY, or
 * without an error where a map has several VLs, so that SLs matter. O(states).
 */
PortVls *port_vls_from_sl2vl(const Graph *graph, const Sl2vl *sl2vl, GError **error);

#endif
