/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * SL to VL tables in the stand-in for OpenSM: those of switches, and OpenSM's copies. As OpenSM does, it cuts tables to
 * the lanes in operation, clears its copy before it sends, and sends what differs from the copy.
 */
#ifndef SSSP_TESTS_PLUGIN_OSM_DOUBLE_MAPS_H
#define SSSP_TESTS_PLUGIN_OSM_DOUBLE_MAPS_H

#include "tests/plugin/osm_double.h"

/* From now on switches have such tables, every SL on VL 5 at first, and OpenSM has copies, all zero at first. */
void osm_double_keep_maps(OsmDouble *twin);
void osm_double_drop_maps(OsmDouble *twin); /* the tables and copies; nothing if there are none */

/* The next `n` tables that are sent to a switch (GUID; 0: none) are lost. */
void osm_double_lose_maps(guint64 guid, guint n);

/* The VL that a switch has for a packet on `sl` that came in by port `in` and leaves by a port (index in the model). */
guint osm_double_vl(const OsmDouble *twin, guint in, guint32 out, guint sl);

/* How many tables were sent to switches since this was asked last, by OpenSM and by the plugin. */
guint osm_double_maps_sent(void);

/* Sends SL to VL tables as a sweep does. Nothing without osm_double_keep_maps(). */
extern int osm_qos_setup(osm_opensm_t *osm);

#endif
