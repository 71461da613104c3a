/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes forwarding tables as `opensm-lfts.dump` (what OpenSM writes and `-R file -U` loads), `dump_lfts` and
 * `ibroute`:
 *
 *	Unicast lids [0-17] of switch Lid 3 guid 0x0002c90200410015 ('leaf 1'):
 *	0x0001 005 # Channel Adapter portguid 0x0002c903000e0b73: 'node01'
 */
#ifndef SSSP_FORMATS_TABLES_LFTS_H
#define SSSP_FORMATS_TABLES_LFTS_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "formats/text/parse_log.h"
#include "formats/text/source.h"

#include <glib.h>

/*
 * The tables of a text. Lines that start with 0x are entries; any other line (column heads, totals, errors of the
 * tools) is passed over. A LID that is repeated with another port is logged and keeps the first. The highest LID, which
 * dump_lfts and ibroute leave out where it is a multiple of 64, is `unsaid` then. NULL with SSSP_ERROR_INPUT
 * ("FILE:LINE: ...", also when there is no table at all) or SSSP_ERROR_MEMORY. O(length).
 */
Lft *lfts_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* The same from a source, which is read twice. */
Lft *lfts_read(Source *source, ParseLog *log, GError **error);

/*
 * The same for a sealed fabric: SSSP_ERROR_INPUT for more tables than it has switches, or LIDs beyond its highest,
 * before memory is allocated for them: a small text can claim gigabytes.
 */
Lft *lfts_read_for(Source *source, const Fabric *fabric, ParseLog *log, GError **error);

/*
 * Writes tables row by row: the text of a large fabric has gigabytes. The comments name the port behind each LID by its
 * GUID, so that OpenSM can load the table where LIDs have changed. What a line has besides the port is put together
 * once, 70 bytes a LID; tables and fabric must stay. NULL with SSSP_ERROR_MEMORY.
 */
typedef struct LftsWriter LftsWriter;
LftsWriter *lfts_writer_new(const Lft *lft, const Fabric *fabric, GError **error);
void lfts_writer_free(LftsWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LftsWriter, lfts_writer_free)

/* Appends the table of one row. FALSE, and nothing is appended, where there is no memory. O(LIDs) */
gboolean lfts_writer_row(const LftsWriter *writer, GString *out, guint32 row);

/* All rows, of a small fabric; none where there is no memory. */
GString *lfts_write(const Lft *lft, const Fabric *fabric);

#endif
