/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and measures the routings that a command line names (TOPOLOGY NAME=TABLES..), one after the other, for the
 * commands compare and report.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_COMPARE_COMPARE_READ_H
#define SSSP_EVALUATOR_COMMANDS_COMPARE_COMPARE_READ_H

#include "evaluator/commands/command.h"
#include "evaluator/report/compare.h"

#include <glib.h>

/*
 * The names of a command line, TOPOLOGY NAME=TABLES.., as an array of TableFiles in *routings (free with
 * g_ptr_array_unref()); the topology goes into `files`. FALSE with SSSP_ERROR_USAGE or SSSP_ERROR_IO.
 */
gboolean compare_take(guint n, char **names, CaseFiles *files, GPtrArray **routings, GError **error);

/*
 * Reads files->topology once and each of `routings` (TableFiles), of which one at a time is in memory, and judges
 * them. LIDs come from the guid2lid of each, else from files->guid2lid, else as case_read() has it. NULL with the
 * errors of case_read() and routing_facts_new().
 */
Comparison *compare_read(const CaseFiles *files, const GPtrArray *routings, const CompareOptions *options,
			 const EvalSession *session, GError **error);

#endif
