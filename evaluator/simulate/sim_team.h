/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Processes that share the runs of a simulation out, as ebb.h's share patterns: each ends with the sums of all. */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_TEAM_H
#define SSSP_EVALUATOR_SIMULATE_SIM_TEAM_H

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/simulate/sim_tally.h"

#include <glib.h>

/*
 * Makes of a process' own sums those of all. They are counts below 2^53, so that no order of adding matters; the stop
 * is that of the earliest slot, of the lowest rank. FALSE with SSSP_ERROR_MEMORY or the error of another process.
 */
gboolean sim_team_sum(const EbbTeam *team, SimTally *tally, GError **error);

#endif
