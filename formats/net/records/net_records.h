/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder formats/net/records: what all readers of topologies share. In this order:
 *
 *	net_records      nodes and ports as they stand in a text
 *	net_ends         what lists of links share
 *	net_resolve      from records to a fabric: which nodes there are (net_nodes, net_guids), then cables and LIDs
 */

/*
 * Holds what stands in a topology text, record by record, before anything is concluded from it. A reader (net_reader.h,
 * net_ends.h, db_csv.h) fills these arrays line by line; then net_resolve.c makes a fabric of them.
 */
#ifndef SSSP_FORMATS_NET_RECORDS_NET_RECORDS_H
#define SSSP_FORMATS_NET_RECORDS_NET_RECORDS_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"
#include "formats/text/scan.h"

#define NET_LID_ABSENT G_MININT64 /* no LID is given; -1 and its like are kept as they are */

/* Where a node's GUID comes from, the most trustworthy first. */
typedef enum {
	NET_GUID_ASSIGNED,
	NET_GUID_SHARED /* with others: settled later */,
	NET_GUID_FROM_ID,
	NET_GUID_MADE
} NetGuidFrom;

/* The identifier of a node in a text: a kind of node and a GUID, or any other text. */
typedef struct {
	Text text;
	guint64 guid;     /* when is_guid */
	gboolean is_guid; /* prefix, dash, and enough hexadecimal digits */
	char prefix;      /* S, H, R or another first letter */
} NetId;

typedef struct {
	NetId id;
	Text name;
	guint64 guid;      /* node GUID */
	guint64 port_guid; /* of a switch's port 0, 0 when not given */
	guint64 system_guid;
	gint64 lid; /* of a switch */
	guint32 vendor_id, device_id;
	guint32 line;
	guint8 type; /* FabricNodeType */
	guint8 n_ports;
	guint8 lmc;
	guint8 enhanced;
	guint8 guid_from; /* NetGuidFrom */
} NetNode;

typedef struct {
	NetId peer;
	Text peer_name;
	guint64 guid;      /* own port GUID, 0 when not given */
	guint64 peer_guid; /* port GUID of the other end, 0 when not given */
	gint64 lid, peer_lid;
	guint32 node; /* index in nodes */
	guint32 line;
	guint8 num, peer_num, lmc;
	guint8 width, speed;
	guint8 vls; /* data virtual lanes of the link, 0 unknown */
} NetPort;

typedef struct {
	const char *file;
	ParseLog *log;
	NetNode *nodes;
	NetPort *ports;
	gsize n_nodes, n_ports;
	gsize nodes_room, ports_room;
	gboolean whole_cables; /* a line has all of both ends: a port without a line of its own is not odd */
	guint64 base[3];       /* per FabricNodeType: the GUID for the next node without one */
	guint64 start[3];      /* what base was last set to, for ibsim's `switchguids+N` */
} NetRecords;

/* The GUID for a node that has none, counted on as ibsim does. */
guint64 net_make_guid(NetRecords *records, FabricNodeType type, guint n_ports);

#define NET_NOBODY G_MAXUINT32

/* Replaces *array by one of n items, all NET_NOBODY. */
gboolean net_allocate(guint32 **array, gsize n, GError **error);

/* Frees the arrays. */
void net_records_clear(NetRecords *records);

#endif
