/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads forwarding tables as OpenSM and ibdiagnet dump them for ibdmchk (opensm.fdbs, ibdiagnet.fdbs):
 *
 *	dump_ucast_routes: Switch 0x0002c90200410015
 *	LID    : Port : Hops : Optimal
 *	0x0001 : 005  : 01   : yes
 *	0x0002 : UNREACHABLE
 */
#ifndef SSSP_FORMATS_TABLES_FDBS_H
#define SSSP_FORMATS_TABLES_FDBS_H

#include "core/tables/lft.h"
#include "formats/text/parse_log.h"
#include "formats/text/source.h"

#include <glib.h>

/* As lfts_parse(). */
Lft *fdbs_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* The same from a source, which is read twice. */
Lft *fdbs_read(Source *source, ParseLog *log, GError **error);

#endif
