/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chooses which entries of a destination wait for the second phase: as few as can be. */
#ifndef SSSP_CORE_EXCHANGE_CHOOSE_WAITING_H
#define SSSP_CORE_EXCHANGE_CHOOSE_WAITING_H

#include "core/exchange/trial.h"

/*
 * trial->first_phase gets the entries of the first phase for the destination at hand. Each trial is O(switches x lanes);
 * there are seldom more than a few, and up to twice as many as entries that change. Once the steps for trials have ended
 * there are three at most: all at once, or all that changes waits. TRUE: as much was tried as can be of use.
 */
gboolean choose_waiting(Trial *trial);

#endif
