/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The subnet of the stand-in for OpenSM: its nodes, switches and ports, as OpenSM would know them of a fabric. Here are
 * also osm_double_cut(), osm_double_forget_switch() and osm_double_narrow_switch().
 */
#ifndef SSSP_TESTS_PLUGIN_SUBNET_OSM_DOUBLE_SUBNET_H
#define SSSP_TESTS_PLUGIN_SUBNET_OSM_DOUBLE_SUBNET_H

#include "tests/plugin/osm_double.h"

/* Fills nodes, endports and OpenSM's tables of them from the model. */
void osm_double_make_subnet(OsmDouble *twin);

/* With its switch. */
void osm_double_free_node(osm_node_t *node);

/* The port that stands for one of the model. */
osm_physp_t *osm_double_physp(const OsmDouble *twin, guint32 port);

#endif
