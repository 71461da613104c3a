/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes records (net_records.h) of lists of links that describe both ends of each cable in full. The readers of such
 * lists fill in the ends, two for each link. The first end of each link becomes the record of a port, with the second
 * as its peer; all ends with one node GUID become the record of a node.
 */
#ifndef SSSP_FORMATS_NET_RECORDS_NET_ENDS_H
#define SSSP_FORMATS_NET_RECORDS_NET_ENDS_H

#include "formats/net/records/net_records.h"

typedef struct {
	Text name, guid_text;
	guint64 system_guid, node_guid, port_guid;
	guint32 vendor_id, device_id;
	guint32 line;
	guint16 lid;
	guint8 n_ports, num;
	guint8 type; /* FabricNodeType as labelled */
} NetEnd;

typedef struct {
	NetEnd *ends; /* two for each link */
	gsize n, room;
	guint8 *width, *speed; /* for each link */
	gsize width_room, speed_room;
} NetEnds;

/*
 * Returns room for the two ends of one more link, to be filled in and counted in `n`; its rate is not known yet. NULL
 * with SSSP_ERROR_MEMORY.
 */
NetEnd *net_ends_next(NetEnds *ends, GError **error);

/* Says the rate of the link that was asked for last. To be called before that link is counted in `n`. */
void net_ends_rate(NetEnds *ends, guint8 width, guint8 speed);

/* `4x`, `4X`: the lanes of a link, 0 where it is no such word; `25`, `FDR10`: its speed as these lists call it. */
guint8 net_ends_width(Text word);
guint8 net_ends_speed(Text word);

/*
 * Fills nodes and ports of `records`; there must be a link. A node is a switch when any end calls it one, when two of
 * its ports have one port GUID, or when it has more than four ports. FALSE with SSSP_ERROR_MEMORY. O(n log n).
 */
gboolean net_ends_records(NetEnds *ends, NetRecords *records, GError **error);
void net_ends_clear(NetEnds *ends);

#endif
