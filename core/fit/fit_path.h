/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a path from a switch to a destination that fits on a lane without a search for a cycle: each of its turns (a
 * channel and the next) ascends in the lane's order of channels, or is made by routes there already. Where a switch's
 * entry is frozen (other routes use it, fit_frozen.h), the path takes that entry's channel; at other switches it may
 * take any. fit_try.c asks for it in attempts for a pair of switches.
 */
#ifndef SSSP_CORE_FIT_FIT_PATH_H
#define SSSP_CORE_FIT_FIT_PATH_H

#include "core/fit/fit_frozen.h"
#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitPath FitPath;

/* As fit_frozen_new(). */
FitPath *fit_path_new(const FitLanes *fit, FitFrozen *frozen, Arena *arena);

/*
 * Finds the shortest path from switch v to a destination, at most `detour` hops longer than minimal, whose turns need
 * no search on a lane (cdg_needs_no_search()) and which follows frozen entries. Each channel is reached once, by the
 * shortest path to it: a path that would cross a switch twice is dropped, even if a longer one would not. Returns its
 * channels, *n of them, the last one first, until the next call; NULL: none is found. Looks are added to those of the
 * lane (Cdg.looked). O(turns).
 */
const guint32 *fit_path_find(FitPath *finder, guint lane, guint32 dest, guint32 v, guint detour, guint *n);

#endif
