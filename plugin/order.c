/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "plugin/order.h"

#include "plugin/log.h"

#include <complib/cl_nodenamemap.h>

static int append(void *array, uint64_t guid, char *rest)
{
	(void)rest;
	guint64 value = guid;
	g_array_append_val((GArray *)array, value);
	return 0;
}

GArray *order_read(osm_opensm_t *osm)
{
	GArray *order = g_array_new(FALSE, FALSE, sizeof(guint64));
	const char *file = osm->subn.opt.guid_routing_order_file;

	if (file && parse_node_map(file, append, order)) {
		ENGINE_LOG(osm, OSM_LOG_ERROR, "ERR SSSP06: cannot read guid_routing_order_file '%s'\n", file);
		g_array_set_size(order, 0);
	}
	return order;
}
