/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the topology and the tables that a command evaluates, and joins them in a Case: the struct in command.h that
 * has all of them. A case may have a second set of tables, with which the first is compared, such as the old tables.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CASE_H
#define SSSP_EVALUATOR_COMMANDS_CASE_H

#include "evaluator/commands/command.h"

#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * Puts the tables of `tables` into `files`, and the SLs, SL to VL tables and LIDs that belong to them where `files`
 * names none. The texts stay those of `tables`.
 */
void case_name_tables(CaseFiles *files, const TableFiles *tables);

/* The files of a case whose tables are `new` and whose second set is `old`; all else is as in `common`. */
CaseFiles case_name_both(const CaseFiles *common, const TableFiles *old, const TableFiles *new);

/* The topology of `files`, with node names as the options say. NULL with the errors of case_read(). */
Fabric *case_topology(const CaseFiles *files, ParseLog *log, GError **error);

/*
 * Reads the files and joins them. LIDs are those of files->guid2lid if that is named; else those of the topology, and
 * for ports without one those of the guid2lid beside the tables. Odd lines are reported to `log`, and other oddities as
 * lines of text in `warnings`. NULL with SSSP_ERROR_IO, SSSP_ERROR_INPUT, SSSP_ERROR_USAGE (standard input named twice)
 * or SSSP_ERROR_MEMORY.
 */
Case *case_read(const CaseFiles *files, ParseLog *log, GString *warnings, GError **error);

/*
 * Like case_read() on a fabric that was read before, so that files->topology is a name only. The fabric stays the
 * caller's, must outlive the case, and keeps the LIDs that it was given.
 */
Case *case_read_on(Fabric *fabric, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error);
void case_free(Case *subject); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Case, case_free)

#endif
