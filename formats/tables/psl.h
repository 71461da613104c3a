/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes path SLs, in the two forms that ibdmchk -c takes:
 *
 *	0x<source node GUID> <destination LID, decimal> <SL>
 *
 *	Channel Adapter 0x<source port GUID>, base LID 5, "name"	(or Switch)
 *	0x<destination LID, hexadecimal> : <SL>
 */
#ifndef SSSP_FORMATS_TABLES_PSL_H
#define SSSP_FORMATS_TABLES_PSL_H

#include "core/fabric/fabric.h"
#include "core/tables/sl.h"
#include "formats/text/parse_log.h"
#include "formats/text/source.h"

#include <glib.h>

/*
 * The SLs of a text: a row for each source named in it, none when it holds comments only. Port GUIDs of the second
 * form become node GUIDs where `fabric` (may be NULL) knows them. A path repeated with another SL is logged and keeps
 * the first; lines of neither form are passed over when they do not begin with 0x. NULL with SSSP_ERROR_INPUT (also
 * where there are such lines only) or SSSP_ERROR_MEMORY. O(length).
 */
PathSl *psl_parse(const char *buffer, gsize length, const char *file, const Fabric *fabric, ParseLog *log,
		  GError **error);

/* The same from a source, which is read twice. */
PathSl *psl_read(Source *source, const Fabric *fabric, ParseLog *log, GError **error);

/*
 * Appends, in the first form, the lines of one node: for a switch the SLs of its own row; for any other node those of
 * its own row or else of the switch that its first cabled port hangs on. LIDs that nobody has are left out. Nothing
 * when there is no row.
 */
void psl_write_node(GString *out, const PathSl *sl, const Fabric *fabric, guint32 node);

/* The lines of all nodes, by GUID. `sl` is NULL when one lane is used: the text is then a comment that says so. */
GString *psl_write(const PathSl *sl, const Fabric *fabric);

#endif
