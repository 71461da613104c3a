/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes sssp.sl: path SLs in a compact form, a line for each source, with runs of LIDs that have one SL:
 *
 *	sssp-sl 1
 *	lids 412
 *	0x0002c90200410015 1-7:0 8:1 9-411:0
 *
 * The first line names the format and its version, the second the number of LIDs (the highest + 1). LIDs of no run have
 * no SL. Empty lines and lines that begin with # are comments, anywhere but in front; one of these may say to which
 * tables the SLs belong (tables_of.h).
 */
#ifndef SSSP_FORMATS_TABLES_SSSP_SL_H
#define SSSP_FORMATS_TABLES_SSSP_SL_H

#include "core/fabric/fabric.h"
#include "core/tables/sl.h"
#include "formats/text/parse_log.h"
#include "formats/text/source.h"

#include <glib.h>

#define SSSP_SL_VERSION 1

/* NULL with SSSP_ERROR_INPUT (another version, runs that overlap or descend, a source twice) or SSSP_ERROR_MEMORY. */
PathSl *sssp_sl_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* The same from a source, which is read three times. */
PathSl *sssp_sl_read(Source *source, ParseLog *log, GError **error);

/* The same for a sealed fabric: SSSP_ERROR_INPUT for more sources than it has switches, or LIDs than it has. */
PathSl *sssp_sl_read_for(Source *source, const Fabric *fabric, ParseLog *log, GError **error);

/* Appends the first lines; `sl` may be NULL, when one lane is used. `lft`: the tables that they belong to, or NULL. */
void sssp_sl_write_head(GString *out, const PathSl *sl, const Lft *lft);

/* Appends the line of one source (position in sl). */
void sssp_sl_write_row(GString *out, const PathSl *sl, guint32 source);

/* The first lines and those of all sources; of no source when `sl` is NULL. */
GString *sssp_sl_write(const PathSl *sl);

/* Whether a text is of this format. */
gboolean sssp_sl_recognise(Source *source);

#endif
