/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes SL to VL tables of switches, in the two forms that ibdmchk -d takes; the second is
 * opensm-sl2vl.dump:
 *
 *	0x<node GUID> <in port> <out port> 0x<sl0><sl1> 0x<sl2><sl3> .. (eight bytes)
 *
 *	Switch 0x<port GUID>, base LID 5, "name"
 *	<in port> <out port> : <vl of sl 0> <vl of sl 1> .. (sixteen numbers)
 */
#ifndef SSSP_FORMATS_TABLES_SLVL_H
#define SSSP_FORMATS_TABLES_SLVL_H

#include "core/fabric/fabric.h"
#include "core/tables/sl.h"
#include "formats/text/parse_log.h"
#include "formats/text/source.h"

#include <glib.h>

/*
 * The tables for the switches of a sealed fabric; maps that are not in the text stay the identity. Tables of CAs are
 * passed over, those of nodes that the fabric does not have are logged. NULL with SSSP_ERROR_INPUT (also for ports that
 * the switch does not have, for texts without any table, and where none is of the fabric) or SSSP_ERROR_MEMORY.
 * O(length x log of the number of different maps).
 */
Sl2vl *slvl_parse(const char *buffer, gsize length, const char *file, const Fabric *fabric, ParseLog *log,
		  GError **error);

/* The same from a source. */
Sl2vl *slvl_read(Source *source, const Fabric *fabric, ParseLog *log, GError **error);

/*
 * The same, but refuses a text that lacks any map that slvl_write() writes of this fabric, such as a file that was cut.
 */
Sl2vl *slvl_read_whole(Source *source, const Fabric *fabric, ParseLog *log, GError **error);

/* Appends, in the first form, the maps of one switch (position in sl2vl) between port 0 and its cabled ports. */
void slvl_write_switch(GString *out, const Sl2vl *sl2vl, guint32 sw, const Fabric *fabric);

/* The maps of all switches. `sl2vl` is NULL when one lane is used: the text is then a comment that says so. */
GString *slvl_write(const Sl2vl *sl2vl, const Fabric *fabric);

#endif
