/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the three sizes that the inner loops over a switch depend on: lanes, the shift that makes room for them in the
 * numbers of buffers, and words of 64 bits for the ports. Most switches have one lane and one word: for these the loops
 * are compiled with constants (sim_plain).
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_SHAPE_H
#define SSSP_EVALUATOR_SIMULATE_SIM_SHAPE_H

#include "evaluator/simulate/sim_state.h"

#define INLINED static inline __attribute__((always_inline))

typedef struct {
	guint32 shift, lanes, words;
} SimShape;

static const SimShape sim_plain = {0, 1, 1};

static inline SimShape sim_shape(const SimState *s, const SimRow *row)
{
	return (SimShape){s->net->shift, s->net->n_lanes, row->words};
}

static inline gboolean sim_is_plain(SimShape shape)
{
	return shape.shift == 0 && shape.words == 1;
}

#endif
