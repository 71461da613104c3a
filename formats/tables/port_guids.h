/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Translates port GUIDs, by which OpenSM calls endpoints, into node GUIDs, by which tables and SLs are kept here. */
#ifndef SSSP_FORMATS_TABLES_PORT_GUIDS_H
#define SSSP_FORMATS_TABLES_PORT_GUIDS_H

#include "core/fabric/fabric.h"

typedef struct {
	struct PortGuid {
		guint64 port, node;
	} * items; /* ascending port GUID */
	gsize n;
} PortGuids;

/* Collects the ports of a fabric; with NULL none. FALSE with SSSP_ERROR_MEMORY. */
gboolean port_guids_init(PortGuids *guids, const Fabric *fabric, GError **error);
void port_guids_clear(PortGuids *guids);

/* The node GUID behind a port GUID; the same GUID when it is none of the fabric's. O(log n). */
guint64 port_guids_node(const PortGuids *guids, guint64 port);

#endif
