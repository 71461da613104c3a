/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Allocates and frees the records of a topology (what its text says, node by node and port by port), and makes up GUIDs
 * for nodes that have none, by counting as ibsim does.
 */
#include "formats/net/records/net_records.h"

#include "core/base/error.h"

#include <string.h>

void net_records_clear(NetRecords *records)
{
	g_free(records->nodes);
	g_free(records->ports);
}

guint64 net_make_guid(NetRecords *records, FabricNodeType type, guint n_ports)
{
	guint64 guid = records->base[type];
	records->base[type] += type == FABRIC_SWITCH ? 1 : n_ports + 1;
	return guid;
}

gboolean net_allocate(guint32 **array, gsize n, GError **error)
{
	g_free(*array);
	*array = g_try_new(guint32, n + 1);
	if (!*array)
		return sssp_error_memory(error, "a topology", n * sizeof **array);
	memset(*array, 0xff, (n + 1) * sizeof **array);
	return TRUE;
}
