/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Tells which entries of tables must not change, because routes of hosts or of served pairs use them. */
#ifndef SSSP_CORE_FIT_FIT_FROZEN_H
#define SSSP_CORE_FIT_FIT_FROZEN_H

#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitFrozen FitFrozen;

/*
 * Of all pairs that layers->unproven does not mark, as it says when a switch is first asked for. NULL with
 * SSSP_ERROR_MEMORY.
 */
FitFrozen *fit_frozen_new(const FitLanes *fit, GError **error);
void fit_frozen_free(FitFrozen *frozen); /* NULL is fine */

/* O(1); O(switches x LIDs of the destination's switch) when that is first asked for. */
gboolean fit_frozen_at(FitFrozen *frozen, guint32 dest, guint32 v);

/* The routes from v to what is on switch `target` stay from now on. O(LIDs x hops). */
void fit_frozen_add(FitFrozen *frozen, guint32 v, guint32 target);

#endif
