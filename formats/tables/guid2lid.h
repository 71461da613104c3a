/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes guid2lid, OpenSM's file of LIDs: lines `0x<port GUID> 0x<first LID> 0x<last LID>`, each followed by
 * an empty one. In OpenSM's cache folder it makes OpenSM assign the LIDs that the tables were computed for.
 */
#ifndef SSSP_FORMATS_TABLES_GUID2LID_H
#define SSSP_FORMATS_TABLES_GUID2LID_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

typedef struct {
	guint64 guid;
	guint16 first, last;
	guint line; /* where it stands */
} GuidLids;

/* The entries (GuidLids) in the order of the text. NULL with SSSP_ERROR_INPUT. */
GArray *guid2lid_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* All ports of a fabric that have a LID and a GUID, by LID. */
GString *guid2lid_write(const Fabric *fabric);

#endif
