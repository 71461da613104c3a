/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* OpenSM's guid_routing_order_file: the ports whose routes are chosen first. */
#ifndef SSSP_PLUGIN_ORDER_H
#define SSSP_PLUGIN_ORDER_H

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

#include <glib.h>

/* The GUIDs (guint64) of that file in its order; empty without one, or when it cannot be read, which is logged. */
GArray *order_read(osm_opensm_t *osm);

#endif
