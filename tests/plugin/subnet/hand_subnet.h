/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A subnet as OpenSM would hold it, made by hand, node by node. It stands in for the few functions of opensm that
 * plugin/subnet calls.
 */
#ifndef SSSP_TESTS_PLUGIN_SUBNET_HAND_SUBNET_H
#define SSSP_TESTS_PLUGIN_SUBNET_HAND_SUBNET_H

#include "plugin/subnet/import.h"

#define VL0_7 4 /* code of VLCap and OperVLs */
#define VL0_3 3
#define VL0_1 2
#define HAND_MAX_NODES 16

extern osm_subn_t hand_subnet;
extern osm_node_t *hand_nodes[HAND_MAX_NODES];       /* by the indices that hand_add_switch() and others return */
extern osm_port_t hand_endports[HAND_MAX_NODES * 3]; /* in the order in which they were given LIDs */
extern guint hand_failing_set_hops; /* the call of osm_switch_set_hops() that is refused, counted down; 0: none */

/* An empty one; what the test before left behind is freed. */
void hand_new_subnet(void);

/* Two switches with two cables between them, a host on each: node indices 0 and 1, 2 and 3. */
void hand_two_switches(void);

osm_physp_t *hand_port(guint node, guint num);
guint hand_add_node(guint8 type, guint64 guid, guint n_ports);
guint hand_add_switch(guint64 guid, guint n_ports, guint lid);
guint hand_add_host(guint64 guid, guint sw, guint num, guint lid, guint lmc);
void hand_cable(guint a, guint a_num, guint b, guint b_num);
void hand_set_lanes(osm_physp_t *physp, guint capable, guint operational);

/* An end port with a LID in network order, as the LID manager leaves it. */
void hand_give_lid(guint node, guint num, guint lid, guint lmc);

/* What import_subnet() makes of it; fails the test unless that is a fabric. */
Import *hand_imported(gboolean operational);

/* A port of such a fabric. */
const FabricPort *hand_fabric_port(const Fabric *fabric, guint64 guid, guint num);

#endif
