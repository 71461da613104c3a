/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the SLs and SL to VL tables of a case, and finds out whether they can be those of its forwarding tables: a file
 * may hold the digest of the tables that it was made for. case.c calls it for each set of tables, and so does the
 * command diff.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_CASE_LANES_H
#define SSSP_EVALUATOR_COMMANDS_CASE_LANES_H

#include "evaluator/commands/command.h"

#include "formats/text/parse_log.h"

#include <glib.h>

/*
 * Fills in `path_sl` and `sl2vl` of a case that has its forwarding tables, and its fabric unless that is not known
 * (NULL). A file that was found beside the tables is left aside when its digest is that of other tables, or when it is
 * older than the tables and has no digest or cannot be read. A file that was named is always used, with a warning when
 * its digest is that of other tables. `warnings` gets what is used and what is not. FALSE with SSSP_ERROR_IO,
 * SSSP_ERROR_MEMORY or SSSP_ERROR_INPUT (also for SLs of which most sources are not in the fabric).
 */
gboolean case_lanes(Case *c, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error);

#endif
