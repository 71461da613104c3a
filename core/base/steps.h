/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How much a search may still do, in steps: looks at a channel or a turn, a few nanoseconds each. A count and no clock,
 * so that the same fabric gets the same tables on any machine with any number of threads. Who has a legal answer asks
 * before it looks for a better one; who has none yet goes the quickest way to one.
 */
#ifndef SSSP_CORE_BASE_STEPS_H
#define SSSP_CORE_BASE_STEPS_H

#include <glib.h>

typedef struct {
	guint64 left;
	gboolean ended; /* something better was not looked for, for want of them */
} Steps;

static inline void steps_spend(Steps *steps, guint64 n)
{
	steps->left -= MIN(n, steps->left);
}

/* Whether some are left; that there were none is remembered. */
static inline gboolean steps_remain(Steps *steps)
{
	if (!steps->left)
		steps->ended = TRUE;
	return steps->left > 0;
}

#endif
