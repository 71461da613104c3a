/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds a path for a route over any number of entries that nobody uses yet. */
#ifndef SSSP_CORE_FIT_FIT_PATH_H
#define SSSP_CORE_FIT_FIT_PATH_H

#include "core/fit/fit_frozen.h"
#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitPath FitPath;

/* All must outlive it. NULL with SSSP_ERROR_MEMORY. */
FitPath *fit_path_new(const FitLanes *fit, FitFrozen *frozen, const guint8 *hops, GError **error);
void fit_path_free(FitPath *finder); /* NULL is fine */

/*
 * The shortest path from switch v to a destination, at most `detour` hops longer than need be, whose turns are in order
 * in a lane and which follows the entries that are frozen: its channels, of which there are *n, last one first. NULL
 * when there is none. What it looks at counts as looked at by the lane. O(turns).
 */
const guint32 *fit_path_find(FitPath *finder, guint lane, guint32 dest, guint32 v, guint detour, guint *n);

#endif
