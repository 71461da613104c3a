/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads an ibnetdiscover text into records of nodes and ports, of which net_resolve() makes a fabric. Lines are told
 * apart in net_reader.c; some start a record of a node (net_record_node.c), and some are its ports (net_record_port.c).
 * The pieces that lines are made of are read in net_pieces.c.
 */
#ifndef SSSP_FORMATS_NET_NET_READER_H
#define SSSP_FORMATS_NET_NET_READER_H

#include "formats/net/records/net_records.h"

/* Shorter runs of digits are names such as H-1: a GUID has its manufacturer in front and so at least ten. */
#define NET_GUID_DIGITS_LEAST 10
#define NET_GUID_DIGITS_MOST 16

/* Reads all records. FALSE with SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY. net_records_clear() them in any case. */
gboolean net_records_read(NetRecords *records, const char *buffer, gsize length, GError **error);

/* ---- inside it */

/* What the assignments above a record (`vendid=`, `switchguid=`, ..) say about its node; 0 where none does. */
typedef struct {
	guint64 system_guid, port_guid; /* port_guid: of a switch's port 0 */
	guint32 vendor_id, device_id;
	gboolean assigned[3]; /* [FabricNodeType] the GUID of the next such node is given; it is in NetRecords.base */
} NetAbove;

typedef struct {
	NetRecords *records;
	Scan scan;
	NetAbove above;
	gboolean open; /* port lines belong to the last node */
} NetReader;

/* ---- pieces */

/* Eats blanks and an identifier in quotes. FALSE with SSSP_ERROR_INPUT. */
gboolean net_read_id(const NetReader *reader, Text *rest, NetId *id, GError **error);

/*
 * Splits a comment, `# before "name" after`, at its first and last quote. Without quotes all of it is `after` and
 * name.at is NULL. FALSE with SSSP_ERROR_INPUT when a quote is not closed.
 */
gboolean net_split_comment(const NetReader *reader, Text rest, Text *before, Text *name, Text *after, GError **error);

/* Eats blanks and a LID, which may be negative. NET_LID_ABSENT, and nothing eaten, where there is none. */
gint64 net_read_lid(Text *rest);

/* Eats blanks and an LMC; 0 where there is none. */
guint8 net_read_lmc(Text *rest);

/* ---- lines */

/* Whether a line starts a record: a keyword, blanks, a number and a quote to come. They are eaten then. */
gboolean net_starts_node(Text *line, FabricNodeType *type, guint64 *n_ports);

/* The rest of a record's first line, behind the keyword and the number of ports. FALSE with an error. */
gboolean net_read_node(NetReader *reader, FabricNodeType type, guint64 n_ports, Text rest, GError **error);

/* Whether a line looks like a port line: a number in brackets, which is eaten then, and a quote to come. */
gboolean net_starts_port(Text *line, guint64 *num);

/* The rest of a port line, behind its number; a node must be open. FALSE with an error. */
gboolean net_read_port(NetReader *reader, guint64 num, Text rest, GError **error);

#endif
