/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder formats/net: turns texts that say what is cabled into a Fabric. Each reader makes the same kind of records
 * (records/), of which the same code makes a fabric. In this order:
 *
 *	ibnetdiscover    the text of ibnetdiscover and ibsim, read and written
 *	net_reader       the lines of that text: the first of a node (net_record_node), those of its ports
 *	                 (net_record_port), and what both are made of (net_pieces)
 *	subnet_lst       OpenSM's and ibdiagnet's list of links
 *	net_dump         ibdiagnet's .net_dump; linkinfo: what iblinkinfo prints
 *	plan             cables by names alone, as CSV or ibdm's .topo
 *	db_csv           ibdiagnet's .db_csv; db_csv_rows: the rows of its sections, which csv_sections finds
 */

/*
 * Reads and writes the topology text of ibnetdiscover, which is also the language of ibsim's nets.
 *
 * A record is a line `Switch 36 "S-<guid>" # "name" ... lid 4 lmc 0` (Ca, Hca, Rt likewise) with the assignments
 * above it (vendid=, devid=, sysimgguid=, switchguid=, caguid=, rtguid=) and the port lines below it,
 * `[1] "H-<guid>"[1](<port guid>) # "name" lid 5 4xQDR`. What stands before the first record and is none of these is
 * passed over, as are lines that carry no quoted identifier: banners, prompts, headings of chassis, tools' warnings.
 */
#ifndef SSSP_FORMATS_NET_IBNETDISCOVER_H
#define SSSP_FORMATS_NET_IBNETDISCOVER_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * The fabric of a text, sealed. Nodes stand in the order of the file, nodes that others only mention come after them.
 *
 * - An identifier `X-` and 10 to 16 hexadecimal digits is the node GUID, unless an assignment gives another. Any other
 *   one is a name for which a GUID is made as ibsim makes it: counting from the last `switchguids=` or `hcaguids=`,
 *   from 0x200000 (switches), 0x100000 (CAs, stepping over their ports) and 0x300000 (routers) where there is none.
 * - A CA port without a GUID of its own gets node GUID + port number, as in ibsim.
 * - A node that others only mention is added: its kind as its prefix says, its ports up to the highest that is
 *   mentioned.
 * - Where two ends of a cable disagree, pairs that agree are joined first, then the lines in the order of the file.
 * - The first port with a LID keeps it. LIDs that are none (0, 65535, -1) become 0, and so do misaligned LMCs.
 * - Virtual lanes are not in this format: vls stays 0. Names are kept byte for byte, up to a zero byte.
 * What is odd goes into the log, which may be NULL. NULL with SSSP_ERROR_INPUT ("FILE:LINE: ...") or SSSP_ERROR_MEMORY.
 * O(length + n log n) in nodes.
 */
Fabric *ibnetdiscover_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/*
 * Writes a text that parses back to the same fabric and that ibsim loads: switches by GUID, then CAs and routers by
 * GUID. `comment` (may be NULL) is the first line. Names are cut to the 64 bytes a node description has; quotes and
 * control characters, which the format cannot carry, become ' and blanks. The fabric must be sealed. NULL where there
 * is no memory.
 */
GString *ibnetdiscover_write(const Fabric *fabric, const char *comment);

#endif
