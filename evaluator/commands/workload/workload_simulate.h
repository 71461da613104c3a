/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the simulation of an application that the options ask for (workload_options.h) on the tables of a case, and
 * shows its progress.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_WORKLOAD_WORKLOAD_SIMULATE_H
#define SSSP_EVALUATOR_COMMANDS_WORKLOAD_WORKLOAD_SIMULATE_H

#include "evaluator/commands/command.h"
#include "evaluator/workload/workload_case.h"

/*
 * Runs a workload on a subject's tables. NULL with the errors of workload_run(), SSSP_ERROR_INPUT beginning with the
 * name of the file to blame, or of capacity_new().
 */
WorkloadFacts *workload_simulate(const Case *subject, WorkloadCase *workload, GError **error);

#endif
