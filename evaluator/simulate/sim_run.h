/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Simulates one run: all slots of one offered load, with random numbers of its own. The counters go to a tally.
 * simulate.c calls it, on several threads.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_RUN_H
#define SSSP_EVALUATOR_SIMULATE_SIM_RUN_H

#include "evaluator/simulate/sim_state.h"
#include "evaluator/simulate/sim_stop.h"

#include <glib.h>

/* Called now and then with the number of slots since the last call. */
typedef void (*SimTick)(gpointer user, guint32 slots);

/* Which run: of load number `load`, the run-th. */
typedef struct {
	guint32 load, run;
} SimWhich;

/*
 * Resets the state, runs in it, and counts into a tally that is all 0. Once buffers wait for each other for ever and
 * nothing moves any more, the remaining slots are not simulated, but they count. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean sim_run(SimState *state, SimStopScratch *scratch, SimWhich which, SimTally *tally, SimTick tick, gpointer user,
		 GError **error);

#endif
