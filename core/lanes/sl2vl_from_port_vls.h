/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes SL to VL tables from VLs that switches choose by input and output port alone (graph/port_vls.h), and reads such
 * tables back. Each table says the same for all SLs. A proof and a later routing start from what is read.
 */
#ifndef SSSP_CORE_LANES_SL2VL_FROM_PORT_VLS_H
#define SSSP_CORE_LANES_SL2VL_FROM_PORT_VLS_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/graph/port_vls.h"
#include "core/tables/sl.h"

/*
 * Makes one row for each switch, in the order of fabric->switches. From a cable between switches to another, the VL is
 * that of the pair of channels. From any other port to such a cable, port 0 included, it is the VL of packets of the
 * switch's own ports. Where no route needs one it is VL 0. With vls->copies another VL may stand for it. Towards CAs
 * and routers it is VL 0, which every link has, as their links end every dependency. NULL with SSSP_ERROR_MEMORY.
 * O(ports^2 of all switches).
 */
Sl2vl *sl2vl_from_port_vls(const Fabric *fabric, const Graph *graph, const PortVls *vls, GError **error);

/*
 * Finds whether the VLs that were read from these tables are copies of fewer VLs (PortVls), and puts the fewer ones in
 * their place; else `vls` stays as it is. A proof must follow, as other tables may look like copies, too. O(ports^2 of
 * all switches) for each number of VLs and copies, most of which are ruled out by the first entries.
 */
void port_vls_gather(const Graph *graph, const Sl2vl *sl2vl, PortVls *vls);

/*
 * Returns how many VLs the tables use for packets that come in by cabled ports: the highest VL + 1. O(ports^2 of all
 * switches).
 */
guint port_vls_used(const Fabric *fabric, const Graph *graph, const PortVls *vls);

/*
 * Reads VLs by ports from SL to VL tables, whose switches are found by GUID: the VL of each pair of channels, and of
 * packets from a switch's port 0. n_vls is the highest VL + 1, but at least 2. Switches and ports that the tables lack
 * have PORT_VLS_NONE. NULL with SSSP_ERROR_MEMORY, or without an error where the VL depends on the SL. O(states).
 */
PortVls *port_vls_from_sl2vl(const Graph *graph, const Sl2vl *sl2vl, GError **error);

#endif
