/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whoever gives a search time may take it back at any moment, also while it prepares: what takes long asks now and
 * then, and ends without an error when it is told to.
 */
#ifndef SSSP_CORE_OPTIMIZE_PATIENCE_H
#define SSSP_CORE_OPTIMIZE_PATIENCE_H

#include "core/optimize/optimize.h"

#include <glib.h>

typedef struct {
	const OptimizeOptions *options;
	const OptimizeState *state;
	gboolean ended;
} Patience;

/* Whether to end; from then on it is so. NULL: never. */
static inline gboolean patience_ends(Patience *patience)
{
	const OptimizeOptions *options = patience ? patience->options : NULL;
	if (options && options->go_on && !patience->ended)
		patience->ended = !options->go_on(patience->state, options->user);
	return patience && patience->ended;
}

#endif
