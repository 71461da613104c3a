/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Buffers whose packets never move again. A packet moves some day when its target has a credit, or leads to a host, or
 * when the buffer behind it is not full or gives a packet some day; in SIM_VOQ one packet of a buffer that moves will
 * do. What is left after all that follows from this waits for ever, for others that do (Holt: "Some Deadlock
 * Properties of Computer Systems", 1972: a knot). This is no guess from a long silence: it is seen while other parts
 * still move.
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
 * Looks between two slots; the buffers that wait for ever, 0: none. Their cycle goes to the tally unless it has one.
 * O(requests' words + buffers).
 */
guint32 sim_stop_look(const SimState *state, SimStopScratch *scratch);

#endif
