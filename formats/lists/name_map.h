/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads names for nodes, as ibnetdiscover --node-name-map takes them: `0x0002c90200410015 "leaf 1"` a line, with or
 * without 0x, '#' comments.
 */
#ifndef SSSP_FORMATS_LISTS_NAME_MAP_H
#define SSSP_FORMATS_LISTS_NAME_MAP_H

#include "core/fabric/fabric.h"

#include <glib.h>

/*
 * Gives the nodes of a sealed fabric that the text has these names; the last line for a GUID counts, GUIDs of no node
 * are passed over. An aggregation node stays one. FALSE with SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY. O(lines log nodes).
 */
gboolean name_map_apply(const char *buffer, gsize length, const char *file, Fabric *fabric, GError **error);

#endif
