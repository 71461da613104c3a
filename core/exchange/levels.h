/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What of a destination waits for the second phase: as little as can be. */
#ifndef SSSP_CORE_EXCHANGE_LEVELS_H
#define SSSP_CORE_EXCHANGE_LEVELS_H

#include "core/exchange/trial.h"

/*
 * trial->stage gets the entries of the first phase for the destination at hand. O(switches x lanes), times up to twice
 * the changed entries; seldom more than a few. When the steps for trials have ended all that changes waits, unless none
 * of it has to: three times at most. TRUE: as much was tried as can be of use.
 */
gboolean levels_choose(Trial *trial);

#endif
