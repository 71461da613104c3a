/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chooses which entries of a destination wait for the second phase: as few as can be. */
#ifndef SSSP_CORE_EXCHANGE_CHOOSE_WAITING_H
#define SSSP_CORE_EXCHANGE_CHOOSE_WAITING_H

#include "core/exchange/trial.h"

/*
 * Fills trial->first_phase with the entries of the first phase for the destination at hand. Each trial is O(switches x
 * lanes); there are seldom more than a few, and up to twice as many as entries that change. Once the budget
 * (trial->end) is spent there are four at most: either all entries change at once, or all that change wait. FALSE: the
 * budget was spent before all was tried that could let fewer entries wait.
 */
gboolean choose_waiting(Trial *trial);

#endif
