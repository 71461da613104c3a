/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds up the counters of simulated runs (tallies) over the processes that share these runs out (EbbTeam, ebb.h). Every
 * process gets all sums.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_TEAM_H
#define SSSP_EVALUATOR_SIMULATE_SIM_TEAM_H

#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/simulate/sim_tally.h"

#include <glib.h>

/*
 * Replaces the sums of a process by those over all processes. They are added as doubles of counts below 2^53, which are
 * exact in any order. Where packets stopped for ever, the run that stopped in the earliest slot is told, of equal ones
 * the one of the process with the lowest rank. FALSE with SSSP_ERROR_MEMORY or the error of another process.
 */
gboolean sim_team_sum(const EbbTeam *team, SimTally *tally, GError **error);

#endif
