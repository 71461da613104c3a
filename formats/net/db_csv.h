/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the fabric that ibdiagnet writes into ibdiagnet2.db_csv. Four of the many sections say what is cabled: NODES,
 * PORTS, SWITCHES and LINKS.
 */
#ifndef SSSP_FORMATS_NET_DB_CSV_H
#define SSSP_FORMATS_NET_DB_CSV_H

#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * The fabric of a database, sealed; nodes stand in the order of NODES. Unlike the other topologies it has virtual
 * lanes: a link gets what the VLCap of both ends allow (OpVLs where there is no such column). A link may be listed once
 * or from both ends. Where there are no PORTS there are no LIDs, rates and port GUIDs of channel adapters. Cables, LIDs
 * and GUIDs are settled as in ibnetdiscover_parse(), and so are errors; a database without NODES or LINKS is one.
 */
Fabric *db_csv_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* Whether a text is such a database: its first line that is not empty nor a comment starts a section. O(length). */
gboolean db_csv_recognise(const char *buffer, gsize length);

#endif
