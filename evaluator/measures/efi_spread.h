/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes how the loads of a set of channels are spread (highest, mean, lowest, deviation), and lists all channels
 * with their loads as CSV. A set is all channels between switches, or those of one class (between the same two levels).
 */
#ifndef SSSP_EVALUATOR_MEASURES_EFI_SPREAD_H
#define SSSP_EVALUATOR_MEASURES_EFI_SPREAD_H

#include "evaluator/paths/capacity.h"
#include "evaluator/measures/efi.h"
#include "evaluator/measures/levels.h"

#include <glib.h>

/* Loads are routes over a channel, with capacities times its weight: see capacity.h. */
typedef struct {
	guint32 n;
	gdouble max, mean, min, stddev; /* all 0 without channels */
} LoadSpread;

/* Over the channels of one class. `capacity` may be NULL. O(channels of the class). */
LoadSpread load_spread_class(const RouteFacts *facts, const Capacity *capacity, const LevelClass *class);

/* Over all switch-to-switch channels. O(channels). */
LoadSpread load_spread_all(const RouteFacts *facts, const Capacity *capacity, const Paths *paths);

/*
 * All switch-to-switch channels as comma-separated values (RFC 4180, LF for line ends): a heading, then for each
 * channel the GUID, name and port of the switch that sends into it, those of the one it leads to, their levels, the
 * data rate in Mbit/s (empty when unknown) and the number of routes over it. Text is quoted where it has to be. Free
 * with g_string_free().
 */
GString *load_csv(const Paths *paths, const RouteFacts *facts, const Levels *levels);

#endif
