/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares what the readers of forwarding tables share: the two passes over the text, and where a number ends. */
#ifndef SSSP_FORMATS_TABLES_TABLE_H
#define SSSP_FORMATS_TABLES_TABLE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "formats/text/rows.h"

#define TABLE_MAX_LID FABRIC_MAX_LID

/*
 * Makes tables with a reader that selects switches and sets ports. They may not be larger than those of `fabric`,
 * unless it is NULL. NULL with SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY.
 */
Lft *table_parse(RowsReader reader, Source *source, const Fabric *fabric, ParseLog *log, GError **error);

/* Whether a number that was just eaten ended there: at a blank, a colon, a # or the end of the line. */
static inline gboolean table_ends_word(Text rest)
{
	return text_empty(rest) || *rest.at == ' ' || *rest.at == '\t' || *rest.at == ':' || *rest.at == '#';
}

#endif
