/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the loops over a switch's lanes and words depend on. Most switches have one lane and a word of ports: the code
 * for these is compiled with constants.
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
