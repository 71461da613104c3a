/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says whether a search has to end. Whoever gives it time may take it back at any moment, also while it prepares: what
 * takes long asks now and then, and ends without an error when it is told to.
 */
#ifndef SSSP_CORE_OPTIMIZE_STOP_H
#define SSSP_CORE_OPTIMIZE_STOP_H

#include "core/optimize/optimize.h"

#include <glib.h>

typedef struct {
	const OptimizeOptions *options;
	const OptimizeState *state;
	gboolean ended;
} StopCheck;

/* Whether to end; from then on it is so. NULL: never. */
static inline gboolean stop_wanted(StopCheck *stop)
{
	const OptimizeOptions *options = stop ? stop->options : NULL;
	if (options && options->go_on && !stop->ended)
		stop->ended = !options->go_on(stop->state, options->user);
	return stop && stop->ended;
}

#endif
