/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says whether a search has to end. The user who gives it time may end it at any moment, also while it prepares. So
 * functions that take long ask now and then, and return without an error when they are to end.
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

/* Whether to end. Once TRUE it stays TRUE. With `stop` NULL it is always FALSE. */
static inline gboolean stop_wanted(StopCheck *stop)
{
	const OptimizeOptions *options = stop ? stop->options : NULL;
	if (options && options->go_on && !stop->ended)
		stop->ended = !options->go_on(stop->state, options->user);
	return stop && stop->ended;
}

#endif
