/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whether the channel dependency graph that `deadlock` judges has the cycle that a simulation stopped in: it must. */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_CONFIRM_H
#define SSSP_EVALUATOR_SIMULATE_SIM_CONFIRM_H

#include "evaluator/deadlock/lanes.h"
#include "evaluator/simulate/sim_tally.h"

#include <glib.h>

/*
 * How many of the cycle's n steps some route makes, into *found. FALSE with
 * SSSP_ERROR_MEMORY. Of joined lanes any mixture
 * may make it. Cost of lanes_walk().
 */
gboolean sim_confirm(const Lanes *lanes, const SimStep *cycle, guint32 n, guint32 *found, GError **error);

#endif
