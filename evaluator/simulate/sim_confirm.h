/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks that the channel dependency graph, as evaluator/deadlock builds it from the tables, has the cycle of buffers
 * that a simulation stopped in.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_CONFIRM_H
#define SSSP_EVALUATOR_SIMULATE_SIM_CONFIRM_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/simulate/sim_tally.h"

#include <glib.h>

/*
 * Counts into *found the steps of the cycle, of n, that some route makes: all must be. With joined lanes, the route may
 * be of any mixture. FALSE with SSSP_ERROR_MEMORY. Cost of lanes_walk().
 */
gboolean sim_confirm(const Lanes *lanes, const SimStep *cycle, guint32 n, guint32 *found, GError **error);

#endif
