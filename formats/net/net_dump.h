/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads ibdiagnet's .net_dump: a block for each switch, a line for each of its ports.
 *
 *	"leaf-1", Mellanox, 0x0002c90200410015, LID 3
 *	 #  : IB# : Sta : PhysSta : MTU : LWA : LSA : FEC mode : Retran : Neighbor Guid : N# : NLID : Neighbor Description
 *	 1  : 1 : ACT : LINK UP : 5 : 4x : 25 : NO-FEC : NO-RTR : 0x0002c903000e0b73 : 1 : 8 : "node01 HCA-1"
 *
 * Columns are found by the names in the second line; versions differ in how many there are. Other nodes have no block:
 * each GUID of a neighbour without one becomes a channel adapter, and is taken for its node GUID.
 */
#ifndef SSSP_FORMATS_NET_NET_DUMP_H
#define SSSP_FORMATS_NET_NET_DUMP_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/* The fabric, sealed. Errors as in ibnetdiscover_parse(). Ports that are down or have no neighbour are passed over. */
Fabric *net_dump_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* Whether a text is one: its first line that begins with a quote is the head of a block. O(length). */
gboolean net_dump_recognise(const char *buffer, gsize length);

#endif
