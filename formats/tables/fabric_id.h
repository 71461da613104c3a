/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes sssp.fabric: which fabric the tables beside it were made for, and how:
 *
 *	sssp-fabric 1
 *	switches 20
 *	endpoints 40
 *	nodes 64 hexadecimal digits
 *	cabling ..
 *	lids ..
 *	engine psssp
 *	lanes 2
 *	sl symmetric
 *
 * The first line names the format and its version; then one word and its value a line, in any order, each once. Words
 * that are not known are passed over: later versions may add some. Empty lines and lines that begin with # are
 * comments, anywhere but in front. A program that writes a folder of tables removes this file first and puts it in
 * place last, so that a folder that has it is whole.
 */
#ifndef SSSP_FORMATS_TABLES_FABRIC_ID_H
#define SSSP_FORMATS_TABLES_FABRIC_ID_H

#include "core/fabric/fabric_digest.h"
#include "formats/text/parse_log.h"

#include <glib.h>

#define FABRIC_ID_VERSION 1
#define FABRIC_ID_ENGINE_MOST 31 /* letters of an engine's name */

typedef struct {
	FabricDigest fabric;
	char engine[FABRIC_ID_ENGINE_MOST + 1]; /* whose routes they are */
	guint lanes;                            /* virtual lanes in use, 1 .. 15 */
	gboolean asymmetric;                    /* s->d and d->s may have different SLs */
} FabricId;

/* FALSE with SSSP_ERROR_INPUT: another version, a value that makes no sense, a word twice or missing. O(length). */
gboolean fabric_id_parse(const char *buffer, gsize length, const char *file, ParseLog *log, FabricId *id,
			 GError **error);

GString *fabric_id_write(const FabricId *id);

#endif
