/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What readers and net_resolve() do with records alike: count GUIDs on, and free the arrays. */
#include "formats/net/records/net_records.h"

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
