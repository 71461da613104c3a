/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads multicast forwarding tables as OpenSM and ibdiagnet dump them for ibdmchk (opensm.mcfdbs, ibdiagnet.mcfdbs);
 * MLIDs and ports are hexadecimal:
 *
 *	Switch 0x0002c90200410015
 *	LID    : Out Port(s)
 *	0xC000 : 0x001  0x002  0x013
 */
#ifndef SSSP_FORMATS_TABLES_MCFDBS_H
#define SSSP_FORMATS_TABLES_MCFDBS_H

#include "core/tables/mft.h"
#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * The tables of a text. A text without a table is one without groups, which is what OpenSM dumps where nobody joined
 * one, as long as nothing else stands in it. An MLID that a switch has twice with other ports is logged; the ports are
 * joined. NULL with SSSP_ERROR_INPUT ("FILE:LINE: ...") or SSSP_ERROR_MEMORY. O(length log length).
 */
Mft *mcfdbs_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

#endif
