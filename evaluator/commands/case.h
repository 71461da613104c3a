/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads what is to be judged. */
#ifndef SSSP_EVALUATOR_COMMANDS_CASE_H
#define SSSP_EVALUATOR_COMMANDS_CASE_H

#include "evaluator/commands/command.h"

#include "formats/text/parse_log.h"

#include <glib.h>

/* The tables of `files` and what belongs to them, which stay those of `tables`; what `files` names already stays. */
void case_name_tables(CaseFiles *files, const TableFiles *tables);

/* What the options of every command say (`common`), for new tables with the old ones beside them. */
CaseFiles case_name_both(const CaseFiles *common, const TableFiles *old, const TableFiles *new);

/* The topology of `files`, nodes with the names that they shall have. NULL as case_read(). */
Fabric *case_topology(const CaseFiles *files, ParseLog *log, GError **error);

/*
 * Reads the files and joins them. A topology without any LID gets those of guid2lid. What is odd in them goes to `log`,
 * and as lines of text to `warnings`. NULL with SSSP_ERROR_IO, SSSP_ERROR_INPUT, SSSP_ERROR_USAGE (standard input named
 * twice) or SSSP_ERROR_MEMORY.
 */
Case *case_read(const CaseFiles *files, ParseLog *log, GString *warnings, GError **error);

/*
 * The same on a fabric that was read before, files->topology being its name only. It stays the caller's, must outlive
 * the case, and keeps LIDs that were given to it.
 */
Case *case_read_on(Fabric *fabric, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error);
void case_free(Case *subject); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Case, case_free)

#endif
