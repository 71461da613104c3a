/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One run: so many slots of one load with random numbers of its own. */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_RUN_H
#define SSSP_EVALUATOR_SIMULATE_SIM_RUN_H

#include "evaluator/simulate/sim_state.h"
#include "evaluator/simulate/sim_stop.h"

#include <glib.h>

/* Called now and then with the slots that are done since. */
typedef void (*SimTick)(gpointer user, guint32 slots);

/* Which run: of load number `load`, the run-th. */
typedef struct {
	guint32 load, run;
} SimWhich;

/*
 * Runs it in a state that it resets, and counts into a tally that is all 0. Nothing moves any more: the rest of the
 * slots is not gone through but counts. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean sim_run(SimState *state, SimStopScratch *scratch, SimWhich which, SimTally *tally, SimTick tick, gpointer user,
		 GError **error);

#endif
