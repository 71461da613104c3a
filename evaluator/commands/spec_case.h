/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a fabric from a SPEC (its short form, FAMILY:SIZE,KEY=VALUE,..), and tables for it, by running sssp-topo and
 * sssp-route: the evaluator shares no code with what it judges. The programs are looked for beside sssp-eval, then in
 * PATH.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_SPEC_CASE_H
#define SSSP_EVALUATOR_COMMANDS_SPEC_CASE_H

#include "evaluator/commands/command.h"

#include <glib.h>

/*
 * Runs both in a temporary folder, reads what they wrote and removes the folder. `algorithm` is one that sssp-route
 * knows, NULL for its default. topology_name and tables_name are the SPEC. NULL with SSSP_ERROR_USAGE, and the words of
 * the program, when it refuses; SSSP_ERROR_IO when there is no such program or no room for its files; errors of
 * case_read(). Free with case_free(); `spec` must outlive it.
 */
Case *spec_case_new(const char *spec, const char *algorithm, const EvalSession *session, GError **error);

/*
 * The fabric of a SPEC alone. NULL with the same errors. Free with fabric_free().
 */
Fabric *spec_fabric_new(const char *spec, const EvalSession *session, GError **error);

#endif
