/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads what iblinkinfo prints: a line for each port, complete with -l, and below the head of its node without.
 *
 *	Switch: 0x0002c90200410015 leaf-1:
 *	           3    1[  ] ==( 4X          10.0 Gbps Active/  LinkUp)==>       8    1[  ] "node01 HCA-1" ( )
 *	CA: node01 HCA-1:
 *	      0x0002c903000e0b73      8    1[  ] ==( 4X          10.0 Gbps Active/  LinkUp)==>       3    1[  ] "leaf-1" ( )
 *
 *	0x0002c90200410015 "        leaf-1"      3    1[  ] ==( .. )==>  0x0002c903000e0b73      8    1[  ] "node01 HCA-1" ( )
 *
 * A GUID is that of a switch, or of a port of anything else, which is a node by itself then. Without -l the other end
 * is known by its LID. With -p there is more in front of the arrow.
 */
#ifndef SSSP_FORMATS_NET_LINKINFO_H
#define SSSP_FORMATS_NET_LINKINFO_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * The fabric, sealed. A node with several ports of one GUID is a switch. SSSP_ERROR_INPUT too for a LID of the other
 * end that no port has; otherwise errors as in ibnetdiscover_parse(). Ports that are down are passed over.
 */
Fabric *linkinfo_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* Whether a text is one: one of its lines has `==(` and then `==>`. O(length). */
gboolean linkinfo_recognise(const char *buffer, gsize length);

#endif
