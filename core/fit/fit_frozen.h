/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tells which entries of forwarding tables (the out port of a switch for a destination) must not change. They are
 * called frozen: routes of pairs of switches that already have a lane use them. With LAYERS_OF_HOSTS only pairs of
 * switches with hosts count. Attempts to fit further pairs into lanes ask before they change an entry.
 */
#ifndef SSSP_CORE_FIT_FIT_FROZEN_H
#define SSSP_CORE_FIT_FIT_FROZEN_H

#include "core/base/arena.h"
#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitFrozen FitFrozen;

/*
 * Freezes the entries that are used by routes of pairs without a mark in layers->unproven. The marks are read when the
 * destinations of a switch are first asked for. It is of `arena`, which arena_check() is still to be asked about; `fit`
 * must outlive it.
 */
FitFrozen *fit_frozen_new(const FitLanes *fit, Arena *arena);

/*
 * Whether the entry of switch v for a destination must not change. O(1); O(switches x LIDs of the destination's switch)
 * when a destination there is first asked for.
 */
gboolean fit_frozen_at(FitFrozen *frozen, guint32 dest, guint32 v);

/* Freezes the entries of the routes from v to all destinations on switch `target`. O(LIDs x hops). */
void fit_frozen_add(FitFrozen *frozen, guint32 v, guint32 target);

#endif
