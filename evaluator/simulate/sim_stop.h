/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds buffers whose packets never move again: a deadlock in a simulation. A target is the output and lane that a
 * packet waits for. A packet can move if its target leads to a host or has a credit, or if the buffer at the other end
 * of the cable is not full or can give a packet. A buffer can give a packet if its first packet can move, in SIM_VOQ if
 * any of its packets can. All other packets wait for one another for ever: a knot (Holt: "Some Deadlock Properties of
 * Computer Systems", 1972). This is no guess from a time without progress: a knot is found while other parts still
 * move.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_STOP_H
#define SSSP_EVALUATOR_SIMULATE_SIM_STOP_H

#include "evaluator/simulate/sim_state.h"

#include <glib.h>

typedef struct {
	guint8 *moves;  /* [buffers] */
	guint32 *stack; /* [buffers] */
} SimStopScratch;

/* NULL with SSSP_ERROR_MEMORY. */
SimStopScratch *sim_stop_scratch_new(const SimNet *net, GError **error);
void sim_stop_scratch_free(SimStopScratch *scratch); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimStopScratch, sim_stop_scratch_free)

/*
 * Looks between two slots, and returns the number of buffers that wait for ever. Their cycle goes to the tally unless
 * it has one already. O(requests' words + buffers).
 */
guint32 sim_stop_look(const SimState *state, SimStopScratch *scratch);

#endif
